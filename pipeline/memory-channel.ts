import type { MemoryDesign } from '../rtl-model/design/design.ts';
import type { MemoryTraffic } from '../rtl-model/texel-cache/memory-traffic.ts';
import { BusClock } from './bus-clock.ts';
import { CAUSE } from './causes.ts';
import type { Intervals } from './intervals.ts';

/**
 * A channel of the memory: its banks, and a bus that moves one part of a request after the other, in order. A bank opens
 * a row while other banks deliver, and serves nothing meanwhile. Refreshes and the transfers of another client take
 * their turns among the parts by the cycles in which they are due, before a part of the same cycle.
 */
export class MemoryChannel {
  private readonly traffic: MemoryTraffic;
  private readonly channel: number;
  private readonly bus: Intervals;
  private readonly clock: BusClock;
  private readonly latency: number;
  private readonly bytesPerCycle: number;
  private readonly banked: boolean;
  /** The cycles from the begin of a bank's work to its data, by ROW, and those from its data to its next work. */
  private readonly openCycles: readonly number[];
  private readonly closeCycles: number;
  /** The first cycle in which each bank can take a part, but for refreshes. */
  private readonly bankFree: Float64Array;
  /** The first cycle after the last refresh. */
  private refreshed = 0;
  private readonly refreshCycles: number;
  private readonly refreshInterval: number;
  private nextRefresh: number;
  /** The other client: cycles of the bus for each transfer. */
  private readonly otherCycles: number;
  private readonly otherInterval: number;
  private nextOther: number;
  /** The first cycle of the bus in which it is free. */
  private busFree = 0;
  /** Cycles in which the bus has moved data of the parts, in its own clock. */
  busyCycles = 0;
  /** Parts that found their bank at work, and the cycles that they waited for it. */
  bankWaits = 0;
  bankWaitCycles = 0;

  /** @param bus receives the cycles in which the bus moves data, or a part is delayed by other work */
  constructor(memory: MemoryDesign, channel: number, traffic: MemoryTraffic, bus: Intervals) {
    const { rows, refresh, otherClient, bytesPerCycle } = memory;
    const channels = memory.channels?.count ?? 1;
    this.traffic = traffic;
    this.channel = channel;
    this.bus = bus;
    this.clock = new BusClock(memory.busClock);
    this.latency = memory.latency;
    this.bytesPerCycle = bytesPerCycle;
    this.banked = rows !== null;
    const activate = rows?.activateCycles ?? 0;
    const precharge = rows?.prechargeCycles ?? 0;
    this.openCycles = [0, activate, precharge + activate];
    this.closeCycles = rows?.policy === 'closed' ? precharge : 0;
    this.bankFree = new Float64Array(rows?.banks ?? 1);
    this.refreshCycles = refresh?.cycles ?? 0;
    this.refreshInterval = refresh?.interval ?? Infinity;
    this.nextRefresh = this.refreshInterval;
    this.otherCycles = Math.ceil((otherClient?.bytes ?? 0) / bytesPerCycle);
    this.otherInterval = (otherClient?.interval ?? Infinity) * channels;
    this.nextOther = (otherClient?.interval ?? Infinity) * (channel + 1);
  }

  /**
   * Serves part n of the traffic's last request, which came in `cycle` and was taken in `taken`.
   *
   * @returns the cycle in which the part is back
   */
  serve(cycle: number, taken: number, n: number): number {
    const { traffic, clock, latency, banked } = this;
    const before = this.busFree;
    if (this.nextRefresh <= cycle || this.nextOther <= cycle) this.otherWork(cycle);
    const bank = traffic.partBank[n];
    let ready = taken;
    let opening = 0;
    if (banked) {
      opening = this.openCycles[traffic.open(n)];
      ready = this.bankReady(taken, bank);
    }
    // The start without refreshes and the other client, and the start with them.
    const alone = Math.max(clock.toBus(ready + opening + latency), before);
    const start = Math.max(alone, this.busFree, clock.toBus(this.refreshed + opening + latency));
    const cycles = Math.ceil(traffic.partBytes[n] / this.bytesPerCycle);
    this.busFree = start + cycles;
    this.busyCycles += cycles;
    const end = clock.toUnit(this.busFree);
    // A bank works until its part is on the bus. Its times are those before the latency.
    if (banked) this.bankFree[bank] = end - latency + this.closeCycles;
    const from = clock.toUnit(alone);
    const first = clock.toUnit(start);
    const inTurn = from - (taken - cycle);
    if (inTurn < from) this.note(Math.max(clock.toUnit(before), inTurn), from, CAUSE.memoryTurn);
    this.note(from, first, CAUSE.memoryElsewhere);
    this.note(first, end, CAUSE.memoryBandwidth);
    return end;
  }

  private note(from: number, until: number, cause: number): void {
    if (from < until) this.bus.push(from, until, cause);
  }

  /** @returns the cycle in which the bank begins to work on a part, but for refreshes */
  private bankReady(cycle: number, bank: number): number {
    const free = this.bankFree[bank];
    if (free <= cycle) return cycle;
    this.bankWaits++;
    this.bankWaitCycles += free - cycle;
    return free;
  }

  /** Refreshes and the other client's transfers that are due up to the cycle. */
  private otherWork(cycle: number): void {
    const { clock, latency } = this;
    while (this.nextRefresh <= cycle || this.nextOther <= cycle) {
      if (this.nextRefresh <= this.nextOther) {
        this.refresh(this.nextRefresh);
        this.nextRefresh += this.refreshInterval;
      } else {
        this.busFree = Math.max(clock.toBus(this.nextOther + latency), this.busFree) + this.otherCycles;
        this.nextOther += this.otherInterval;
      }
    }
  }

  /** A refresh takes all banks once they and the bus have ended their work, and closes the rows. */
  private refresh(due: number): void {
    const { clock, latency, traffic } = this;
    let from = Math.max(due, clock.toUnit(this.busFree) - latency);
    for (const free of this.bankFree) from = Math.max(from, free);
    this.refreshed = from + this.refreshCycles;
    this.busFree = Math.max(this.busFree, clock.toBus(this.refreshed + latency));
    traffic.close(this.channel);
  }
}
