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

/** One number alone. */
export function point(x: number): Interval {
  return { lower: x, upper: x };
}

/** r, g, b and a without constraint. */
export const ANY_COLOR: readonly Interval[] = [ANYTHING, ANYTHING, ANYTHING, ANYTHING];

/** The smallest interval that holds two others; no interval but ANYTHING holds NaN and numbers. */
export function hull(a: Interval, b: Interval): Interval {
  const lower = Math.min(a.lower, b.lower);
  if (Number.isNaN(lower) && Number.isNaN(a.lower) !== Number.isNaN(b.lower)) return ANYTHING;
  return { lower, upper: Math.max(a.upper, b.upper) };
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

/** Each number of the interval, held between bounds that are intervals; the smallest wins. */
export function held(a: Interval, smallest: Interval, largest: Interval): Interval {
  return {
    lower: Math.max(smallest.lower, Math.min(largest.lower, a.lower)),
    upper: Math.max(smallest.upper, Math.min(largest.upper, a.upper)),
  };
}

/** The smallest intervals that hold each component of two colours. */
export function hulls(a: readonly Interval[], b: readonly Interval[]): readonly Interval[] {
  return a.map((range, c) => hull(range, b[c]));
}

/** True if a result is in the interval; NaN is in ANYTHING alone. */
export function contains(a: Interval, x: number): boolean {
  return Number.isNaN(x) ? a.lower === -Infinity && a.upper === Infinity : x >= a.lower && x <= a.upper;
}

/** The whole numbers of an interval; none where its ends are exchanged. */
export function integersOf({ lower, upper }: Interval): readonly number[] {
  const first = Math.ceil(lower);
  return Array.from({ length: Math.max(0, Math.floor(upper) - first + 1) }, (_, n) => first + n);
}

/** The ends of an interval, and the multiples of a step between them. */
export function gridPoints({ lower, upper }: Interval, step: number): readonly number[] {
  const points = [lower];
  for (let n = Math.floor(lower / step) + 1; n < upper / step; n++) points.push(n * step);
  if (upper > lower) points.push(upper);
  return points;
}
