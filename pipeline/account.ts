import { CAUSES, type Cause } from './causes.ts';
import type { QuadLatency } from './latency-histogram.ts';
import type { MemoryPort } from './memory.ts';
import type { TexelCache } from './texel-cache.ts';
import type { Timeline } from './timeline.ts';
import { ACTIVITIES, type Activity, STAGES, type Stage } from './stages.ts';

/** Where the cycles of a run went, and what they did. */
export interface Account {
  readonly cycles: number;
  /** For each stage, how many cycles it spent on each activity; each row sums to `cycles`. */
  readonly stages: Readonly<Record<Stage, Readonly<Record<Activity, number>>>>;
  /** For each cause, how many cycles it stood behind; they sum to `cycles`. */
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
  /** The look-ups of each level, what they found on its way, and cycles in which the L2's link moved data. */
  readonly cacheLevels: ReturnType<TexelCache['totals']>;
  /** Bytes read from memory. */
  readonly memoryBytes: number;
  /** Cycles in which the memory's bus moved data. */
  readonly memoryBusyCycles: number;
  readonly memory: ReturnType<MemoryPort['totals']>;
}

/** The causes over time, without those that stand behind no cycle. */
export interface CauseTimeline {
  /** Cycles of a bin, a power of two; the last bin may hold fewer. */
  readonly binCycles: number;
  /** Of bin b: cycles at [b]. All causes of a bin sum to its cycles. */
  readonly causes: Readonly<Partial<Record<Cause, readonly number[]>>>;
}

/** Shares, 0 to 1, of what could have been done in the run's cycles. */
export interface Utilization {
  /** Samples over those that the filter takes at its rate for 8-bit components. */
  readonly filter: number;
  /** Look-ups over tag ports, and reads of lines over banks. */
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
