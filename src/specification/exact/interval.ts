/** The numbers from lower to upper, both included. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** No constraint, NaN included: the specification leaves the value open. */
export const ANYTHING: Interval = Object.freeze({ lower: -Infinity, upper: Infinity });

export function interval(lower: number, upper: number): Interval {
  return { lower, upper };
}

/** The smallest interval that holds two others. */
export function hull(a: Interval, b: Interval): Interval {
  return { lower: Math.min(a.lower, b.lower), upper: Math.max(a.upper, b.upper) };
}

export function sum(a: Interval, b: Interval): Interval {
  return { lower: a.lower + b.lower, upper: a.upper + b.upper };
}

/** Each number of the interval times a factor of at least 0. */
export function scaled(a: Interval, factor: number): Interval {
  return { lower: a.lower * factor, upper: a.upper * factor };
}

/** Each number of the interval, moved up or down by at most `distance`. */
export function widened(a: Interval, distance: number): Interval {
  return { lower: a.lower - distance, upper: a.upper + distance };
}

/** Each number of the interval, held to [smallest, largest]. */
export function clamped(a: Interval, smallest: number, largest: number): Interval {
  const held = (x: number) => Math.max(smallest, Math.min(largest, x));
  return { lower: held(a.lower), upper: held(a.upper) };
}

/** True if a result is in the interval; NaN is in ANYTHING alone. */
export function contains(a: Interval, x: number): boolean {
  return Number.isNaN(x) ? a.lower === -Infinity && a.upper === Infinity : x >= a.lower && x <= a.upper;
}
