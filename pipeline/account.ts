import { CAUSES, type Cause } from './causes.ts';
import type { QuadLatency } from './latency-histogram.ts';
import type { MemoryPort } from './memory.ts';
import type { TexelCache } from './texel-cache.ts';
import type { Timeline } from './timeline.ts';
import { ACTIVITIES, type Activity, STAGES, type Stage } from './stages.ts';

/** The cycles of a run by stage, activity and cause, and the counts of what was done in them. */
export interface Account {
  readonly cycles: number;
  /** Cycles of each stage by activity; each row sums to `cycles`. */
  readonly stages: Readonly<Record<Stage, Readonly<Record<Activity, number>>>>;
  /** Cycles by cause; they sum to `cycles`. */
  readonly causes: Readonly<Record<Cause, number>>;
  readonly timeline: CauseTimeline;
  readonly latency: QuadLatency;
  readonly utilization: Utilization;
  readonly quads: number;
  /** Active lanes of these quads: the pixels. */
  readonly pixels: number;
  readonly passes: number;
  /** Point and bilinear samples over all lanes, and texels that they tap. */
  readonly samples: number;
  readonly taps: number;
  readonly cache: { readonly lookups: number; readonly hits: number; readonly misses: number };
  /** Look-ups of each level of the cache, their results, and the cycles in which the L2's link moved data. */
  readonly cacheLevels: ReturnType<TexelCache['totals']>;
  /** Bytes read from memory. */
  readonly memoryBytes: number;
  /** Cycles in which the memory's bus moved data. */
  readonly memoryBusyCycles: number;
  readonly memory: ReturnType<MemoryPort['totals']>;
}

/** The causes over time, without those of no cycle. */
export interface CauseTimeline {
  /** Cycles of a bin, a power of two; the last bin may hold fewer. */
  readonly binCycles: number;
  /** Cycles of bin b, at [b]. All causes of a bin sum to its cycles. */
  readonly causes: Readonly<Partial<Record<Cause, readonly number[]>>>;
}

/** The work done, as shares of what the run's cycles had room for: 0 to 1. */
export interface Utilization {
  /** Samples, over those that the filter takes at its rate for 8-bit components. */
  readonly filter: number;
  /** Look-ups over the tag ports, and reads of lines over the banks, of all cycles. */
  readonly tagPorts: number;
  readonly dataBanks: number;
  /** Cycles in which the memory's bus moved data. */
  readonly memoryBus: number;
}

export function causeTable(timeline: Timeline): Account['causes'] {
  return Object.fromEntries(CAUSES.map((cause, c) => [cause, timeline.total(c)])) as Record<Cause, number>;
}

export function causeTimeline(timeline: Timeline, cycles: number): CauseTimeline {
  const bins = Math.ceil(cycles / timeline.width);
  const seen = CAUSES.flatMap((cause, c) =>
    timeline.total(c) === 0 ? [] : [[cause, timeline.bins(c, bins)] as const],
  );
  return { binCycles: timeline.width, causes: Object.fromEntries(seen) };
}

/** @param cycles of stage s and activity a at s * ACTIVITIES.length + a */
export function stageTable(cycles: Float64Array): Account['stages'] {
  const row = (s: number) =>
    Object.fromEntries(ACTIVITIES.map((activity, a) => [activity, cycles[s * ACTIVITIES.length + a]]));
  return Object.fromEntries(STAGES.map((stage, s) => [stage, row(s)])) as Account['stages'];
}
