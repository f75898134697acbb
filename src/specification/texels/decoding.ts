import type { Design } from '../../../rtl-model/design/design.ts';
import type { Aspect, TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { linearCodes } from './srgb-curve.ts';

/** r, g, b, a: integer codes of `ones`, the values of a float format, or integers. */
export type Texel = readonly number[];

/** What the bytes of a format mean to the oracle. */
export interface Decoding {
  /** Fixed: codes, which a filter narrows; float: values, which it rounds; integer: nothing filters them. */
  readonly kind: 'fixed' | 'float' | 'integer';
  /** The code that stands for 1, of r, g, b, a; 1 for floats and integers, and where a component is not stored. */
  readonly ones: readonly number[];
  /** Which of r, g, b, a (0 to 3) are stored. */
  readonly stored: readonly number[];
  /** Smallest and largest value of a stored component: a border colour is held to them. */
  readonly range: readonly [number, number];
  /** Decodes the texel, or texel (x, y) of the block, that begins at byte `at` of a level. */
  readonly texel: (level: DataView, at: number, x: number, y: number) => Texel;
}

/** Knows the meaning of some formats; undefined for the others. */
export type DecodingOf = (format: TexelFormat, aspect: Aspect, design: Design) => Decoding | undefined;

/** Depth and stencil formats of one aspect lie in memory as these do. */
const SAME_BYTES: ReadonlyMap<string, string> = new Map([
  ['d16_unorm', 'r16_unorm'],
  ['d32_sfloat', 'r32_sfloat'],
  ['s8_uint', 'r8_uint'],
]);

const NAME = /^((?:[rgba](?:8|16|32))+)_(unorm|snorm|srgb|sfloat|uint|sint)$/;

/**
 * Formats of whole bytes, read off their names: components in the order named, little-endian, all of one width
 * (D3D11.3 3.1, 3.2.3, 19.1.3.3).
 */
export const plainDecoding: DecodingOf = (format, _, design) => {
  const match = NAME.exec(SAME_BYTES.get(format.name) ?? format.name);
  if (match === null) return undefined;
  const [, components, type] = match;
  const letters = components.replaceAll(/\d/g, '');
  const bits = Number(/\d+/.exec(components)![0]);
  const stored = Array.from(letters, (letter) => 'rgba'.indexOf(letter));
  const read = componentReader(type, bits, design.filter.srgbLinearBits);
  const one = oneOf(type, bits, design.filter.srgbLinearBits);
  return {
    kind: type === 'sfloat' ? 'float' : type === 'uint' || type === 'sint' ? 'integer' : 'fixed',
    ones: [0, 1, 2, 3].map((c) => (!stored.includes(c) ? 1 : type === 'srgb' && c === 3 ? 255 : one)),
    stored,
    range: rangeOf(type, bits),
    texel: (level, at) => {
      const texel = [0, 0, 0, 1];
      stored.forEach((component, k) => (texel[component] = read(level, at + (k * bits) / 8, component)));
      return texel;
    },
  };
};

type ReadComponent = (level: DataView, at: number, component: number) => number;

function componentReader(type: string, bits: number, srgbLinearBits: number): ReadComponent {
  const unsigned: ReadComponent = (level, at) =>
    bits === 8 ? level.getUint8(at) : bits === 16 ? level.getUint16(at, true) : level.getUint32(at, true);
  const signed: ReadComponent = (level, at) =>
    bits === 8 ? level.getInt8(at) : bits === 16 ? level.getInt16(at, true) : level.getInt32(at, true);
  switch (type) {
    case 'sfloat':
      return bits === 32
        ? (level, at) => level.getFloat32(at, true)
        : (level, at) => halfValue(level.getUint16(at, true));
    case 'snorm':
      // The two smallest codes both mean -1.
      return (level, at) => Math.max(signed(level, at, 0), 1 - 2 ** (bits - 1));
    case 'srgb': {
      const linear = linearCodes(srgbLinearBits);
      return (level, at, component) => (component < 3 ? linear[level.getUint8(at)] : level.getUint8(at));
    }
    case 'sint':
      return signed;
    default:
      return unsigned;
  }
}

function oneOf(type: string, bits: number, srgbLinearBits: number): number {
  switch (type) {
    case 'unorm':
      return 2 ** bits - 1;
    case 'snorm':
      return 2 ** (bits - 1) - 1;
    case 'srgb':
      return 2 ** srgbLinearBits - 1;
    default:
      return 1;
  }
}

function rangeOf(type: string, bits: number): readonly [number, number] {
  switch (type) {
    case 'sfloat':
      return bits === 16 ? [-65_504, 65_504] : [-Infinity, Infinity];
    case 'snorm':
      return [-1, 1];
    case 'uint':
      return [0, 2 ** bits - 1];
    case 'sint':
      return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
    default:
      return [0, 1];
  }
}

/** D3D11.3 3.1.5. */
function halfValue(bits: number): number {
  const sign = bits < 0x8000 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
