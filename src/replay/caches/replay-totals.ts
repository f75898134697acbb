import type { LevelTotals } from './lookup-levels.ts';

/** What a replay has counted. */
export interface ReplayTotals extends LevelTotals {
  readonly accesses: number;
  readonly passes: number;
  /** Look-ups that neither the texel cache nor its victim buffer could serve. */
  readonly misses: number;
  /** Cycles that passes need beyond one because their sectors share banks of the data store. */
  readonly bankConflicts: number;
}

/** The counts that look-ups have by their order, whatever their sectors. */
export interface StreamTotals {
  readonly accesses: number;
  readonly passes: number;
  readonly bankConflicts: number;
}

/** The totals of a replay whose levels were simulated in parts, no set in two of them. */
export function totalsOf(stream: StreamTotals, parts: readonly LevelTotals[]): ReplayTotals {
  const cache = sum(parts.map((part) => part.cache));
  return {
    ...stream,
    lookups: parts.reduce((lookups, part) => lookups + part.lookups, 0),
    misses: cache.sectorMisses + cache.lineMisses,
    cache,
    memory: sum(parts.map((part) => part.memory)),
  };
}

/** Field by field. */
function sum<T extends { readonly [Field in keyof T]: number }>(records: readonly T[]): T {
  const total = { ...records[0] };
  for (const record of records.slice(1))
    for (const field in record) total[field] = (total[field] + record[field]) as T[typeof field];
  return total;
}
