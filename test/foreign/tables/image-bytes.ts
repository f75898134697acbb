import { halfPrecision } from '../address/fixed-point.ts';
import { bitsOfFloat32 } from '../formats/decode-number.ts';
import type { FormatField, FormatLayout } from '../formats/format-table.ts';
import { formatLayout } from '../formats/format-table.ts';
import type { Random } from '../switches/random.ts';

/** What an image is made of; its texels are drawn at random. */
export interface ImagePlan {
  readonly format: string;
  readonly type?: '1d' | '2d' | '3d';
  readonly width: number;
  readonly height?: number;
  readonly depth?: number;
  readonly layers?: number;
  readonly samples?: number;
  readonly levels?: number;
  readonly extra?: Record<string, unknown>;
}

/** The bytes of every level, with texels drawn at random. */
export function imageLevels(plan: ImagePlan, random: Random): Uint8Array[] {
  const layout = formatLayout(plan.format);
  return Array.from({ length: plan.levels ?? 1 }, (_, level) => levelBytes(plan, layout, level, random));
}

function levelBytes(plan: ImagePlan, layout: FormatLayout, level: number, random: Random): Uint8Array {
  const size = (whole = 1): number => Math.max(1, Math.floor(whole / 2 ** level));
  const slices = size(plan.depth) * (plan.layers ?? 1) * (plan.samples ?? 1);
  const [width, height] = [size(plan.width), size(plan.height)];
  const parts = layout.planes.length > 0 ? layout.planes : [{ format: layout, divideX: 1, divideY: 1 }];
  return new Uint8Array(
    Buffer.concat(
      parts.map(({ format, divideX, divideY }) => {
        const across = Math.ceil(Math.ceil(width / divideX) / format.blockWidth);
        const down = Math.ceil(Math.ceil(height / divideY) / format.blockHeight);
        return Buffer.concat(Array.from({ length: across * down * slices }, () => texelBytes(format, random)));
      }),
    ),
  );
}

function texelBytes(layout: FormatLayout, random: Random): Uint8Array {
  const bytes = Uint8Array.from({ length: layout.bytes }, () => random.integer(0, 255));
  if (layout.scheme === 'bc7') {
    const mode = random.integer(0, 7);
    bytes[0] = (1 << mode) | (bytes[0] & ~((2 << mode) - 1));
  }
  if (/^bc[123]/.test(layout.scheme ?? '') && random.chance(0.3)) {
    const start = layout.bytes - 8 + 2 * random.integer(0, 1);
    bytes.fill(random.pick([0, 255]), start, start + 2);
  }
  if (layout.scheme !== null) return bytes;
  for (const field of layout.fields)
    if (field.numeric === 'sfloat' || (field.numeric === 'ufloat' && field.bits < 16)) {
      setBits(bytes, field.start, field.bits, floatCode(field, random));
    } else if (field.component === 'd') setBits(bytes, field.start, field.bits, depthCode(field, random));
    else if (random.chance(0.1)) setBits(bytes, field.start, field.bits, random.pick(endCodes(field.bits)));
  return bytes;
}

/** Codes at the ends of the range: 0, the greatest, and the least and greatest of two's complement. */
function endCodes(bits: number): number[] {
  return [0, 2 ** bits - 1, 2 ** (bits - 1), 2 ** (bits - 1) - 1];
}

/** Depths of a few steps, so that references can be equal to them. */
function depthCode(field: FormatField, random: Random): number {
  return Math.round((random.integer(0, 8) / 8) * (2 ** field.bits - 1));
}

/** A float between -4 and 4, of any size, or rarely a denormal or a special number. */
function floatCode(field: FormatField, random: Random): number {
  if (field.component === 'd') return bitsOfFloat32(random.integer(0, 8) / 8);
  const signed = field.numeric === 'sfloat';
  const value = random.between(signed ? -4 : 0, 4);
  const fractionBits = field.bits - (signed ? 6 : 5);
  if (field.bits === 32) {
    if (random.chance(0.06)) return random.integer(1, 0x7fffff);
    return bitsOfFloat32(Math.fround(halfPrecision(value)));
  }
  if (random.chance(0.05)) return random.integer(1, 2 ** fractionBits - 1);
  const magnitude = Math.abs(value);
  const exponent = Math.max(Math.floor(Math.log2(magnitude)), -14);
  const fraction = Math.floor((magnitude / 2 ** exponent - 1) * 2 ** fractionBits);
  const sign = signed && value < 0 ? 2 ** (field.bits - 1) : 0;
  return sign + Math.max(exponent + 15, 1) * 2 ** fractionBits + Math.max(fraction, 0);
}

function setBits(bytes: Uint8Array, start: number, count: number, code: number): void {
  for (let bit = 0; bit < count; bit++) {
    const mask = 1 << ((start + bit) & 7);
    const on = Math.floor(code / 2 ** bit) % 2 === 1;
    bytes[(start + bit) >> 3] = on ? bytes[(start + bit) >> 3] | mask : bytes[(start + bit) >> 3] & ~mask;
  }
}

/** The bytes of float32 values. */
export function floatBytes(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [n, value] of values.entries()) view.setUint32(4 * n, bitsOfFloat32(value), true);
  return bytes;
}
