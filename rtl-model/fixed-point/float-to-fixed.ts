import { type FixedFormat, saturate } from './format.ts';
import { type RoundingMode, roundToInteger } from './rounding.ts';

/**
 * Float to fixed point, D3D11.3 3.2.4.1. NaN gives 0, infinities and overflow saturate, any other n becomes n * 2^f,
 * narrowed once. `nearest-even` is the specification's reference (0.5 ULP; 0.6 ULP is permitted).
 *
 * @param n a float32 or any float64; the product with 2^f is exact
 * @returns an integer of `format`
 */
export function floatToFixed(n: number, format: FixedFormat, mode: RoundingMode = 'nearest-even'): number {
  return Number.isNaN(n) ? 0 : roundToInteger(saturate(n * format.one, format), mode);
}

/**
 * Fixed point to float, D3D11.3 3.2.4.2. Exact in float32 for up to 24 bits; wider values round to nearest even.
 */
export function fixedToFloat(value: number, format: FixedFormat): number {
  return Math.fround(value / format.one);
}
