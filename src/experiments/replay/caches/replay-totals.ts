import type { LevelTotals } from './lookup-levels.ts';

/** The counts of a replay. */
export interface ReplayTotals extends LevelTotals {
  readonly accesses: number;
  readonly passes: number;
  /** Look-ups that neither the texel cache nor its victim buffer could serve. */
  readonly misses: number;
  /** Additional cycles of passes because their sectors share banks of the data store. */
  readonly bankConflicts: number;
}

/** The counts that depend on the order of the look-ups and not on their sectors. */
export interface StreamTotals {
  readonly accesses: number;
  readonly passes: number;
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

/** The sum of records, field by field. */
export function sumOfRecords<T extends { readonly [Field in keyof T]: number }>(records: readonly T[]): T {
  const total = { ...records[0] };
  for (const record of records.slice(1))
    for (const field in record) total[field] = (total[field] + record[field]) as T[typeof field];
  return total;
}
