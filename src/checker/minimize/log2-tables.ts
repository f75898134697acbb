import type { Design } from '../../../rtl-model/design.ts';
import type { MinimizeProgress, Search } from './search.ts';

/** A table of log2 that a design may have in place of its own. */
export interface Log2Table {
  readonly interpolate: boolean;
  readonly indexBits: number;
  readonly entryBits: number;
  /** What the table holds in all: 2^indexBits entries, and the one behind them that interpolation needs. */
  readonly bits: number;
}

/** Beyond these a table costs more than what it is for. */
const MOST_INDEX_BITS = 14;
const WIDE_ENTRY_BITS = 20;

/**
 * The smallest tables with which a design passes: with interpolation, which takes a multiplier and a second entry, and
 * without. The fewest entries first, as each bit of the index doubles them, then the narrowest of those.
 */
export function* log2Tables(search: Search, design: Design): Generator<MinimizeProgress, readonly Log2Table[]> {
  const tables: Log2Table[] = [];
  for (const interpolate of [true, false]) {
    const passes = function* (indexBits: number, entryBits: number, field: string, value: number) {
      const lod = { ...design.lod, log2Table: { indexBits, entryBits, interpolate } };
      const { obstacle } = yield* search.judge({ ...design, lod }, 'tables', `lod.log2Table.${field}`, value);
      return obstacle === null;
    };
    let indexBits = 1;
    while (indexBits <= MOST_INDEX_BITS && !(yield* passes(indexBits, WIDE_ENTRY_BITS, 'indexBits', indexBits))) {
      indexBits++;
    }
    if (indexBits > MOST_INDEX_BITS) continue;
    let entryBits = design.lod.format.fractionBits;
    while (entryBits < WIDE_ENTRY_BITS && !(yield* passes(indexBits, entryBits, 'entryBits', entryBits))) entryBits++;
    tables.push({ interpolate, indexBits, entryBits, bits: (2 ** indexBits + Number(interpolate)) * entryBits });
  }
  return tables;
}
