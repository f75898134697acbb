import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { lookupLevels } from './design-levels.ts';
import type { LookupLevels, ReplayDesign } from './lookup-levels.ts';
import { LookupStreams } from './lookup-streams.ts';
import { type ReplayTotals, totalsOf } from './replay-totals.ts';

/** Replays of many designs in one pass over a trace. Each has the same totals as its CacheReplay. */
export class ManyReplays {
  private readonly designs: readonly ReplayDesign[];
  private readonly streams: LookupStreams;
  private readonly levels: readonly LookupLevels[];

  /** @param designs valid by `checkWidths` */
  constructor(designs: readonly ReplayDesign[]) {
    this.designs = designs;
    this.streams = new LookupStreams(designs);
    this.levels = designs.map(lookupLevels);
  }

  take(batch: AccessBatch): void {
    for (const { sectorBytes, lookups } of this.streams.take(batch)) {
      this.designs.forEach(({ cache }, n) => {
        if (cache.sectorBytes === sectorBytes) this.levels[n].lookUp(lookups.line, lookups.count, null);
      });
    }
  }

  /** The totals in the order of the designs. */
  totals(): readonly ReplayTotals[] {
    return this.designs.map(({ cache }, n) => totalsOf(this.streams.totals(cache), [this.levels[n].totals()]));
  }
}
