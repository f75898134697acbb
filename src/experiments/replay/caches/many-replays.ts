import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { lookupLevels } from './design-levels.ts';
import type { PassLineBatch } from './line-stream.ts';
import { type Outcomes, type ReplayDesign, type ReplayTotals, totalsOf, WRITTEN } from './lookup-levels.ts';
import { LookupStreams, lookUpsOf } from './lookup-streams.ts';

/**
 * A function called with each batch of look-ups, their outcomes and the number of the design. Look-ups and outcomes are
 * reused after the call.
 */
export type LookupListener = (lookups: PassLineBatch, outcomes: Outcomes, design: number) => void;

/**
 * Replays of texel accesses against the caches and the memory of many designs, without a clock, in one pass over a
 * trace. They make the same look-ups as the pipeline in the same order, so they have the same outcomes. A look-up is for
 * a sector; a pass looks each sector up once, or each of its taps.
 */
export class ManyReplays {
  private readonly streams = new LookupStreams(this.designs);
  private readonly levels = this.designs.map(lookupLevels);
  private sectors = new Float64Array(0);
  private outcomes: Outcomes = { missed: new Uint8Array(0), memoryBytes: new Float64Array(0) };

  /**
   * @param designs valid by `checkWidths`
   * @param onLookups called with every look-up; without it the replay is faster
   */
  constructor(
    private readonly designs: readonly ReplayDesign[],
    private readonly onLookups: LookupListener | null = null,
  ) {}

  /** Takes a batch of accesses. Passes may continue from batch to batch. */
  take(batch: AccessBatch): void {
    for (const { of, lookups } of this.streams.take(batch)) {
      const sectors = lookups.write === null ? lookups.line : this.marked(lookups.line, lookups.write, lookups.count);
      this.designs.forEach(({ cache }, n) => {
        if (lookUpsOf(cache) !== of) return;
        const outcomes = this.onLookups && this.cleared(lookups.count);
        this.levels[n].lookUp(sectors, lookups.count, outcomes, lookups.write !== null);
        if (outcomes !== null) this.onLookups!(lookups, outcomes, n);
      });
    }
  }

  /** The totals in the order of the designs. */
  totals(): readonly ReplayTotals[] {
    return this.designs.map(({ cache }, n) => totalsOf(this.streams.totals(cache), [this.levels[n].totals()]));
  }

  /** The lines, with the mark of those that are written. */
  private marked(line: Float64Array, write: Uint8Array, count: number): Float64Array {
    if (this.sectors.length < count) this.sectors = new Float64Array(count);
    for (let n = 0; n < count; n++) this.sectors[n] = line[n] + write[n] * WRITTEN;
    return this.sectors;
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

/** A replay of texel accesses against one design. */
export class CacheReplay {
  private readonly replays: ManyReplays;

  /** @param design, onLookups as of ManyReplays */
  constructor(design: ReplayDesign, onLookups: LookupListener | null = null) {
    this.replays = new ManyReplays([design], onLookups);
  }

  /** Takes a batch of accesses. Passes may continue from batch to batch. */
  take(batch: AccessBatch): void {
    this.replays.take(batch);
  }

  totals(): ReplayTotals {
    return this.replays.totals()[0];
  }
}
