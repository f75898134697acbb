import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { Statistics } from '../counters/statistics.ts';

/** The read ports of the data store's banks, which serve the sectors of a pass in order. */
export class BankPorts {
  private readonly bankMask: number;
  private readonly ports: number;
  private readonly statistics: Statistics;
  /** The cycle in which each bank was last used, and its ports that were used in it. */
  private readonly cycleOf: Float64Array;
  private readonly used: Uint8Array;
  /** The reads of the current sector that have found no port yet, 0 before the first of them. */
  private left = 0;
  /** Cycles in which a sector waited for a port of its bank. */
  conflicts = 0;

  constructor({ banks, dataPorts }: CacheDesign, statistics: Statistics) {
    this.bankMask = banks - 1;
    this.ports = dataPorts;
    this.statistics = statistics;
    this.cycleOf = new Float64Array(banks).fill(-1);
    this.used = new Uint8Array(banks);
  }

  /**
   * Makes as many of a sector's reads as its bank has ports left in the cycle.
   *
   * @param reads all reads of the sector, at least 1
   * @returns true with the last of them; the others follow in a later cycle
   */
  read(cycle: number, sector: number, reads: number): boolean {
    const { cycleOf, used, ports } = this;
    const bank = sector & this.bankMask;
    if (cycleOf[bank] !== cycle) {
      cycleOf[bank] = cycle;
      used[bank] = 0;
    }
    const wanted = this.left === 0 ? reads : this.left;
    const made = Math.min(wanted, ports - used[bank]);
    used[bank] += made;
    this.statistics.reads += made;
    this.left = wanted - made;
    if (this.left === 0) return true;
    this.conflicts++;
    return false;
  }
}
