import type { Interval } from '../../specification/exact/interval.ts';

/** y = slope x + intercept. */
export interface CurveLine {
  readonly slope: number;
  readonly intercept: number;
}

/** An upright segment that a line shall pass through. */
export interface CurveSegment {
  readonly x: number;
  readonly y: Interval;
}

/** Steps of the search for a slope, and of a continued fraction. */
const STEPS = 100;
const MOST_STEPS = 64;

/** The line through all segments that stays farthest from their ends, flat if possible; null if there is no line. */
export function lineThrough(segments: readonly CurveSegment[]): CurveLine | null {
  const flat = bandOf(segments, 0);
  if (flat.lower <= flat.upper) {
    const whole = [0, 1].find((y) => y >= flat.lower && y <= flat.upper);
    return { slope: 0, intercept: whole ?? (flat.lower + flat.upper) / 2 };
  }
  // The gap between the highest lower end and the lowest upper end is convex in the slope.
  const gap = (slope: number) => {
    const { lower, upper } = bandOf(segments, slope);
    return lower - upper;
  };
  let [low, high] = [-64, 64];
  for (let step = 0; step < STEPS; step++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (gap(a) < gap(b)) high = b;
    else low = a;
  }
  const slope = (low + high) / 2;
  const { lower, upper } = bandOf(segments, slope);
  // Segments that are points leave a gap of rounding errors.
  return lower <= upper + 2 ** -40 ? { slope, intercept: (lower + upper) / 2 } : null;
}

/** Intercepts with which a line of this slope passes through all segments: none where lower is above upper. */
function bandOf(segments: readonly CurveSegment[], slope: number): Interval {
  let [lower, upper] = [-Infinity, Infinity];
  for (const { x, y } of segments) {
    lower = Math.max(lower, y.lower - slope * x);
    upper = Math.min(upper, y.upper - slope * x);
  }
  return { lower, upper };
}

/** The fraction with the smallest denominator in an interval of numbers of at least 0, by continued fractions. */
export function simplestIn({ lower, upper }: Interval): number {
  const [numerator, denominator] = simplest(lower, upper, MOST_STEPS);
  return numerator / denominator;
}

function simplest(lower: number, upper: number, steps: number): readonly [numerator: number, denominator: number] {
  const whole = Math.ceil(lower);
  if (whole <= upper || steps === 0) return [whole, 1];
  const below = Math.floor(lower);
  const [numerator, denominator] = simplest(1 / (upper - below), 1 / (lower - below), steps - 1);
  return [below * numerator + denominator, numerator];
}
