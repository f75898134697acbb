import type { ClockDesign } from '../../rtl-model/design/design.ts';
import { BusClock, SAME_CLOCK } from './bus-clock.ts';
import { UnknownCycles } from './unknown-cycles.ts';

/** The data bus of a cache to the one above: it moves what it gets in the order of the calls, in whole cycles of its clock. */
export class Link {
  private readonly clock: BusClock;
  /** The first cycle of the bus in which it is free. */
  private readonly free = new Float64Array(1);
  /** Cycles in which it has moved data, in its own clock. */
  busyCycles = 0;

  constructor(
    private readonly bytesPerCycle: number,
    private readonly unknown: UnknownCycles,
    clock: ClockDesign = SAME_CLOCK,
  ) {
    this.clock = new BusClock(clock);
  }

  /** @param from the cycle in which bytes are there, which may be unknown  @returns the cycle in which they have moved */
  move(from: number, bytes: number): number {
    const { free, clock } = this;
    const cycles = Math.ceil(bytes / this.bytesPerCycle);
    this.busyCycles += cycles;
    if (UnknownCycles.has(from) || UnknownCycles.has(free[0])) return this.moveLater(from, cycles);
    free[0] = Math.max(clock.toBus(from), free[0]) + cycles;
    return clock.toUnit(free[0]);
  }

  /** The same for data that come in an unknown cycle, or after such data. */
  private moveLater(from: number, cycles: number): number {
    const { free, clock, unknown } = this;
    const end = unknown.from([from, free[0]], (ready, idle) => Math.max(clock.toBus(ready), idle) + cycles);
    unknown.store(free, 0, end);
    return unknown.from([end], (known) => clock.toUnit(known));
  }
}
