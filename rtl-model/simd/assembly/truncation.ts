import { powerOf2 } from './narrow.ts';

/* Steps of `rtl-model/fixed-point/truncation.ts` on two float64. Units are powers of two, or 0 for widths that are exact. */

/** Exponent bits of two float64. */
const EXPONENT: u64 = 0x7ff0_0000_0000_0000;

/** `leadingBit` of two finite numbers. */
export function leadingBit(x: v128): v128 {
  return v128.and(x, i64x2.splat(EXPONENT));
}

/** `cutBelow` of two numbers. @param last two powers of two from 2^-1021 to 2^1021, or zeros */
export function cutBelow(x: v128, last: v128): v128 {
  // The biased exponents of a power of two and of its reciprocal add up to 2046.
  const reciprocal = i64x2.sub(i64x2.splat((<i64>2046) << 52), last);
  const cut = f64x2.mul(f64x2.trunc(f64x2.mul(x, reciprocal)), last);
  return v128.bitselect(x, cut, f64x2.eq(last, f64x2.splat(0)));
}

/** `truncated` of two finite numbers. */
export function truncated(x: v128, unit: f64): v128 {
  return cutBelow(x, f64x2.mul(leadingBit(x), f64x2.splat(unit)));
}

/** `flushDenorm` of two numbers: zeros, of the same sign, of those below the normal numbers of float32. */
export function flushDenorm(x: v128): v128 {
  const isNormal = v128.not(f64x2.lt(f64x2.abs(x), powerOf2(-126)));
  return v128.and(x, v128.or(isNormal, f64x2.splat(-0.0)));
}
