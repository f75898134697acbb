import type { YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { clamped, interval, type Interval, point, scaled, sum, widened } from '../exact/interval.ts';
import { swizzled } from '../state/result-components.ts';

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

/** R', G' and B' of C_R, Y' and C_B (Vulkan: Sampler Y'CbCr Model Conversion); float64 is within 2^-48. */
export function modelConverted([cr, y, cb]: readonly Interval[], model: YcbcrMatrix): readonly Interval[] {
  return modelRows(model).map((row) => sum(sum(y, times(cr, row.cr)), times(cb, row.cb)));
}

/**
 * C_R, Y' and C_B of codes of `bits` bits (Vulkan: Sampler Y'CbCr Range Expansion); float64 is within 2^-48.
 */
export function rangeExpanded(
  codes: readonly Interval[],
  range: YcbcrConversion['ycbcrRange'],
  bits: number,
): readonly Interval[] {
  const step = 2 ** (bits - 8);
  const one = 2 ** bits - 1;
  const full = range === 'itu_full';
  const luma = (code: number) => (full ? code / one : (code - 16 * step) / (219 * step));
  const chroma = (code: number) => (code - 128 * step) / (full ? one : 224 * step);
  return [chroma, luma, chroma].map((of, c) => interval(of(codes[c].lower), of(codes[c].upper)));
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

/** C_R, Y' and C_B, held to their ranges where an implementation clamps them. */
export function expansionClamped(
  [cr, y, cb]: readonly Interval[],
  { luma, chroma }: Pick<ConversionClamps, 'luma' | 'chroma'>,
): readonly Interval[] {
  const [heldR, heldB] = [cr, cb].map((c) => (chroma ? clamped(c, -0.5, 0.5) : c));
  return [heldR, luma ? clamped(y, 0, 1) : y, heldB];
}

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
  const one = 2 ** bits - 1;
  const ulp = clamps === undefined ? 0 : 1 / one;
  const [r, g, b, a] = swizzled(color, components, point(0), point(1));
  if (ycbcrModel === 'rgb_identity') return [r, g, b, a];
  const codes = [r, g, b].map((component) => scaled(component, one));
  const expanded = rangeExpanded(codes, ycbcrRange, bits);
  const clampedTo = clamps === undefined ? expanded : expansionClamped(expanded, clamps);
  const held = clampedTo.map((component) => widened(component, ulp));
  if (ycbcrModel === 'ycbcr_identity') return [...held.map(rounded), a];
  const rgb = modelConverted(held, ycbcrModel).map((component) => widened(rounded(component), ulp));
  return [...(clamps?.rgb ? rgb.map((component) => clamped(component, 0, 1)) : rgb), a];
}

function times({ lower, upper }: Interval, factor: number): Interval {
  return factor < 0 ? interval(upper * factor, lower * factor) : interval(lower * factor, upper * factor);
}

function rounded({ lower, upper }: Interval): Interval {
  return interval(Math.fround(lower - 2 ** -46), Math.fround(upper + 2 ** -46));
}
