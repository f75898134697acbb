import { sumOfRecords } from '../../../../pipeline/counters/statistics.ts';
import type { CacheDesign, Design, MemoryDesign } from '../../../../rtl-model/design/design.ts';
import type { CacheTotals } from '../../../../rtl-model/texel-cache/cache-totals.ts';
import type { MemoryTotals } from '../../../../rtl-model/texel-cache/memory-traffic.ts';

/** The part of a design that a replay of cache and memory needs. */
export interface ReplayDesign {
  readonly name: string;
  readonly cache: CacheDesign;
  readonly memory: Pick<MemoryDesign, 'burstBytes' | 'channels' | 'rows'>;
}

/** The part of a whole design. */
export function replayPart({ name, cache, pipeline: { memory } }: Design): ReplayDesign {
  return { name, cache, memory };
}

/** The outcomes of the look-ups of a batch, entry by entry. */
export interface Outcomes {
  /** 1 if neither the texel cache nor its victim buffer had the sector, 0 otherwise. */
  readonly missed: Uint8Array;
  /** Bytes that memory delivered for the sector, in whole bursts. */
  readonly memoryBytes: Float64Array;
}

/** The mark of a sector that is written: it is added to the sector's number. */
export const WRITTEN = 0.5;

/** The texel cache and the levels below it, without a clock. */
export interface LookupLevels {
  /**
   * @param sectors byte addresses / sector bytes, exact integers; the first `count` are looked up
   * @param outcomes receives the outcome of each look-up; must be all zero before the call
   * @param marked true if WRITTEN is added to each sector that is written
   */
  lookUp(sectors: Float64Array, count: number, outcomes: Outcomes | null, marked?: boolean): void;
  totals(): LevelTotals;
}

/** The counts of all levels so far. */
export interface LevelTotals {
  readonly lookups: number;
  readonly cache: CacheTotals;
  readonly memory: MemoryTotals;
}

/** The counts of a replay. */
export interface ReplayTotals extends LevelTotals, StreamTotals {
  /** Look-ups that neither the texel cache nor its victim buffer could serve. */
  readonly misses: number;
}

/** The counts that depend on the order of the look-ups and not on their sectors. */
export interface StreamTotals {
  readonly accesses: number;
  readonly passes: number;
  /** Additional cycles of passes because their sectors share banks of the data store. */
  readonly bankConflicts: number;
}

/** The totals of a replay whose levels were simulated in parts that share no set. */
export function totalsOf(stream: StreamTotals, parts: readonly LevelTotals[]): ReplayTotals {
  const cache = sumOfRecords(parts.map((part) => part.cache));
  return {
    ...stream,
    lookups: parts.reduce((lookups, part) => lookups + part.lookups, 0),
    misses: cache.sectorMisses + cache.lineMisses,
    cache,
    memory: sumOfRecords(parts.map((part) => part.memory)),
  };
}
