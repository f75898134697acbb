import type { ClockDesign } from '../../rtl-model/design/design.ts';

/** The clock of the unit. */
export const SAME_CLOCK: ClockDesign = { cycles: 1, unitCycles: 1 };

/**
 * The clock of a bus beside that of the unit: `cycles` of the bus are as long as `unitCycles` of the unit, and cycle 0
 * of both begins at once. All times are integers, exact below 2^53 / 256.
 */
export class BusClock {
  private readonly cycles = this.design.cycles;
  private readonly unitCycles = this.design.unitCycles;
  private readonly same = this.cycles === this.unitCycles;

  constructor(private readonly design: ClockDesign) {}

  /** The first cycle of the bus that begins in the unit's cycle or later. */
  toBus(cycle: number): number {
    return this.same ? cycle : Math.ceil((cycle * this.cycles) / this.unitCycles);
  }

  /** The unit's cycle in which the bus' cycle begins. */
  within(cycle: number): number {
    return this.same ? cycle : Math.floor((cycle * this.unitCycles) / this.cycles);
  }

  /** The first cycle of the unit that begins with the bus' cycle or later. */
  toUnit(cycle: number): number {
    return this.same ? cycle : Math.ceil((cycle * this.unitCycles) / this.cycles);
  }
}
