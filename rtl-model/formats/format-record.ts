import type { ComponentType, TexelFormat } from './texel-format.ts';

/** The fields that differ between formats. The others are derived, or are those of a plain color format. */
type Fields = Pick<TexelFormat, 'name' | 'componentType' | 'order' | 'bits' | 'shifts' | 'texelBytes'> &
  Partial<TexelFormat>;

export function formatRecord(fields: Fields): TexelFormat {
  const record: TexelFormat = {
    componentBits: filterBits(Math.max(...fields.bits)),
    sharedExponentBits: 0,
    aspects: ['color'],
    planes: null,
    block: null,
    codec: null,
    ...fields,
  };
  for (const list of [record.order, record.bits, record.shifts, record.aspects]) Object.freeze(list);
  return Object.freeze(record);
}

function filterBits(bits: number): number {
  return bits <= 8 ? 8 : bits <= 16 ? 16 : 32;
}

const NAME = /^((?:[rgbaex]\d+)+)_([us](?:norm|scaled|int|float)|srgb|sfixed5)(?:_\d?pack(\d+))?(?:_arm|_nv)?$/;

/**
 * The color format that a VkFormat name describes, of a single plane and without blocks (Vulkan: Identification of
 * Formats, Representation and Texel Block Size).
 *
 * @throws RangeError for any other name
 */
export function namedFormat(name: string): TexelFormat {
  const match = NAME.exec(name);
  if (match === null) throw new RangeError(`${name} names no plain or packed color format`);
  const [, components, componentType, pack] = match;
  return formatRecord({
    name,
    componentType: componentType as ComponentType,
    ...storedComponents(components, Number(pack ?? 0)),
  });
}

const LETTERS = 'rgba';

/**
 * The positions of the components of a name. Without packing, the first component is in the lowest byte. Within a
 * packed word, the first component has the most significant bits. Padding (x) and the shared exponent (e) are no
 * components.
 *
 * @param names as `r10x6g10x6`
 * @param packBits width of a packed word, 0 for none
 */
export function storedComponents(
  names: string,
  packBits: number,
): Pick<TexelFormat, 'order' | 'bits' | 'shifts' | 'sharedExponentBits' | 'texelBytes'> {
  let named = 0;
  const fields = [...names.matchAll(/([a-z])(\d+)/g)].map(([, letter, digits]) => {
    const bits = Number(digits);
    const used = packBits === 0 ? 0 : named % packBits;
    const shift = packBits === 0 ? named : named - used + (packBits - used - bits);
    named += bits;
    return { letter, bits, shift };
  });
  const stored = fields.filter(({ letter }) => LETTERS.includes(letter)).sort((a, b) => a.shift - b.shift);
  return {
    order: stored.map(({ letter }) => LETTERS.indexOf(letter)),
    bits: stored.map(({ bits }) => bits),
    shifts: stored.map(({ shift }) => shift),
    sharedExponentBits: fields.find(({ letter }) => letter === 'e')?.bits ?? 0,
    texelBytes: named / 8,
  };
}
