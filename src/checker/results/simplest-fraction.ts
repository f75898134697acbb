import type { Interval } from '../../specification/exact/interval.ts';

const MOST_STEPS = 64;

/** The fraction with the smallest denominator in an interval of numbers of at least 0, by continued fractions. */
export function simplestIn({ lower, upper }: Interval): number {
  const { numerator, denominator } = simplest(lower, upper, MOST_STEPS);
  return numerator / denominator;
}

interface Fraction {
  readonly numerator: number;
  readonly denominator: number;
}

function simplest(lower: number, upper: number, steps: number): Fraction {
  const whole = Math.ceil(lower);
  if (whole <= upper || steps === 0) return { numerator: whole, denominator: 1 };
  const below = Math.floor(lower);
  const { numerator, denominator } = simplest(1 / (upper - below), 1 / (lower - below), steps - 1);
  return { numerator: below * numerator + denominator, denominator: numerator };
}
