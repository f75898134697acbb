import type { LaneExtras } from '../rtl-model/registers/lane-extras.ts';
import type { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import type { TexelCache } from './texel-cache.ts';

/**
 * Receives a finished quad, in request order, valid until it returns: r, g, b, a of lane l at colors[first + 4l], the rest of
 * it in `extras`, as lane first / 4 + l.
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

/** What takes quads through the stages, and through time. */
export interface Clockwork {
  /** The cycle that the clock stands at: for a sink, the one in which the quad is out. */
  readonly now: number;
  /** Takes every quad of the batch in. */
  run(batch: QuadBatch): void;
  /** Lets every quad out. @returns the cycles so far */
  drain(): number;
  /** Cycles before the last `drain`, by stage and activity: stage s and activity a at s * ACTIVITIES.length + a. */
  stageCycles(): Float64Array;
  cacheTotals(): ReturnType<TexelCache['totals']>;
}
