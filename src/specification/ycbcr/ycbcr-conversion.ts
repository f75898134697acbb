import type { YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { clamped, interval, type Interval, point, sum, widened } from '../exact/interval.ts';
import { swizzled } from '../state/result-components.ts';

/** C_R, Y' and C_B, as they stand in r, g and b; or R', G' and B'. */
export type Triple = readonly [r: number, g: number, b: number];

/** The shares of R' and of B' in Y' (Khronos Data Format: BT.709, BT.601 and BT.2020 Y'CbCr conversion). */
const LUMA = {
  ycbcr_709: { red: 0.2126, blue: 0.0722 },
  ycbcr_601: { red: 0.299, blue: 0.114 },
  ycbcr_2020: { red: 0.2627, blue: 0.0593 },
} as const;
export type YcbcrMatrix = keyof typeof LUMA;

/** The factors of C_R and C_B in R', G' and B'; that of Y' is 1. */
export function modelRows(model: YcbcrMatrix): readonly { readonly cr: number; readonly cb: number }[] {
  const { red, blue } = LUMA[model];
  const green = 1 - red - blue;
  return [
    { cr: 2 * (1 - red), cb: 0 },
    { cr: (-2 * red * (1 - red)) / green, cb: (-2 * blue * (1 - blue)) / green },
    { cr: 0, cb: 2 * (1 - blue) },
  ];
}

/** R', G' and B' (Vulkan: Sampler Y'CbCr Model Conversion); float64 is within 2^-48. */
export function modelConverted([cr, y, cb]: Triple, model: YcbcrMatrix): Triple {
  const [r, g, b] = modelRows(model).map((row) => y + row.cr * cr + row.cb * cb);
  return [r, g, b];
}

type Range = YcbcrConversion['ycbcrRange'];

/** Codes of `bits` bits after range expansion (Vulkan: Sampler Y'CbCr Range Expansion); float64 is within 2^-48. */
export function rangeExpanded([cr, y, cb]: Triple, range: Range, bits: number): Triple {
  return [expandedChroma(cr, range, bits), expandedLuma(y, range, bits), expandedChroma(cb, range, bits)];
}

function expandedLuma(code: number, range: Range, bits: number): number {
  const step = 2 ** (bits - 8);
  return range === 'itu_full' ? code / (2 ** bits - 1) : (code - 16 * step) / (219 * step);
}

function expandedChroma(code: number, range: Range, bits: number): number {
  const step = 2 ** (bits - 8);
  return (code - 128 * step) / (range === 'itu_full' ? 2 ** bits - 1 : 224 * step);
}

/** The ranges that an implementation may clamp C_R, Y' and C_B to. */
export function clampedTriple([cr, y, cb]: Triple): Triple {
  const chroma = (c: number) => Math.max(-0.5, Math.min(0.5, c));
  return [chroma(cr), Math.max(0, Math.min(1, y)), chroma(cb)];
}

/** The values that an implementation is free to clamp (Vulkan: Sampler YCbCr Range Expansion and Model Conversion). */
export interface ConversionClamps {
  /** Y' to [0, 1]; C_B and C_R to [-0.5, 0.5]; R', G' and B' to [0, 1]. */
  readonly luma: boolean;
  readonly chroma: boolean;
  readonly rgb: boolean;
}

const EITHER = [false, true] as const;

export const CONVERSION_CLAMPS: readonly ConversionClamps[] = EITHER.flatMap((luma) =>
  EITHER.flatMap((chroma) => EITHER.map((rgb) => ({ luma, chroma, rgb }))),
);

/**
 * Sampler Y'CbCr conversion of r = C_R, g = Y', b = C_B: component swizzle, range expansion, model conversion, and one
 * rounding to float32 (Vulkan: Sampler YCbCr Conversion). Without clamps it is exact; with them the range expansion and
 * the model conversion have the precision of the format, one ULP each.
 *
 * Fewer than 20 float64 operations on numbers below 8 leave 2^-46 at most.
 *
 * @param bits n: of a component of the format
 * @param clamps of an implementation; nothing is clamped if left out
 */
export function convertedColor(
  color: readonly Interval[],
  { components, ycbcrModel, ycbcrRange }: YcbcrConversion,
  bits: number,
  clamps?: ConversionClamps,
): readonly Interval[] {
  const ulp = clamps === undefined ? 0 : 1 / (2 ** bits - 1);
  const [r, g, b, a] = swizzled(color, components, point(0), point(1));
  if (ycbcrModel === 'rgb_identity') return [r, g, b, a];
  const heldChroma = (c: Interval) => (clamps?.chroma ? clamped(c, -0.5, 0.5) : c);
  const expand = ({ lower, upper }: Interval, of: typeof expandedLuma) => {
    const [least, most] = [lower, upper].map((value) => of(value * (2 ** bits - 1), ycbcrRange, bits));
    return widened(interval(least, most), ulp);
  };
  const [cr, cb] = [r, b].map((c) => heldChroma(expand(c, expandedChroma)));
  const anyLuma = expand(g, expandedLuma);
  const y = clamps?.luma ? clamped(anyLuma, 0, 1) : anyLuma;
  if (ycbcrModel === 'ycbcr_identity') return [rounded(cr), rounded(y), rounded(cb), a];
  const rgb = modelRows(ycbcrModel).map((row) => {
    const converted = widened(rounded(sum(y, sum(times(cb, row.cb), times(cr, row.cr)))), ulp);
    return clamps?.rgb ? clamped(converted, 0, 1) : converted;
  });
  return [...rgb, a];
}

function times({ lower, upper }: Interval, factor: number): Interval {
  return factor < 0 ? interval(upper * factor, lower * factor) : interval(lower * factor, upper * factor);
}

function rounded({ lower, upper }: Interval): Interval {
  return interval(Math.fround(lower - 2 ** -46), Math.fround(upper + 2 ** -46));
}
