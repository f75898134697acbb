import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { ReplayDesign } from './lookup-levels.ts';
import { type LookupListener, ManyReplays } from './many-replays.ts';
import type { ReplayTotals } from './replay-totals.ts';

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
