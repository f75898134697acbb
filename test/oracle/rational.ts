import type { RoundingMode } from '../../rtl-model/fixed-point/rounding.ts';
import { nearestEven } from '../../src/specification/exact/dyadic.ts';

/** An exact fraction; the denominator is positive, and the two may have a common divisor. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** numerator / denominator; the denominator is not 0. */
export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const n = BigInt(numerator);
  const d = BigInt(denominator);
  return d < 0n ? { numerator: -n, denominator: -d } : { numerator: n, denominator: d };
}

/**
 * The exact value of a finite number.
 *
 * @throws RangeError for NaN and infinities
 */
export function exactly(x: number): Rational {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is no rational number`);
  let denominator = 1n;
  let scaled = x;
  while (!Number.isInteger(scaled)) {
    // Doubling is exact.
    scaled *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(scaled), denominator };
}

/**
 * x times a whole factor, to the nearest integer of 2^-fractionBits, the even one of two.
 *
 * @param x finite
 */
export function nearestFixed(x: number, factor: number, fractionBits: number): bigint {
  const { numerator, denominator } = exactly(x);
  return nearestEven(numerator * BigInt(factor) * 2n ** BigInt(fractionBits), denominator);
}

export function add(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiply(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function divide(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** a^exponent for a whole exponent of 0 or more. */
export function power(a: Rational, exponent: number): Rational {
  return { numerator: a.numerator ** BigInt(exponent), denominator: a.denominator ** BigInt(exponent) };
}

export function absolute(a: Rational): Rational {
  return a.numerator < 0n ? { numerator: -a.numerator, denominator: a.denominator } : a;
}

/** Negative, zero or positive as a is smaller than, equal to or larger than b. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The whole number that the mode selects. */
export function round({ numerator, denominator }: Rational, mode: RoundingMode): bigint {
  return ROUNDED_QUOTIENT[mode](numerator, denominator);
}

/** Each mode from its own definition, on n / d with d positive. */
const ROUNDED_QUOTIENT: Record<RoundingMode, (n: bigint, d: bigint) => bigint> = {
  floor: floorQuotient,
  ceil: (n, d) => -floorQuotient(-n, d),
  'toward-zero': (n, d) => n / d,
  'nearest-up': nearestUp,
  'nearest-down': (n, d) => -nearestUp(-n, d),
  'nearest-away': (n, d) => (n < 0n ? -nearestUp(-n, d) : nearestUp(n, d)),
  'nearest-toward-zero': (n, d) => (n < 0n ? nearestUp(n, d) : -nearestUp(-n, d)),
  'nearest-even': (n, d) => {
    const up = nearestUp(n, d);
    return up % 2n === 0n ? up : -nearestUp(-n, d);
  },
};

/** floor(n / d + 1 / 2) */
function nearestUp(n: bigint, d: bigint): bigint {
  return floorQuotient(2n * n + d, 2n * d);
}

function floorQuotient(n: bigint, d: bigint): bigint {
  const quotient = n / d;
  return n % d < 0n ? quotient - 1n : quotient;
}
