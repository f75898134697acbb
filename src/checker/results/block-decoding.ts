import type { BlockCodec } from '../../../rtl-model/formats/blocks/block-codec.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { DecodingOf, Texel } from '../../specification/texels/decoding.ts';
import { BLOCK_FORMATS, type BlockFormat } from '../../specification/texels/blocks/bc.ts';
import { srgbLinear } from '../../specification/texels/srgb.ts';

/** Which of the values that a decoder may give: the least, the described one, or the greatest. */
export type Bound = 'least' | 'described' | 'greatest';

/** D3D11.3 19.5.2: of the distance between the endpoints, beside the absolute error. */
const ENDPOINT_SHARE = 0.03;
const LARGEST_HALF = 65_504;

/**
 * Every format, those in blocks too. BC1 to BC5 have a tolerance (D3D11.3 19.5.2; Vulkan names no precision of theirs),
 * from a reference of its own; the others are exact, as the units' codecs decode them.
 */
export function everyDecoding(bound: Bound): DecodingOf {
  return (format, _, design) => {
    const { codec, order } = format;
    if (codec === null) return undefined;
    const float = codec.scales.some(({ bits }) => bits === 0);
    const linearOne = 2 ** design.filter.srgbLinearBits - 1;
    const linear = (c: number) => codec.srgb && c < 3;
    const ones = codec.scales.map(({ one }, c) => (linear(c) ? linearOne : one));
    const codesOf = blockCodes(format, codec, bound);
    return {
      kind: float ? 'float' : 'fixed',
      ones,
      stored: order,
      range: rangeOf(codec, float),
      texel: (level, at, x, y) =>
        codesOf(level, at, codec.width * y + x).map((code, c) => {
          if (!order.includes(c)) return c < 3 ? 0 : 1;
          return linear(c) ? srgbLinear(code / codec.scales[c].one) * linearOne : code;
        }),
    };
  };
}

/** True if a decoder of the format may give more than one value. */
export function isTolerant({ name, codec }: TexelFormat): boolean {
  return codec !== null && referenceOf(name) !== undefined;
}

/** r, g, b, a of texel n of a block, in codes of the codec. */
type BlockCodes = (level: DataView, at: number, n: number) => Texel;

function blockCodes({ name }: TexelFormat, codec: BlockCodec, bound: Bound): BlockCodes {
  const reference = bound === 'described' ? undefined : referenceOf(name);
  if (reference !== undefined) {
    return (level, at, n) => {
      const values = boundOf(reference, bytesOf(level, at, codec), n, bound);
      return codec.scales.map(({ one }, c) => (values[c] ?? 0) * one);
    };
  }
  const texels = new Float32Array(4 * codec.width * codec.height);
  return (level, at, n) => {
    codec.decode(bytesOf(level, at, codec), 0, texels);
    return Array.from(texels.subarray(4 * n, 4 * n + 4));
  };
}

function bytesOf({ buffer, byteOffset }: DataView, at: number, { bytes }: BlockCodec): Uint8Array {
  return new Uint8Array(buffer, byteOffset + at, bytes);
}

function boundOf(
  { decode, absoluteError }: BlockFormat,
  block: Uint8Array,
  n: number,
  bound: Bound,
): readonly number[] {
  return decode(block)[n].map((value) => {
    if (value === undefined) return 0;
    const tolerance = value.exact ? 0 : absoluteError + ENDPOINT_SHARE * value.spread;
    return bound === 'least' ? value.lower - tolerance : value.upper + tolerance;
  });
}

/** BC1 without alpha and the sRGB formats have the blocks of these. */
function referenceOf(name: string): BlockFormat | undefined {
  const described = name.replace('bc1_rgb_', 'bc1_rgba_').replace('srgb', 'unorm');
  return BLOCK_FORMATS.find((format) => format.name === described);
}

function rangeOf({ scales: [red] }: BlockCodec, float: boolean): readonly [number, number] {
  if (float) return [red.signed ? -LARGEST_HALF : 0, LARGEST_HALF];
  return [red.signed ? -1 : 0, 1];
}
