import type { UnitsDesign } from '../../rtl-model/design/design.ts';

/**
 * The order in which the L2 and the memory take the misses of several units. Misses of earlier cycles come first. Of one
 * cycle, a unit's misses stay together, and the units follow each other by rank: round robin begins after the unit that
 * was served last in an earlier cycle, and oldest first begins with the unit whose quad came first.
 */
export class Arbiter {
  private readonly count: number;
  private readonly oldestFirst: boolean;
  private cycle = -1;
  /** The unit that was served last, and the one that was served last before the cycle. */
  private last: number;
  private lastBefore: number;

  constructor({ count, arbitration }: UnitsDesign) {
    this.count = count;
    this.oldestFirst = arbitration === 'oldest-first';
    this.last = this.lastBefore = count - 1;
  }

  /** Goes on to a cycle, which may be the current one. */
  begin(cycle: number): void {
    if (cycle > this.cycle) this.lastBefore = this.last;
    this.cycle = cycle;
  }

  /** The place of a unit in the cycle: the lowest one comes first. @param quad the serial number of its quad */
  rank(unit: number, quad: number): number {
    return this.oldestFirst ? quad : (unit - this.lastBefore - 1 + this.count) % this.count;
  }

  /** A miss of the unit was served. */
  served(unit: number): void {
    this.last = unit;
  }
}
