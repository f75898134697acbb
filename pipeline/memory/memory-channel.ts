import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import type { MemoryTraffic } from '../../rtl-model/texel-cache/memory-traffic.ts';
import { CAUSE } from '../counters/causes.ts';
import type { Intervals } from '../counters/intervals.ts';

// Entries of `times`.
/** The first cycle of the bus in which it is free. */
export const BUS_FREE = 0;
/** Cycles in which the bus has moved data, in its own clock. */
const BUSY = 1;
/** The first cycle after the last refresh, the cycle of the next one, and that of the other client's next transfer. */
export const REFRESHED = 2;
export const NEXT_REFRESH = 3;
export const NEXT_OTHER = 4;

/** A channel of the memory whose bus moves one part of a request after the other, in order, and nothing else. */
export class MemoryChannel {
  protected readonly latency = this.memory.latency;
  private readonly bytesPerCycle = this.memory.bytesPerCycle;
  /** Times are in an array because floats in fields cost conversions and allocations. */
  protected readonly times = new Float64Array(5);
  /** Parts that found their bank at work, and the cycles that they waited for it. */
  bankWaits = 0;
  bankWaitCycles = 0;

  /** @param bus receives the cycles in which the bus moves data, or a part is delayed by other work */
  constructor(
    protected readonly memory: MemoryDesign,
    protected readonly traffic: MemoryTraffic,
    private readonly bus: Intervals,
  ) {}

  /** Cycles in which the bus has moved data, in its own clock. */
  get busyCycles(): number {
    return this.times[BUSY];
  }

  /**
   * Serves part n of the traffic's last request, which came in `cycle` and was taken in `taken`.
   *
   * @returns the cycle in which the part is back
   */
  serve(cycle: number, taken: number, n: number): number {
    const { times } = this;
    const before = times[BUS_FREE];
    const ready = taken + this.latency;
    const start = ready > before ? ready : before;
    const end = this.move(start, this.traffic.partBytes[n]);
    if (taken > cycle) this.note(Math.max(before, start - (taken - cycle)), start, CAUSE.memoryTurn);
    this.note(start, end, CAUSE.memoryBandwidth);
    return end;
  }

  /** Moves bytes from a cycle of the bus on. @returns the first cycle of the bus after them */
  protected move(start: number, bytes: number): number {
    const { times } = this;
    const cycles = Math.ceil(bytes / this.bytesPerCycle);
    times[BUSY] += cycles;
    return (times[BUS_FREE] = start + cycles);
  }

  /** The cause of waits in the unit's cycles `from` to `until - 1`. */
  protected note(from: number, until: number, cause: number): void {
    if (from < until) this.bus.push(from, until, cause);
  }
}
