import type { Design } from '../../rtl-model/design/design.ts';
import { mostLookUps } from '../../rtl-model/texel-cache/look-ups.ts';
import { CAUSES, type Cause } from '../counters/causes.ts';
import type { Tally } from './clockwork.ts';
import type { MemoryPort } from '../memory/memory-port.ts';
import { Statistics, sumOfRecords } from '../counters/statistics.ts';
import { Timeline } from '../counters/timeline.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { ACTIVITIES, type Activity, STAGES, type Stage } from './stages.ts';

/**
 * The cycles of a run by stage, activity and cause, and the counts of what was done in them. With several units all
 * counts are those of the units together: stages and causes sum to the cycles of all units.
 */
export interface Account extends UnitAccount {
  /** Cycles in which the memory's bus moved data. */
  readonly memoryBusyCycles: number;
  readonly memory: ReturnType<MemoryPort['totals']>;
  /**
   * The end of all writes, after the run's last cycle: the cycles until the memory and an L2 have the last of them, and
   * the bytes that the caches have written to memory in them, in whole bursts.
   */
  readonly flush: { readonly cycles: number; readonly bytes: number };
  /** The account of each unit, if there are several. */
  readonly units?: readonly UnitAccount[];
}

/** The account of one unit, which lasts as long as the run. */
export type UnitAccount = Readonly<ReturnType<typeof accountOf>>;

/** The cycles of all units: what stages and causes sum to. */
export function unitCycles({ cycles, units }: Account): number {
  return cycles * (units?.length ?? 1);
}

/** Ends a run of so many cycles: writes what is dirty in the caches back. @returns its account, with the counts of each unit */
export function runAccount(
  { design, memory, turns }: Pick<RunParts, 'design' | 'memory' | 'turns'>,
  cycles: number,
  tallies: readonly Tally[],
): Account {
  // Prefetches that wait for a place count as well.
  turns?.settle(Infinity);
  const tally = together(tallies);
  const flush = flushed(memory, cycles, tally);
  return {
    ...accountOf(design, memory, cycles, tally, tallies.length),
    memoryBusyCycles: memory.busyCycles,
    memory: memory.totals(),
    flush,
    ...(tallies.length > 1 && { units: tallies.map((tally) => accountOf(design, memory, cycles, tally)) }),
  };
}

function flushed(memory: MemoryPort, cycles: number, { cache }: Tally): Account['flush'] {
  memory.settle(Infinity);
  const before = memory.totals().writeBytes;
  const moved = cache.flush(cycles);
  cache.flushL2(moved);
  memory.settle(Infinity);
  return { cycles: Math.max(moved, memory.written) - cycles, bytes: memory.totals().writeBytes - before };
}

/** @param cycles of the run  @param units the number of units that the tally is of */
function accountOf(design: Design, memory: MemoryPort, cycles: number, tally: Tally, units = 1) {
  const { statistics, timeline, stageCycles, cache: levels } = tally;
  const { filter, cache } = design;
  const all = Math.max(1, cycles);
  return {
    cycles,
    /** Cycles of each stage by activity; each row sums to `cycles`. */
    stages: stageTable(stageCycles),
    /** Cycles by cause; they sum to `cycles`. */
    causes: causeTable(timeline),
    timeline: causeTimeline(timeline, cycles),
    /** The work done, as shares of what the run's cycles had room for: 0 to 1. */
    utilization: {
      /** Samples, over those that the filter takes at its rate for 8-bit components. */
      filter: statistics.samples / (all * units * filter.samplesPerCycle),
      /** Look-ups over the tag ports, and reads of lines over the banks, of all cycles. */
      tagPorts: statistics.lookups / (all * units * mostLookUps(cache)),
      dataBanks: statistics.reads / (all * units * cache.banks * cache.dataPorts),
      /** Cycles in which the memory's bus moved data. */
      memoryBus: memory.utilization(all),
    },
    ...statistics.totals(),
    /** Look-ups of each level of the cache, their results, and the cycles in which the L2's link moved data. */
    cacheLevels: levels.totals(),
  };
}

/** The counts of several units together. */
function together(tallies: readonly Tally[]): Tally {
  if (tallies.length === 1) return tallies[0];
  const statistics = new Statistics();
  const timeline = new Timeline();
  const stageCycles = new Float64Array(tallies[0].stageCycles.length);
  for (const tally of tallies) {
    statistics.add(tally.statistics);
    timeline.merge(tally.timeline);
    tally.stageCycles.forEach((cycles, n) => (stageCycles[n] += cycles));
  }
  const caches = tallies.map(({ cache }) => cache);
  const cache = {
    totals: () => sumOfRecords(caches.map((each) => each.totals())),
    flush: (cycle: number) => Math.max(...caches.map((each) => each.flush(cycle))),
    flushL2: (cycle: number) => caches.forEach((each) => each.flushL2(cycle)),
  };
  return { statistics, timeline, stageCycles, cache };
}

function causeTable(timeline: Timeline): Readonly<Record<Cause, number>> {
  return Object.fromEntries(CAUSES.map((cause, c) => [cause, timeline.total(c)])) as Record<Cause, number>;
}

/** The causes over time, without those of no cycle. */
function causeTimeline(timeline: Timeline, cycles: number) {
  const bins = Math.ceil(cycles / timeline.width);
  const seen = CAUSES.flatMap((cause, c) =>
    timeline.total(c) === 0 ? [] : [[cause, timeline.bins(c, bins)] as const],
  );
  return {
    /** Cycles of a bin, a power of two; the last bin may hold fewer. */
    binCycles: timeline.width,
    /** Cycles of bin b, at [b]. All causes of a bin sum to its cycles. */
    causes: Object.fromEntries(seen) as Readonly<Partial<Record<Cause, readonly number[]>>>,
  };
}

/** @param cycles of stage s and activity a at s * ACTIVITIES.length + a */
export function stageTable(cycles: Float64Array) {
  const row = (s: number) =>
    Object.fromEntries(ACTIVITIES.map((activity, a) => [activity, cycles[s * ACTIVITIES.length + a]]));
  const rows = STAGES.map((stage, s) => [stage, row(s)]);
  return Object.fromEntries(rows) as Readonly<Record<Stage, Readonly<Record<Activity, number>>>>;
}
