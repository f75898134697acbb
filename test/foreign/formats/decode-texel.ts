import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { decodeField, decodeSharedExponent, readBits } from './decode-number.ts';
import type { FormatField, FormatLayout } from './format-table.ts';

/** The components that a texel has; those that its format lacks are undefined. */
export type SparseComponents = (number | undefined)[];

/** The components of an uncompressed texel, whose bytes begin at `byte`. */
export function decodeTexel(
  device: ForeignDevice,
  layout: FormatLayout,
  aspect: string,
  bytes: Uint8Array,
  byte: number,
): SparseComponents {
  if (layout.numeric === 'shared_exponent') return decodeShared(device, layout, bytes, byte);
  const result: SparseComponents = [undefined, undefined, undefined, undefined];
  for (const field of layout.fields) {
    const component = componentOf(device, field, aspect);
    if (component !== null)
      result[component] = decodeField(device, ...shiftedField(device, layout, field, bytes, byte));
  }
  if (faulty(device, 'red_blue_swapped') && result[2] !== undefined) [result[0], result[2]] = [result[2], result[0]];
  if (faulty(device, 'alpha_only_in_red') && layout.name === 'a8_unorm') result[0] = result[3];
  if (faulty(device, 'luminance') && result[0] !== undefined && result[1] === undefined) {
    result[1] = result[0];
    result[2] = result[0];
  }
  return result;
}

/** The component that a field fills in: depth and stencil are red (Vulkan: Images, component substitution). */
function componentOf(device: ForeignDevice, field: FormatField, aspect: string): number | null {
  const { component } = field;
  if (typeof component === 'number') return component;
  return component === (aspect === 'stencil' && !faulty(device, 'stencil_as_depth') ? 's' : 'd') ? 0 : null;
}

/** A field and its code, which faults read from other bits. */
function shiftedField(
  device: ForeignDevice,
  layout: FormatLayout,
  field: FormatField,
  bytes: Uint8Array,
  byte: number,
): [FormatField, number] {
  const total = layout.bytes * 8;
  let { bits, start } = field;
  const packed = layout.name.includes('pack') && layout.fields.every((other) => other.component !== 'x');
  if (packed && faulty(device, 'packed_order')) start = total - start - bits;
  const padding = layout.fields.find((other) => other.component === 'x' && other.start + other.bits === start);
  if (padding !== undefined && faulty(device, 'padding_included')) {
    start = padding.start;
    bits += padding.bits;
  }
  let code = readBits(bytes, byte * 8 + start, bits);
  if (faulty(device, 'byte_order') && bits === 16 && start % 16 === 0) code = (code >> 8) | ((code & 255) << 8);
  if (faulty(device, 'depth_top_byte') && field.component === 'd' && bits === 24) {
    code = readBits(bytes, byte * 8 + 8, 24);
  }
  return [{ ...field, bits, start }, code];
}

function decodeShared(device: ForeignDevice, layout: FormatLayout, bytes: Uint8Array, byte: number): SparseComponents {
  const code = (component: FormatField['component']): number => {
    const field = layout.fields.find((other) => other.component === component)!;
    return readBits(bytes, byte * 8 + field.start, field.bits);
  };
  const [r, g, b] = decodeSharedExponent(device, [code(0), code(1), code(2)], code('e'));
  return faulty(device, 'red_blue_swapped') ? [b, g, r, undefined] : [r, g, b, undefined];
}
