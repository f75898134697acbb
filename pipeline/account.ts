import type { Design } from '../rtl-model/design/design.ts';
import { CAUSES, type Cause } from './causes.ts';
import type { Tally } from './clockwork.ts';
import type { QuadLatency } from './latency-histogram.ts';
import type { MemoryPort } from './memory.ts';
import type { TexelCache } from './texel-cache.ts';
import { Statistics } from './statistics.ts';
import { Timeline } from './timeline.ts';
import type { RunParts } from './run-parts.ts';
import { ACTIVITIES, type Activity, STAGES, type Stage } from './stages.ts';

/**
 * The cycles of a run by stage, activity and cause, and the counts of what was done in them. With several units all
 * counts are those of the units together: stages and causes sum to the cycles of all units.
 */
export interface Account extends UnitAccount {
  /** Cycles in which the memory's bus moved data. */
  readonly memoryBusyCycles: number;
  readonly memory: ReturnType<MemoryPort['totals']>;
  /** The account of each unit, if there are several. */
  readonly units?: readonly UnitAccount[];
}

/** The account of one unit, which lasts as long as the run. */
export interface UnitAccount {
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
}

/** The cycles of all units: what stages and causes sum to. */
export function unitCycles({ cycles, units }: Account): number {
  return cycles * (units?.length ?? 1);
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

/** The account of a run of so many cycles, with the counts of each unit. */
export function runAccount(
  { design, memory }: Pick<RunParts, 'design' | 'memory'>,
  cycles: number,
  tallies: readonly Tally[],
): Account {
  return {
    ...accountOf(design, memory, cycles, together(tallies), tallies.length),
    memoryBusyCycles: memory.busyCycles,
    memory: memory.totals(),
    ...(tallies.length > 1 && { units: tallies.map((tally) => accountOf(design, memory, cycles, tally)) }),
  };
}

/** @param cycles of the run  @param units the number of units that the tally is of */
function accountOf(design: Design, memory: MemoryPort, cycles: number, tally: Tally, units = 1): UnitAccount {
  const { statistics, timeline, stageCycles, cacheLevels } = tally;
  const { filter, cache } = design;
  const all = Math.max(1, cycles);
  return {
    cycles,
    stages: stageTable(stageCycles),
    causes: causeTable(timeline),
    timeline: causeTimeline(timeline, cycles),
    utilization: {
      filter: statistics.samples / (all * units * filter.samplesPerCycle),
      tagPorts: statistics.lookups / (all * units * cache.tagsPerCycle),
      dataBanks: statistics.reads / (all * units * cache.banks * cache.dataPorts),
      memoryBus: memory.utilization(all),
    },
    ...statistics.totals(),
    cacheLevels,
  };
}

/** The counts of several units together. */
function together(tallies: readonly Tally[]): Tally {
  if (tallies.length === 1) return tallies[0];
  const statistics = new Statistics();
  const timeline = new Timeline();
  const stageCycles = new Float64Array(tallies[0].stageCycles.length);
  const cacheLevels: Record<string, number> = {};
  for (const tally of tallies) {
    statistics.add(tally.statistics);
    timeline.merge(tally.timeline);
    tally.stageCycles.forEach((cycles, n) => (stageCycles[n] += cycles));
    for (const [name, count] of Object.entries(tally.cacheLevels)) cacheLevels[name] = (cacheLevels[name] ?? 0) + count;
  }
  return { statistics, timeline, stageCycles, cacheLevels: cacheLevels as unknown as Tally['cacheLevels'] };
}

function causeTable(timeline: Timeline): Account['causes'] {
  return Object.fromEntries(CAUSES.map((cause, c) => [cause, timeline.total(c)])) as Record<Cause, number>;
}

function causeTimeline(timeline: Timeline, cycles: number): CauseTimeline {
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
