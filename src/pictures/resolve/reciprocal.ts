import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { roundShift, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';

/**
 * 'exact' for a correctly rounded reciprocal, or the correct bits of an approximation: relative error below 2^-bits.
 */
export type ReciprocalPrecision = 'exact' | number;

/** The widest approximation: its results have bits + 2 significant bits, and float32 holds 24. */
export const MOST_RECIPROCAL_BITS = 22;

const FRACTION_BITS = 23;
const SMALLEST_NORMAL = 2 ** -126;
/** 2^(127 - e) for the biased exponent e of a float32. */
const SCALES = Float64Array.from({ length: 256 }, (_, exponent) => 2 ** (127 - exponent));

/**
 * The reciprocal unit. The approximation is the piecewise linear one of hardware. It has a table of 2^h + 1 values of 1
 * / s for a significand s in [1, 2), with h = ceil((bits - 1) / 2). The first h bits of the fraction select a segment,
 * the rest interpolate within it. Table and result have n = bits + 2 fraction bits, both rounded to nearest even.
 *
 * The relative error has two parts. On a segment of width d = 2^-h from a, the chord lies above 1 / s by at most
 * d^2 / (4 a (a + d)) of it. The two roundings err by at most 2^-n together, which is s 2^-n of 1 / s. The sum is below
 * 2^-bits for every s. Powers of two are exact, and a larger significand never has the larger reciprocal.
 *
 * @returns 1 / x as a float32, of a float32. The special values are those of IEEE 754: zeros give infinities and
 * infinities give zeros, signs are kept, NaN gives NaN. A result beyond the largest float32 is infinity. A result below
 * the smallest normal is rounded as a denormal.
 * @throws RangeError when the precision is neither 'exact' nor an integer from 1 to 22
 */
export function reciprocalUnit(precision: ReciprocalPrecision): (x: number) => number {
  if (precision === 'exact') return (x) => Math.fround(1 / x);
  if (!Number.isInteger(precision) || precision < 1 || precision > MOST_RECIPROCAL_BITS) {
    throw new RangeError(`reciprocal of ${precision} bits; expected "exact" or 1 to ${MOST_RECIPROCAL_BITS}`);
  }
  const segments = 2 ** Math.ceil((precision - 1) / 2);
  const one = 2 ** (precision + 2);
  const unit = 1 / one;
  /** The number of fraction bits used for the interpolation. */
  const restBits = FRACTION_BITS - Math.log2(segments);
  const restMask = 2 ** restBits - 1;
  /** 1 / s at the ends of the segments, in units of 2^-n. */
  const table = Float64Array.from({ length: segments + 1 }, (_, i) =>
    roundToInteger((one * segments) / (segments + i), 'nearest-even'),
  );
  return (x) => {
    const magnitude = Math.abs(x);
    if (!(magnitude > 0 && magnitude < Infinity)) return 1 / x;
    const lift = magnitude < SMALLEST_NORMAL ? 2 ** 24 : 1;
    const pattern = floatBits(magnitude * lift);
    const segment = (pattern & 0x7fffff) >>> restBits;
    const left = table[segment];
    const drop = roundShift((left - table[segment + 1]) * (pattern & restMask), restBits, 'nearest-even');
    const value = Math.fround((left - drop) * unit * SCALES[pattern >>> FRACTION_BITS] * lift);
    return x < 0 ? -value : value;
  };
}
