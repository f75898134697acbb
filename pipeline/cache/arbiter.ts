import type { UnitsDesign } from '../../rtl-model/design/design.ts';

/**
 * The order in which the L2 and the memory take the misses of several units. Misses of earlier cycles come first. Of one
 * cycle, a unit's misses stay together, and the units follow each other by rank: round robin begins after the unit that
 * was served last in an earlier cycle, and oldest first begins with the unit whose quad came first. Where misses wait for
 * places, each place has a cycle of its own.
 */
export class Arbiter {
  private readonly count = this.units.count;
  private cycle = -1;
  /** The unit that was served last, and the one that was served last before the cycle. */
  private last = this.count - 1;
  private lastBefore = this.last;

  constructor(private readonly units: UnitsDesign) {}

  /** Goes on to a cycle, which may be the current one. */
  begin(cycle: number): void {
    if (cycle > this.cycle) this.lastBefore = this.last;
    this.cycle = cycle;
  }

  /** The place of a unit in the cycle: the lowest one comes first. @param quad the serial number of its quad */
  rank(unit: number, quad: number): number {
    const { count, lastBefore, units } = this;
    return units.arbitration === 'oldest-first' ? quad : (unit - lastBefore - 1 + count) % count;
  }

  /** A miss of the unit was served. */
  served(unit: number): void {
    this.last = unit;
  }

  /**
   * Serves the first of the units in a cycle.
   *
   * @param quadOf the serial number of the quad of a unit's miss, Infinity for none
   * @returns the unit, -1 for none
   */
  serve(cycle: number, quadOf: (unit: number) => number): number {
    this.begin(cycle);
    let first = -1;
    let lowest = Infinity;
    for (let unit = 0; unit < this.count; unit++) {
      const quad = quadOf(unit);
      const rank = quad === Infinity ? Infinity : this.rank(unit, quad);
      if (rank >= lowest) continue;
      lowest = rank;
      first = unit;
    }
    if (first >= 0) this.served(first);
    return first;
  }
}
