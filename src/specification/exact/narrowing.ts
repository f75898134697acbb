import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
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
