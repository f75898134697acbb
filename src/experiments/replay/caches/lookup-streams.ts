import type { CacheDesign } from '../../../../rtl-model/design/design.ts';
import { LineStream, type PassAccesses, type PassLineBatch } from './line-stream.ts';
import type { ReplayDesign, StreamTotals } from './lookup-levels.ts';

/** The fields of a cache that decide the look-ups of accesses. */
type LookUpFields = Pick<CacheDesign, 'sectorBytes' | 'coalescing'>;

/** The key of designs that make the same look-ups. */
export function lookUpsOf({ sectorBytes, coalescing }: LookUpFields): string {
  return `${sectorBytes} bytes, ${coalescing}`;
}

/** The look-ups of texel accesses for many designs, made once for each `lookUpsOf`. */
export class LookupStreams {
  /** By `lookUpsOf` the look-ups, and the data stores by banks and their ports. */
  private readonly streams = new Map<
    string,
    { readonly stream: LineStream; readonly stores: Map<string, BankReads> }
  >();
  private accesses = 0;

  constructor(designs: readonly ReplayDesign[]) {
    for (const { cache } of designs) {
      const { sectorBytes, coalescing, banks, dataPorts } = cache;
      const key = lookUpsOf(cache);
      const of = this.streams.get(key) ?? {
        stream: new LineStream(sectorBytes, coalescing === 'pass'),
        stores: new Map(),
      };
      this.streams.set(key, of);
      const ports = portsOf(cache);
      if (!of.stores.has(ports)) of.stores.set(ports, new BankReads(banks, dataPorts));
    }
  }

  /** The look-ups of a batch by `lookUpsOf`, valid until the next call. Passes may continue from batch to batch. */
  take(batch: PassAccesses) {
    this.accesses += batch.count;
    return Array.from(this.streams, ([of, { stream, stores }]) => {
      const lookups = stream.take(batch);
      for (const store of stores.values()) store.take(lookups);
      return { of, lookups };
    });
  }

  /** Ends the pass: the next access belongs to another pass, even with the same numbers. */
  endPass(): void {
    for (const { stream } of this.streams.values()) stream.endPass();
  }

  totals(cache: CacheDesign): StreamTotals {
    const { passes, conflicts } = this.streams.get(lookUpsOf(cache))!.stores.get(portsOf(cache))!;
    return { accesses: this.accesses, passes, bankConflicts: conflicts };
  }
}

/** The key of data stores that read alike. */
function portsOf({ banks, dataPorts }: CacheDesign): string {
  return `${banks} banks, ${dataPorts} ports`;
}

/**
 * Reads of the data store, in the order of the pipeline's data stage: the sectors of a pass in order, and in each cycle
 * as many of each bank as it has ports. The bank of a sector is its number modulo the banks. All taps of a pass in one
 * sector are one read.
 */
export class BankReads {
  /** The cycle in which each bank was last read. */
  private readonly readIn = new Float64Array(this.banks);
  /** The reads of each bank in that cycle. */
  private readonly reads = new Uint8Array(this.banks);
  /** The current cycle, from 1 on; the very first look-up begins a pass. */
  private cycle = 0;
  /** Cycles that ended because the next sector's bank was already in use. */
  conflicts = 0;

  /** @param banks a power of two  @param ports the reads of a bank in a cycle */
  constructor(
    private readonly banks: number,
    private readonly ports: number,
  ) {}

  take({ line, passStart, count }: PassLineBatch): void {
    const { banks, ports, readIn, reads } = this;
    const perBank = 1 / banks;
    // Passes of one look-up need a cycle each. The last one may go on in the next batch.
    const alone = count > 0 && !passStart.subarray(0, count).includes(0) ? count - 1 : 0;
    let cycle = this.cycle + alone;
    for (let n = alone; n < count; n++) {
      if (passStart[n] === 1) {
        cycle++;
        // The next pass begins another cycle in any bank.
        if (n + 1 < count && passStart[n + 1] === 1) continue;
      }
      const bank = line[n] - Math.floor(line[n] * perBank) * banks;
      if (readIn[bank] === cycle && reads[bank] === ports) {
        cycle++;
        this.conflicts++;
      }
      reads[bank] = readIn[bank] === cycle ? reads[bank] + 1 : 1;
      readIn[bank] = cycle;
    }
    this.cycle = cycle;
  }

  /** The number of passes with at least one read. */
  get passes(): number {
    return this.cycle - this.conflicts;
  }
}
