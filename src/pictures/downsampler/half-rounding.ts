import { FLOAT16 } from '../../../rtl-model/fixed-point/float16.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';

/** The smallest number that IEEE 754 rounds to infinity: half-way between the largest half and the next value. */
const OVERFLOW = 65520;
/** The exponent bias of float32 less that of float16. */
const BIAS_DIFFERENCE = 127 - FLOAT16.exponentBias;

/** The number of units in the last place in 1, for each biased exponent: powers of two, so that a product is exact. */
const ULPS = FLOAT16.ulp.map((ulp) => 1 / ulp);

/**
 * The value of the half nearest to a number, ties to even. It equals the value that floatToHalf stores, without the
 * conversion to bits. Infinities, NaN, denorms and the sign of zero are kept.
 *
 * @param x a float32 or any float64
 */
export function roundToHalf(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < OVERFLOW)) return x * Infinity;
  // The exponent of a float64 just below a power of two may come out one too large. The number is then just below 1024
  // units and rounds to 1024, which is that power of two, as it does in the smaller units.
  const exponent = Math.max((floatBits(magnitude) >>> 23) - BIAS_DIFFERENCE, 1);
  const rounded = roundToInteger(x * ULPS[exponent], 'nearest-even') * FLOAT16.ulp[exponent];
  return rounded === 0 ? x * 0 : rounded;
}
