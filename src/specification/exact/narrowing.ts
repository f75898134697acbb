import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { LEAST_NORMAL } from './float32.ts';
import { type Interval, interval, scaled } from './interval.ts';

/**
 * The integers that a rounding mode may make of the numbers of an interval. Every mode is monotone, so the ends bound
 * what lies between. A tie may go either way, and toward zero either way too: what is rounded may be an offset away.
 */
export function narrowed({ lower, upper }: Interval, mode: RoundingMode): Interval {
  switch (mode) {
    case 'floor':
      return interval(Math.floor(lower), Math.floor(upper));
    case 'ceil':
      return interval(Math.ceil(lower), Math.ceil(upper));
    case 'toward-zero':
      return interval(Math.floor(lower), Math.ceil(upper));
    default:
      return interval(Math.ceil(lower - 0.5), Math.floor(upper + 0.5));
  }
}

/** A fraction that is narrowed to a grid of `step`: it is not negative, so toward zero is down. */
export function narrowedFraction(x: Interval, step: number, mode: RoundingMode): Interval {
  return scaled(narrowed(scaled(x, 1 / step), mode === 'toward-zero' ? 'floor' : mode), step);
}

/** The distance that one narrowing moves a value, in steps of the grid it is narrowed to. */
export function narrowingError(mode: RoundingMode): Interval {
  switch (mode) {
    case 'floor':
      return interval(-1, 0);
    case 'ceil':
      return interval(0, 1);
    case 'toward-zero':
      return interval(-1, 1);
    default:
      return interval(-0.5, 0.5);
  }
}

/** The part of a number that goes, at most, where bits below its significant ones are cut off. */
export function cutOff(bits: number | 'exact'): number {
  return bits === 'exact' ? 0 : 2 ** (1 - bits);
}

/**
 * A quotient of float32 values: rounded to float32, or with significant bits alone, where denormals count as zeros
 * before the division and after it, and what is too large is infinite.
 */
export function divided(a: number, b: number, bits: number | 'exact'): number {
  if (bits === 'exact') return Math.fround(a / b);
  const [x, y] = [a, b].map((operand) => (Math.abs(operand) < LEAST_NORMAL ? 0 * operand : operand));
  const exact = Math.abs(x / y);
  if (exact < LEAST_NORMAL) return 0 * (x / y);
  if (!Number.isFinite(exact)) return x / y;
  let step = 2 ** -126;
  while (exact >= 2 ** bits * step) step *= 2;
  while (exact < 2 ** (bits - 1) * step) step /= 2;
  return Math.fround(Math.sign(x / y) * Math.floor(exact / step) * step);
}
