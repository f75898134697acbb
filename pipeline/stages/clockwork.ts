import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { InFlight } from '../cache/in-flight.ts';
import type { Statistics } from '../counters/statistics.ts';
import type { TexelCache } from '../cache/texel-cache.ts';
import type { Timeline } from '../counters/timeline.ts';

/**
 * Receives a finished quad, in the order of the requests. r, g, b, a of lane l are at colors[first + 4l], its other
 * results in `extras`, as lane first / 4 + l. Both are valid until the call returns.
 */
export type QuadSink = (
  quad: number,
  x: number,
  y: number,
  active: number,
  colors: Float32Array,
  first: number,
  extras: Required<LaneExtras>,
) => void;

/** Gives the sink the quad in a slot. */
export function giveQuad(sink: QuadSink, { quad, x, y, active, lanes }: InFlight, slot: number): void {
  sink(quad[slot], x[slot], y[slot], active[slot], lanes.color, 4 * QUAD_LANES * slot, lanes);
}

/** A clock that takes quads through the stages. */
export interface Clockwork {
  /** The cycle that the clock is at. In a call of the sink it is the one in which the quad is out. */
  readonly now: number;
  /** Takes every quad of the batch in. */
  run(batch: QuadBatch): void;
  /** Lets every quad out. @returns the cycles so far */
  drain(): number;
  /** The counts of each unit before the last `drain`. */
  tallies(): readonly Tally[];
}

/** The counts of a unit, or of several together. */
export interface Tally {
  readonly statistics: Statistics;
  /** The causes of the cycles. */
  readonly timeline: Timeline;
  /** Cycles by stage and activity: stage s and activity a at s * ACTIVITIES.length + a. */
  readonly stageCycles: Float64Array;
  readonly cache: Pick<TexelCache, 'totals' | 'flush' | 'flushL2'>;
}
