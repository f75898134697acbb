import { type RoundingMode, roundShift, roundToInteger } from '../../fixed-point/rounding.ts';

/**
 * Linear interpolation of two integers, a (1 - w) + b w. The result has the weight's fraction bits more than a and b;
 * `dropped` of them are narrowed away.
 *
 * @param weight an integer from 0 to `one`
 * @param one 2^(bits of the weight)
 * @param dropped 0 to the fraction bits of the result
 */
export function lerp(
  a: number,
  b: number,
  weight: number,
  one: number,
  dropped: number,
  rounding: RoundingMode,
): number {
  const exact = a * one + (b - a) * weight;
  return dropped === 0 ? exact : roundShift(exact, dropped, rounding);
}

/**
 * Linear interpolation of two integers with weights of n bits that are fractions of 2^n - 1: (a (ones - w) + b w) / ones.
 * The result, with fraction bits more than a and b, is narrowed once. No quotient is a tie, because 2^n - 1 is odd.
 *
 * @param weight an integer from 0 to 2^n; a weight of 2^n counts as 2^n - 1
 * @param ones 2^n - 1
 * @param kept 2^(fraction bits that the result has more)
 */
export function lerpOfOnes(
  a: number,
  b: number,
  weight: number,
  ones: number,
  kept: number,
  rounding: RoundingMode,
): number {
  const sum = a * ones + (b - a) * Math.min(weight, ones);
  return roundToInteger((sum * kept) / ones, rounding);
}

/**
 * Bilinear interpolation of four integers with nothing narrowed: 2 b bits more than the texels for weights of b bits.
 * Taps in the order (i0, j0), (i1, j0), (i0, j1), (i1, j1).
 *
 * @param a,b weights of i1 and j1  @param a0,b0 weights of i0 and j0, 2^b minus the others
 */
export function bilinear(
  t00: number,
  t10: number,
  t01: number,
  t11: number,
  a0: number,
  a: number,
  b0: number,
  b: number,
): number {
  return (t00 * a0 + t10 * a) * b0 + (t01 * a0 + t11 * a) * b;
}
