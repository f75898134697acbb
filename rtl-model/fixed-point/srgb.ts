import { roundToInteger } from './rounding.ts';

/**
 * 8-bit sRGB to linear, the ideal of D3D11.3 3.2.3.7 (Khronos Data Format: sRGB EOTF) in float64. 0 and 255 give
 * exactly 0 and 1; the other codes err by a few float64 ULP.
 *
 * @param code 0 to `one`
 * @param one the code of 1
 * @returns 0 to 1
 */
export function srgbToLinear(code: number, one = 255): number {
  const c = code / one;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

/**
 * Linear to sRGB, D3D11.3 3.2.3.8 without its tolerance. NaN gives 0, other values are clamped to [0, 1], ties go up.
 *
 * @param x a float32 or any float64
 * @param bits width of the code, 1 to 24
 * @returns 0 to 2^bits - 1
 */
export function linearToSrgb(x: number, bits = 8): number {
  if (Number.isNaN(x)) return 0;
  const linear = Math.max(0, Math.min(x, 1));
  const c = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return roundToInteger(c * (2 ** bits - 1), 'nearest-up');
}

/**
 * The decoder's table of linear values, one integer for each sRGB code: 0 is 0, 2^linearBits - 1 is 1, rounded
 * to nearest even. 12 bits are the fewest that stay within the 0.5 ULP of D3D11.3 3.2.3.7 for every 8-bit code.
 *
 * @param linearBits 1 to 24
 * @param one the code of 1: 255, or that of a block codec
 */
export function srgbLinearTable(linearBits: number, one = 255): Float32Array {
  const key = `${linearBits}/${one}`;
  const known = TABLES.get(key);
  if (known !== undefined) return known;
  const largest = 2 ** linearBits - 1;
  const table = Float32Array.from({ length: one + 1 }, (_, code) =>
    roundToInteger(srgbToLinear(code, one) * largest, 'nearest-even'),
  );
  TABLES.set(key, table);
  return table;
}

/** The tables, which all units share. */
const TABLES = new Map<string, Float32Array>();
