import type { RoundingMode } from '../../rtl-model/fixed-point/rounding.ts';
import { absolute, compare, divide, type Rational, rational, round } from './rational.ts';

/** The exponent of the first bit of x, which is not 0. */
export function exponentOf(x: Rational): number {
  const { numerator, denominator } = absolute(x);
  const near = numerator.toString(2).length - denominator.toString(2).length;
  return compare(absolute(x), powerOfTwo(near)) < 0 ? near - 1 : near;
}

export function powerOfTwo(exponent: number): Rational {
  return exponent < 0 ? rational(1n, 2n ** BigInt(-exponent)) : rational(2n ** BigInt(exponent));
}

/** x as a float of at most 24 bits. Below the least exponent it is a whole number of that exponent's last places. */
export function roundedFloat(x: Rational, bits: number, leastExponent: number, mode: RoundingMode): number {
  if (x.numerator === 0n) return 0;
  const place = Math.max(exponentOf(x), leastExponent) - bits + 1;
  return Number(round(divide(x, powerOfTwo(place)), mode)) * 2 ** place;
}
