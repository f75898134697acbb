import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import type { MemoryTraffic } from '../../rtl-model/texel-cache/memory-traffic.ts';
import { BusClock } from './bus-clock.ts';
import { CAUSE } from '../counters/causes.ts';
import type { Intervals } from '../counters/intervals.ts';
import { BUS_FREE, MemoryChannel, NEXT_OTHER, NEXT_REFRESH, REFRESHED } from './memory-channel.ts';

/**
 * A channel with banks, other work, or a clock of its bus. A bank opens a row while other banks deliver, and serves
 * nothing meanwhile. Refreshes and the transfers of another client take their turns among the parts by the cycles in
 * which they are due, before a part of the same cycle.
 */
export class DramChannel extends MemoryChannel {
  protected readonly clock = new BusClock(this.memory.busClock);
  private readonly banked = this.memory.rows !== null;
  /** The cycles from the begin of a bank's work to its data, by ROW, and those from its data to its next work. */
  protected readonly openCycles: readonly number[];
  protected readonly closeCycles: number;
  /** The first cycle in which each bank can take a part, but for refreshes. */
  protected readonly bankFree = new Float64Array(this.memory.rows?.banks ?? 1);
  private readonly refreshCycles = this.memory.refresh?.cycles ?? 0;
  private readonly refreshInterval = this.memory.refresh?.interval ?? Infinity;
  /** The other client: cycles of the bus for each transfer, and from one transfer to the next in this channel. */
  private readonly otherCycles: number;
  private readonly otherInterval: number;

  /** True for a memory that needs such channels. */
  static serves({ rows, refresh, otherClient, busClock }: MemoryDesign): boolean {
    return rows !== null || refresh !== null || otherClient !== null || busClock.cycles !== busClock.unitCycles;
  }

  /** @param channel its number */
  constructor(
    memory: MemoryDesign,
    traffic: MemoryTraffic,
    bus: Intervals,
    protected readonly channel: number,
  ) {
    super(memory, traffic, bus);
    const { rows, otherClient, channels } = memory;
    const activate = rows?.activateCycles ?? 0;
    const precharge = rows?.prechargeCycles ?? 0;
    this.openCycles = [0, activate, precharge + activate];
    this.closeCycles = rows?.policy === 'closed' ? precharge : 0;
    this.times[NEXT_REFRESH] = this.refreshInterval;
    const interval = otherClient?.interval ?? Infinity;
    this.otherCycles = Math.ceil((otherClient?.bytes ?? 0) / memory.bytesPerCycle);
    this.otherInterval = interval * (channels?.count ?? 1);
    this.times[NEXT_OTHER] = interval * (channel + 1);
  }

  override serve(cycle: number, taken: number, n: number): number {
    const { traffic, clock, latency, banked, times } = this;
    const before = times[BUS_FREE];
    this.otherWork(cycle);
    const bank = traffic.partBank[n];
    let ready = taken;
    let opening = 0;
    if (banked) {
      opening = this.openCycles[traffic.open(this.channel, bank, traffic.partRow[n])];
      ready = this.bankReady(taken, bank);
    }
    // The start without refreshes and the other client, and the start with them.
    const alone = Math.max(clock.toBus(ready + opening + latency), before);
    const start = Math.max(alone, times[BUS_FREE], clock.toBus(times[REFRESHED] + opening + latency));
    const end = clock.toUnit(this.move(start, traffic.partBytes[n]));
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

  /** No more requests come from a cycle on: writes that wait for others go. */
  endFrom(_cycle: number): void {}

  /** @returns the cycle in which the bank begins to work on a part, but for refreshes */
  protected bankReady(cycle: number, bank: number): number {
    const free = this.bankFree[bank];
    if (free <= cycle) return cycle;
    this.bankWaits++;
    this.bankWaitCycles += free - cycle;
    return free;
  }

  /** Refreshes and the other client's transfers that are due up to the cycle. */
  protected otherWork(cycle: number): void {
    const { times } = this;
    while (times[NEXT_REFRESH] <= cycle || times[NEXT_OTHER] <= cycle) {
      if (times[NEXT_REFRESH] <= times[NEXT_OTHER]) {
        this.refresh(times[NEXT_REFRESH]);
        times[NEXT_REFRESH] += this.refreshInterval;
      } else {
        this.transfer(times[NEXT_OTHER]);
        times[NEXT_OTHER] += this.otherInterval;
      }
    }
  }

  /** A transfer of the other client takes the bus. */
  protected transfer(due: number): void {
    const { clock, latency, times } = this;
    times[BUS_FREE] = Math.max(clock.toBus(due + latency), times[BUS_FREE]) + this.otherCycles;
  }

  /** A refresh takes all banks once they and the bus have ended their work, and closes the rows. */
  protected refresh(due: number): void {
    const { clock, latency, traffic, times } = this;
    let from = Math.max(due, clock.toUnit(times[BUS_FREE]) - latency);
    for (const free of this.bankFree) from = Math.max(from, free);
    times[REFRESHED] = from + this.refreshCycles;
    times[BUS_FREE] = Math.max(times[BUS_FREE], clock.toBus(times[REFRESHED] + latency));
    traffic.close(this.channel);
  }
}
