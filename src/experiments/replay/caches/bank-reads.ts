import type { PassLineBatch } from './line-stream.ts';

/**
 * Reads of the data store, in the order of the pipeline's data stage: the sectors of a pass in order, and in each cycle
 * as many of each bank as it has ports. The bank of a sector is its number modulo the banks. All taps of a pass in one
 * sector are one read.
 */
export class BankReads {
  private readonly banks: number;
  private readonly ports: number;
  /** The cycle in which each bank was last read. */
  private readonly readIn: Float64Array;
  /** The reads of each bank in that cycle. */
  private readonly reads: Uint8Array;
  /** The current cycle, from 1 on; the very first look-up begins a pass. */
  private cycle = 0;
  /** Cycles that ended because the next sector's bank was already in use. */
  conflicts = 0;

  /** @param banks a power of two  @param ports the reads of a bank in a cycle */
  constructor(banks: number, ports: number) {
    this.banks = banks;
    this.ports = ports;
    this.readIn = new Float64Array(banks);
    this.reads = new Uint8Array(banks);
  }

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
