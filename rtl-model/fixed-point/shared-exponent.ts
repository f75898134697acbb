import { floatBits } from './float32.ts';
import { roundToInteger } from './rounding.ts';

/*
 * A shared-exponent color has three 9-bit fractions without a hidden bit and one 5-bit exponent of bias 15. A component
 * is 0.f * 2^(e - 15), so one unit of a fraction is worth 2^(e - 24). There is no sign, infinity or NaN (D3D11.3
 * 19.3.2; Vulkan: E5B9G9R9_UFLOAT_PACK32).
 */

const FRACTION_BITS = 9;
const EXPONENT_BIAS = 15;
const FRACTION_END = 2 ** FRACTION_BITS;

/** The value of one unit of a fraction, for each biased exponent. */
export const SHARED_EXPONENT_ULP = Float64Array.from(
  { length: 32 },
  (_, e) => 2 ** (e - EXPONENT_BIAS - FRACTION_BITS),
);

/** The largest value: fractions of 511 and an exponent of 31. */
export const SHARED_EXPONENT_LARGEST = 65_408;

/**
 * A color as a 32-bit word, 0 to 2^32 - 1: r in bits 8..0, g in 17..9, b in 26..18, the exponent in 31..27 (D3D11.3
 * 19.3.2.2). The exponent is that of the largest component. Negative values and NaN give 0, values beyond 65408 give
 * 65408. Fractions are rounded to nearest even; D3D11.3 allows any round to nearest.
 *
 * @param r,g,b float32
 */
export function encodeSharedExponent(r: number, g: number, b: number): number {
  const red = clamped(r);
  const green = clamped(g);
  const blue = clamped(b);
  const largest = Math.max(red, green, blue);
  let exponent = Math.max((floatBits(largest) >>> 23) - 127 + EXPONENT_BIAS + 1, 0);
  // The largest fraction may round up to 512.
  if (roundToInteger(largest / SHARED_EXPONENT_ULP[exponent], 'nearest-even') === FRACTION_END) exponent++;
  const fraction = (x: number) => roundToInteger(x / SHARED_EXPONENT_ULP[exponent], 'nearest-even');
  return (fraction(red) | (fraction(green) << 9) | (fraction(blue) << 18) | (exponent << 27)) >>> 0;
}

function clamped(x: number): number {
  return Number.isNaN(x) ? 0 : Math.max(0, Math.min(x, SHARED_EXPONENT_LARGEST));
}
