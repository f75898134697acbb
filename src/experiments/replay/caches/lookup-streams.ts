import type { CacheDesign } from '../../../../rtl-model/design/design.ts';
import { BankReads } from './bank-reads.ts';
import { LineStream, type PassAccesses, type PassLineBatch } from './line-stream.ts';
import type { ReplayDesign, StreamTotals } from './lookup-levels.ts';

/** The look-ups of a batch for all designs with one sector size. */
export interface SharedLookups {
  readonly sectorBytes: number;
  readonly lookups: PassLineBatch;
}

/** The look-ups of texel accesses for many designs, made once for each sector size. */
export class LookupStreams {
  /** By sector size the look-ups, and the data stores by banks and their ports. */
  private readonly streams = new Map<
    number,
    { readonly stream: LineStream; readonly stores: Map<string, BankReads> }
  >();
  private accesses = 0;

  constructor(designs: readonly ReplayDesign[]) {
    for (const { cache } of designs) {
      const { sectorBytes, banks, dataPorts } = cache;
      const of = this.streams.get(sectorBytes) ?? { stream: new LineStream(sectorBytes), stores: new Map() };
      this.streams.set(sectorBytes, of);
      const ports = portsOf(cache);
      if (!of.stores.has(ports)) of.stores.set(ports, new BankReads(banks, dataPorts));
    }
  }

  /** The look-ups of a batch, valid until the next call. Passes may continue from batch to batch. */
  take(batch: PassAccesses): readonly SharedLookups[] {
    this.accesses += batch.count;
    return Array.from(this.streams, ([sectorBytes, { stream, stores }]) => {
      const lookups = stream.take(batch);
      for (const store of stores.values()) store.take(lookups);
      return { sectorBytes, lookups };
    });
  }

  /** Ends the pass: the next access belongs to another pass, even with the same numbers. */
  endPass(): void {
    for (const { stream } of this.streams.values()) stream.endPass();
  }

  totals(cache: CacheDesign): StreamTotals {
    const { passes, conflicts } = this.streams.get(cache.sectorBytes)!.stores.get(portsOf(cache))!;
    return { accesses: this.accesses, passes, bankConflicts: conflicts };
  }
}

/** The key of data stores that read alike. */
function portsOf({ banks, dataPorts }: CacheDesign): string {
  return `${banks} banks, ${dataPorts} ports`;
}
