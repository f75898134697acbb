import type { YcbcrConversion } from '../../../rtl-model/state/sampler.ts';

/** C_R, Y' and C_B, as they stand in r, g and b; or R', G' and B'. */
export type Triple = readonly [r: number, g: number, b: number];

/** How much of R' and of B' is in Y' (Khronos Data Format: BT.709, BT.601 and BT.2020 Y'CbCr conversion). */
const LUMA = {
  ycbcr_709: { red: 0.2126, blue: 0.0722 },
  ycbcr_601: { red: 0.299, blue: 0.114 },
  ycbcr_2020: { red: 0.2627, blue: 0.0593 },
} as const;
export type YcbcrMatrix = keyof typeof LUMA;

/** Codes of `bits` bits after range expansion (Vulkan: Sampler Y'CbCr Range Expansion); float64 is within 2^-48. */
export function rangeExpanded([cr, y, cb]: Triple, range: YcbcrConversion['ycbcrRange'], bits: number): Triple {
  const [one, step] = [2 ** bits - 1, 2 ** (bits - 8)];
  if (range === 'itu_full') return [(cr - 128 * step) / one, y / one, (cb - 128 * step) / one];
  return [(cr - 128 * step) / (224 * step), (y - 16 * step) / (219 * step), (cb - 128 * step) / (224 * step)];
}

/** What Y', C_B and C_R count for in R', G' and B', the factor of Y' being 1. */
export function modelRows(model: YcbcrMatrix): readonly { readonly cr: number; readonly cb: number }[] {
  const { red, blue } = LUMA[model];
  const green = 1 - red - blue;
  return [
    { cr: 2 * (1 - red), cb: 0 },
    { cr: (-2 * red * (1 - red)) / green, cb: (-2 * blue * (1 - blue)) / green },
    { cr: 0, cb: 2 * (1 - blue) },
  ];
}

/** What an implementation may clamp Y', C_B and C_R to. */
export function clampedTriple([cr, y, cb]: Triple): Triple {
  const chroma = (c: number) => Math.max(-0.5, Math.min(0.5, c));
  return [chroma(cr), Math.max(0, Math.min(1, y)), chroma(cb)];
}

/** R', G' and B' (Vulkan: Sampler Y'CbCr Model Conversion); float64 is within 2^-48. */
export function modelConverted([cr, y, cb]: Triple, model: YcbcrMatrix): Triple {
  const [r, g, b] = modelRows(model).map((row) => y + row.cr * cr + row.cb * cb);
  return [r, g, b];
}
