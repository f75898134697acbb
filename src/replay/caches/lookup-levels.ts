import type { CacheDesign, MemoryDesign } from '../../../rtl-model/design/design.ts';
import type { CacheTotals } from '../../../rtl-model/texel-cache/cache-totals.ts';
import type { MemoryTotals } from '../../../rtl-model/texel-cache/memory-traffic.ts';

/** What of a design a replay of cache and memory needs. */
export interface ReplayDesign {
  readonly cache: CacheDesign;
  readonly memory: Pick<MemoryDesign, 'burstBytes' | 'rows'>;
}

/** What the look-ups of a batch have found, entry by entry. */
export interface Outcomes {
  /** 1 where neither the texel cache nor its victim buffer had the sector, else 0. */
  readonly missed: Uint8Array;
  /** Bytes that came from memory for it, whole bursts. */
  readonly memoryBytes: Float64Array;
}

/** The texel cache and what stands behind it, without a clock. */
export interface LookupLevels {
  /**
   * @param sectors byte addresses / sector bytes, exact integers, of which the first `count` are looked up
   * @param outcomes receives what each has found; all zero before
   */
  lookUp(sectors: Float64Array, count: number, outcomes: Outcomes | null): void;
  totals(): LevelTotals;
}

/** What they have counted so far. */
export interface LevelTotals {
  readonly lookups: number;
  readonly cache: CacheTotals;
  readonly memory: MemoryTotals;
}
