import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { Statistics } from '../counters/statistics.ts';

/** The read ports of the data store's banks, which serve the sectors of a pass in order. */
export class BankPorts {
  /** The cycle in which each bank was last used, and its ports that were used in it. */
  private readonly cycleOf = new Float64Array(this.cache.banks).fill(-1);
  private readonly used = new Uint8Array(this.cache.banks);
  private readonly bankMask = this.cache.banks - 1;
  private readonly ports = this.cache.dataPorts;
  /** The reads of the current sector that have found no port yet, 0 before the first of them. */
  private left = 0;
  /** Cycles in which a sector waited for a port of its bank. */
  conflicts = 0;

  constructor(
    private readonly cache: CacheDesign,
    private readonly statistics: Statistics,
  ) {}

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
