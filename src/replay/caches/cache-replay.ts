import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { BankReads } from './bank-reads.ts';
import { LineStream, type PassLineBatch } from './line-stream.ts';
import { lookupLevels } from './design-levels.ts';
import type { LookupLevels, Outcomes, ReplayDesign } from './lookup-levels.ts';
import { type ReplayTotals, totalsOf } from './replay-totals.ts';

/** A function called with each batch of look-ups and their outcomes. Both are reused after the call. */
export type LookupListener = (lookups: PassLineBatch, outcomes: Outcomes) => void;

/**
 * A replay of texel accesses against the caches and the memory of one design, without a clock. It makes the same
 * look-ups as the pipeline in the same order, so it has the same outcomes. A look-up is for a sector; a pass looks each
 * sector up once.
 */
export class CacheReplay {
  private readonly stream: LineStream;
  private readonly levels: LookupLevels;
  private readonly banks: BankReads;
  private readonly onLookups: LookupListener | null;
  private outcomes: Outcomes = { missed: new Uint8Array(0), memoryBytes: new Float64Array(0) };
  private accesses = 0;

  /**
   * @param design valid by `checkWidths`
   * @param onLookups called with every look-up; without it the replay is faster
   */
  constructor(design: ReplayDesign, onLookups: LookupListener | null = null) {
    const { sectorBytes, banks } = design.cache;
    this.stream = new LineStream(sectorBytes);
    this.levels = lookupLevels(design);
    this.banks = new BankReads(banks);
    this.onLookups = onLookups;
  }

  /** Takes a batch of accesses. Passes may continue from batch to batch. */
  take(batch: AccessBatch): void {
    const lookups = this.stream.take(batch);
    this.accesses += batch.count;
    this.banks.take(lookups);
    if (this.onLookups === null) {
      this.levels.lookUp(lookups.line, lookups.count, null);
      return;
    }
    const outcomes = this.cleared(lookups.count);
    this.levels.lookUp(lookups.line, lookups.count, outcomes);
    this.onLookups(lookups, outcomes);
  }

  totals(): ReplayTotals {
    const { accesses, banks } = this;
    return totalsOf({ accesses, passes: banks.passes, bankConflicts: banks.conflicts }, [this.levels.totals()]);
  }

  private cleared(count: number): Outcomes {
    if (this.outcomes.missed.length < count) {
      this.outcomes = { missed: new Uint8Array(count), memoryBytes: new Float64Array(count) };
    }
    this.outcomes.missed.fill(0, 0, count);
    this.outcomes.memoryBytes.fill(0, 0, count);
    return this.outcomes;
  }
}
