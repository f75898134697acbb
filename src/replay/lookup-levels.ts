import type { CacheDesign, MemoryDesign, TagDesign } from '../../rtl-model/design.ts';
import type { CacheTotals } from '../../rtl-model/texel-cache/cache-totals.ts';
import type { MemoryTotals } from '../../rtl-model/texel-cache/memory-traffic.ts';
import { AnyLevels } from './any-levels.ts';
import { LruLevels } from './lru-levels.ts';

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

/** The simulation of a design's levels: the fast one where the design allows it, with the same totals. */
export function lookupLevels({ cache, memory }: ReplayDesign): LookupLevels {
  return allowsLru(cache) ? new LruLevels(cache, memory) : new AnyLevels(cache, memory);
}

function allowsLru(cache: CacheDesign): boolean {
  const { l2, lineBytes, sectorBytes, victimLines } = cache;
  const plainL2 = l2 === null || l2.allocation === 'none' || (l2.allocation === 'on-miss' && isPlain(l2));
  return isPlain(cache) && plainL2 && sectorBytes === lineBytes && victimLines === 0;
}

/** One way leaves no choice. */
function isPlain({ replacement, setIndex, ways }: TagDesign): boolean {
  return setIndex === 'modulo' && (replacement === 'lru' || ways === 1);
}
