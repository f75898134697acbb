import type { Answer, ResultRange } from '../../specification/answers/answer.ts';
import type { Interval } from '../../specification/exact/interval.ts';

/** The component of a result that is farthest outside of what is allowed. */
export interface ResultDeviation {
  readonly channel: 'r' | 'g' | 'b' | 'a';
  readonly expected: Interval;
  readonly got: number;
  /** The distance from the nearest allowed value to the nearest true result within the tolerance; infinite for NaN. */
  readonly distance: number;
}

type Spread = (component: number) => number;

const CHANNELS = ['r', 'g', 'b', 'a'] as const;

/**
 * The deviation of a result from those that are right; null where it is right, or left open.
 *
 * @param spread how far the true result may be from a component of what was measured
 */
export function deviationOf({ ways }: Answer, result: readonly number[], spread: Spread): ResultDeviation | null {
  if (ways === undefined) return null;
  let least: ResultDeviation | null = null;
  for (const way of ways) {
    const deviation = worstChannel(way, result, spread);
    if (deviation === null) return null;
    if (least === null || deviation.distance < least.distance) least = deviation;
  }
  return least;
}

function worstChannel(way: ResultRange, result: readonly number[], spread: Spread): ResultDeviation | null {
  let worst: ResultDeviation | null = null;
  for (const [c, expected] of way.entries()) {
    const distance = outside(expected, result[c], spread(result[c]));
    if (distance === 0 || (worst !== null && distance <= worst.distance)) continue;
    worst = { channel: CHANNELS[c], expected, got: result[c], distance };
  }
  return worst;
}

/** The distance outside an interval. NaN is inside an open interval or one of NaN. */
function outside({ lower, upper }: Interval, got: number, spread: number): number {
  if (Number.isNaN(lower)) return Number.isNaN(got) ? 0 : Infinity;
  if (Number.isNaN(got)) return lower === -Infinity && upper === Infinity ? 0 : Infinity;
  if (got + spread >= lower && got - spread <= upper) return 0;
  return got < lower ? lower - (got + spread) : got - spread - upper;
}

/** True if an answer leaves a result entirely open. */
export function isOpen({ ways }: Answer): boolean {
  return (
    ways === undefined || ways.some((way) => way.every(({ lower, upper }) => lower === -Infinity && upper === Infinity))
  );
}

/** True if neither a texel nor a footprint is decided. */
export function isLeftOpen(answer: Answer): boolean {
  return isOpen(answer) && answer.groups === undefined;
}
