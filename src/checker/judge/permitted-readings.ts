import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { codeOfOne } from '../../specification/texels/numeric-formats.ts';
import type { LodFreedom, Reading } from '../../specification/texels/reading.ts';
import { floatUlp } from '../float-precision.ts';
import { isFree, type Profile } from '../profiles.ts';
import { freedomOfCoordinates, snappedHull } from './specified-coordinates.ts';
import { srgbEncoded, srgbLinear } from '../../specification/texels/srgb.ts';
import type { BlockCodec } from '../../../rtl-model/formats/blocks/block-codec.ts';
import {
  type DecodedTexel,
  type Decoding,
  type DecodingOf,
  recordDecoding,
} from '../../specification/texels/decoding.ts';
import { BLOCK_FORMATS, type BlockFormat } from '../../specification/texels/blocks/bc.ts';

const ALL: readonly PermittedBound[] = ['least', 'described', 'greatest'];
const DESCRIBED: readonly PermittedBound[] = ['described'];
/** The exchanged border colour: no value between it and the described one is permitted. */
const EXCHANGED: readonly PermittedBound[] = ['exchanged'];

/**
 * The bounds of a specification's tolerances for the texels of a state, in groups: values between the bounds of a group
 * are permitted. Block texels (D3D11.3 19.5.2), sRGB texels (3.2.3.7) and custom border colours have tolerances. A
 * border may be off by one ULP of the format in Vulkan (Border Replacement), and by the precision of the filter in
 * D3D11.3 (7.18.9.1). Vulkan also permits some border colours to exchange components.
 */
export function boundsOf(
  sampler: Sampler,
  view: ImageView | null,
  profile: Profile,
): readonly (readonly PermittedBound[])[] {
  if (view === null) return [DESCRIBED];
  const main = isTolerant(view.format) || mayRoundBorder(sampler) ? ALL : DESCRIBED;
  return exchangedBorder(sampler, view, profile) === null ? [main] : [main, EXCHANGED];
}

/**
 * The reading of texels by an implementation at the bound.
 *
 * @param majorAxis the axis that wins in cubes, z if undefined
 * @param free true if coordinates have the freedom of the text in place of the design's widths
 */
export function readingAt(
  bound: PermittedBound,
  majorAxis: number | undefined,
  profile: Profile,
  free: boolean,
): Reading {
  const shared = {
    decodings: everyDecoding(bound),
    ...(bound in OPPOSITE && { subtracted: everyDecoding(OPPOSITE[bound]!) }),
    ...(majorAxis !== undefined && { majorAxis }),
    ...(free && { snap: freedomOfCoordinates(profile) }),
    lod: freedomOfLod(profile),
    lengths: { anyScaleFactor: isFree(profile, 'scale-factor'), quadLod: profile.specification === 'D3D11.3' },
  };
  if (profile.specification !== 'Vulkan') {
    const rounded = { depthReference: 'within-0.6-ulp', writtenCode: 'within-0.6-ulp' } as const;
    return { ...shared, ...rounded, exactBorder: true, extremesAreNumbers: free };
  }
  return {
    ...shared,
    exactBorder: true,
    anyConversion: true,
    anyCorner: true,
    depthReference: 'neighbours',
    filterFreedom: { weightBits: profile.subTexelPrecisionBits },
    writtenCode: 'neighbours',
    features: profile.features,
  };
}

/**
 * The freedom that a profile leaves to LODs (D3D11.3 7.18.10, 7.18.11; Vulkan: Scale Factor Operation, LOD Operation,
 * Image Level(s) Selection).
 */
export function freedomOfLod(profile: Profile): LodFreedom {
  const { specification, mipmapPrecisionBits: bits, maxSamplerLodBias } = profile;
  const anyRounding = isFree(profile, 'lod-rounding');
  return {
    snapped: (lod) => snappedHull(lod, bits, anyRounding),
    error: specification === 'Vulkan' ? 2 ** -bits : 0,
    maxSamplerLodBias,
    wholeMinimum: specification === 'Vulkan',
    minimumDecides: specification === 'D3D11.3',
    anyNearest: isFree(profile, 'level-rule'),
    anyWeight: isFree(profile, 'level-weight'),
  };
}

/** The sampler with the border colour that an implementation at the bound makes of it. */
export function samplerAt(bound: PermittedBound, sampler: Sampler, view: ImageView | null, profile: Profile): Sampler {
  if (view === null) return sampler;
  if (bound === 'exchanged') return { ...sampler, borderColor: exchangedBorder(sampler, view, profile)! };
  if (!mayRoundBorder(sampler)) return sampler;
  const ulp = profile.specification === 'Vulkan' ? 1 : 0.6;
  const direction = bound === 'least' ? -ulp : bound === 'greatest' ? ulp : 0;
  const [r, g, b, a] = sampler.borderColor.map((value, c) => neighbour(view.format, c, value, direction));
  return { ...sampler, borderColor: [r, g, b, a] };
}

/** True if a border is read that may be rounded: zeros and ones are exact. */
function mayRoundBorder(sampler: Sampler): boolean {
  return reachesBorder(sampler) && !isFixedBorder(sampler);
}

function isFixedBorder({ borderColor }: Sampler): boolean {
  return borderColor.every((component) => component === 0 || component === 1);
}

function reachesBorder({ addressModeU, addressModeV, addressModeW }: Sampler): boolean {
  return [addressModeU, addressModeV, addressModeW].includes('clamp_to_border');
}

/** The components that a fixed border colour may exchange (Vulkan: Border Replacement). */
const EXCHANGES: Readonly<Record<string, readonly number[]>> = {
  b4g4r4a4_unorm_pack16: [0, 1, 3, 2],
  r4g4b4a4_unorm_pack16: [3, 1, 2, 0],
};

/**
 * The other border colour that Vulkan allows (Border Replacement): of two formats with fixed colours, and of stencil,
 * which may take g of a custom colour without a format. Null where there is none. Vulkan 1.1 exchanges nothing.
 */
function exchangedBorder(sampler: Sampler, { format, aspect }: ImageView, { specification, text }: Profile) {
  if (specification !== 'Vulkan' || !reachesBorder(sampler)) return null;
  const [, g, b, a] = sampler.borderColor;
  const order = text === 'current' ? EXCHANGES[format.name] : undefined;
  if (order !== undefined && isFixedBorder(sampler)) {
    const [red, green, blue, alpha] = order.map((c) => sampler.borderColor[c]);
    return [red, green, blue, alpha] as const;
  }
  const free = aspect === 'stencil' && sampler.borderColorFormat === undefined && !isFixedBorder(sampler);
  return free ? ([g, g, b, a] as const) : null;
}

/** A value some ULPs of the format up or down, which formats of integers do without. */
function neighbour(format: TexelFormat, component: number, value: number, direction: number): number {
  const n = format.order.indexOf(component);
  if (n < 0 || direction === 0) return value;
  const bits = format.bits[n];
  switch (format.componentType) {
    case 'srgb':
      if (component === 3) return value + direction / 255;
      return srgbLinear(srgbEncoded(value) + direction / 255);
    case 'unorm':
    case 'snorm':
      return value + direction / codeOfOne(format.componentType, bits);
    case 'sfloat':
    case 'ufloat':
      return value + direction * floatUlp(value, FRACTION_BITS[bits] ?? 10, bits === 32 ? -126 : -14);
    default:
      return value;
  }
}

/** Fraction bits of the float formats by their width, those of shared exponents and blocks as halves. */
const FRACTION_BITS: Readonly<Record<number, number>> = { 32: 23, 16: 10, 11: 6, 10: 5, 9: 8 };

/**
 * The value of a decoder within its tolerance: the least, the described or the greatest one; or the described one with
 * the exchanged border colour.
 */
export type PermittedBound = 'least' | 'described' | 'greatest' | 'exchanged';

/** D3D11.3 19.5.2: of the distance between the endpoints, beside the absolute error. */
const ENDPOINT_SHARE = 0.03;
const LARGEST_HALF = 65_504;

/**
 * The decoding of every format at a bound. BC1 to BC5 have a tolerance around an independent reference (D3D11.3 19.5.2;
 * Vulkan names no precision), and sRGB has one (`linearised`). All others are exact, as the units' codecs decode them.
 */
export function everyDecoding(bound: PermittedBound): DecodingOf {
  return (format, aspect, design) => {
    const { codec, order, componentType } = format;
    if (codec === null) {
      if (componentType !== 'srgb' || END_OF_CODE[bound] === undefined) return undefined;
      return linearised(recordDecoding({ ...format, componentType: 'unorm' }, aspect, design)!, bound, design);
    }
    const float = codec.scales.some(({ bits }) => bits === 0);
    const codesOf = blockCodes(format, codec, bound);
    const stored: Decoding = {
      kind: float ? 'float' : 'fixed',
      ones: codec.scales.map(({ one }) => one),
      stored: order,
      range: rangeOf(codec, float),
      texel: (level, at, x, y) =>
        codesOf(level, at, codec.width * y + x).map((code, c) => {
          const absent = c < 3 ? 0 : 1;
          return order.includes(c) ? code : absent;
        }),
    };
    return codec.srgb ? linearised(stored, bound, design) : stored;
  };
}

/** The bound of texels that are subtracted. */
const OPPOSITE: Readonly<Partial<Record<PermittedBound, PermittedBound>>> = { least: 'greatest', greatest: 'least' };

/** The error of a decoder at a bound, in sRGB codes (D3D11.3 3.2.3.7). */
const END_OF_CODE: Readonly<Partial<Record<PermittedBound, number>>> = { least: -0.5, greatest: 0.5 };

/**
 * The decoding of sRGB codes to linear light. At a bound each texel is half a code off before it is filtered, but for 0
 * and 1, which are exact (D3D11.3 3.2.3.7).
 */
function linearised(codes: Decoding, bound: PermittedBound, { filter }: Design): Decoding {
  const linearOne = 2 ** filter.srgbLinearBits - 1;
  const isLinear = (c: number) => c < 3 && codes.stored.includes(c);
  const linear = (code: number, one: number) => {
    const end = code > 0 && code < one ? (END_OF_CODE[bound] ?? 0) : 0;
    return srgbLinear((code + end) / one) * linearOne;
  };
  return {
    ...codes,
    ones: codes.ones.map((one, c) => (isLinear(c) ? linearOne : one)),
    texel: (...at) => codes.texel(...at).map((code, c) => (isLinear(c) ? linear(code, codes.ones[c]) : code)),
  };
}

/** True if a decoder of the format may give more than one value. */
function isTolerant({ name, codec, componentType }: TexelFormat): boolean {
  return componentType === 'srgb' || (codec !== null && referenceOf(name) !== undefined);
}

/** r, g, b, a of texel n of a block, in codes of the codec. */
type BlockCodes = (level: DataView, at: number, n: number) => DecodedTexel;

function blockCodes({ name }: TexelFormat, codec: BlockCodec, bound: PermittedBound): BlockCodes {
  const reference = bound === 'least' || bound === 'greatest' ? referenceOf(name) : undefined;
  if (reference !== undefined) {
    const { decode, absoluteError } = reference;
    return (level, at, n) => {
      const values = decode(bytesOf(level, at, codec))[n];
      return codec.scales.map(({ one }, c) => {
        const value = values[c];
        if (value === undefined) return 0;
        const tolerance = value.exact ? 0 : absoluteError + ENDPOINT_SHARE * value.spread;
        return (bound === 'least' ? value.lower - tolerance : value.upper + tolerance) * one;
      });
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

/** The reference of a format; BC1 without alpha and sRGB formats share that of another. */
function referenceOf(name: string): BlockFormat | undefined {
  const described = name.replace('bc1_rgb_', 'bc1_rgba_').replace('srgb', 'unorm');
  return BLOCK_FORMATS.find((format) => format.name === described);
}

function rangeOf({ scales: [red] }: BlockCodec, float: boolean): readonly [number, number] {
  if (float) return [red.signed ? -LARGEST_HALF : 0, LARGEST_HALF];
  return [red.signed ? -1 : 0, 1];
}
