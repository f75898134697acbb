import type { PassLineBatch } from './line-stream.ts';

/**
 * Reads of the data store, as the data stage of the pipeline makes them: the sectors of a pass in order, as many in a
 * cycle as lie in different banks. The bank of a sector is its number modulo the banks.
 */
export class BankReads {
  private readonly banks: number;
  /** Of a bank: the cycle in which it was read last. */
  private readonly readIn: Float64Array;
  /** The current one, from 1 on; the first look-up of all begins a pass. */
  private cycle = 0;
  /** Cycles that ended because a sector lay in a bank that was in use. */
  conflicts = 0;

  /** @param banks a power of two */
  constructor(banks: number) {
    this.banks = banks;
    this.readIn = new Float64Array(banks);
  }

  take({ line, passStart, count }: PassLineBatch): void {
    const { banks, readIn } = this;
    const perBank = 1 / banks;
    let { cycle } = this;
    for (let n = 0; n < count; n++) {
      if (passStart[n] === 1) {
        cycle++;
        // The next pass is in another cycle, whatever the bank.
        if (n + 1 < count && passStart[n + 1] === 1) continue;
      }
      const bank = line[n] - Math.floor(line[n] * perBank) * banks;
      if (readIn[bank] === cycle) {
        cycle++;
        this.conflicts++;
      }
      readIn[bank] = cycle;
    }
    this.cycle = cycle;
  }

  /** Passes that read at all. */
  get passes(): number {
    return this.cycle - this.conflicts;
  }
}
