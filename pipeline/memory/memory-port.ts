import type { MemoryDesign } from '../../rtl-model/design/design.ts';
import { MemoryTraffic } from '../../rtl-model/texel-cache/memory-traffic.ts';
import { DramChannel } from './dram-channel.ts';
import { Intervals } from '../counters/intervals.ts';
import { MemoryChannel } from './memory-channel.ts';
import { UnknownCycles } from './unknown-cycles.ts';

/** Makes channel n, whose bus notes its times. */
export type ChannelOf = (memory: MemoryDesign, traffic: MemoryTraffic, bus: Intervals, n: number) => MemoryChannel;

const channelInOrder: ChannelOf = (memory, traffic, bus, n) =>
  DramChannel.serves(memory) ? new DramChannel(memory, traffic, bus, n) : new MemoryChannel(memory, traffic, bus);

/**
 * The memory below the caches: channels that share the addresses. Each serves the parts of the requests in it one
 * after the other, in the order of the requests. A memory that serves one request at a time takes none before the data
 * of the one before have moved.
 */
export class MemoryPort {
  /** The arrivals that are not known yet; none in a memory that serves in the order of the requests. */
  readonly unknown = new UnknownCycles();
  /** The cycles in which the channels move data, and those in which other work keeps them from it. */
  readonly buses = Array.from({ length: this.memory.channels?.count ?? 1 }, () => new Intervals());
  private readonly pipelined = this.memory.requests === 'pipelined';
  protected readonly traffic = new MemoryTraffic(this.memory);
  private readonly channels: readonly MemoryChannel[];
  /** The cycle in which the data of the last request have moved. */
  private lastEnd = 0;
  /** The cycle in which the data of all writes have moved. */
  written = 0;
  /** The cycle in which the memory took the last request. */
  taken = 0;
  /** Receives every request. */
  watch: ((cycle: number, address: number, bytes: number, write: boolean) => void) | null = null;

  constructor(
    private readonly memory: MemoryDesign,
    channelOf: ChannelOf = channelInOrder,
  ) {
    this.channels = this.buses.map((bus, n) => channelOf(memory, this.traffic, bus, n));
  }

  /**
   * Requests bytes, each part of which takes a bus for whole cycles. A memory with unknown arrivals takes requests in
   * unknown cycles as well.
   *
   * @returns the cycle in which they are back, which may be one of the unknown cycles
   */
  request(cycle: number, address: number, bytes: number): number {
    const { watch } = this;
    if (watch !== null) this.unknown.whenKnown(cycle, (known) => watch(known, address, bytes, false));
    return this.serve(cycle, this.traffic.split(address, bytes));
  }

  /** Writes bytes back, which takes the bus and the banks as a request does. Nobody waits for it. */
  write(cycle: number, address: number, bytes: number): void {
    this.watch?.(cycle, address, bytes, true);
    const end = this.serve(cycle, this.traffic.split(address, bytes, true));
    if (end > this.written) this.written = end;
  }

  /** Finds the unknown cycles of what begins to move before a cycle. Later requests come in that cycle or later. */
  settle(_before: number): void {}

  /** Serves the parts of the traffic's last request. @returns the cycle in which the last of them has moved */
  protected serve(cycle: number, parts: number): number {
    const { traffic, channels } = this;
    const taken = this.pipelined || cycle > this.lastEnd ? cycle : this.lastEnd;
    this.taken = taken;
    let end = 0;
    for (let n = 0; n < parts; n++) {
      const moved = channels[traffic.partChannel[n]].serve(cycle, taken, n);
      if (moved > end) end = moved;
    }
    if (!this.pipelined) this.lastEnd = end;
    return end;
  }

  /** Bytes of all requests, in whole bursts. */
  get bytes(): number {
    return this.traffic.bytes;
  }

  /** Cycles in which the buses of all channels have moved data of the requests, in their own clock. */
  get busyCycles(): number {
    return this.sum(({ busyCycles }) => busyCycles);
  }

  /** The share of the buses' cycles, up to the unit's cycle, in which they have moved data of the requests. */
  utilization(cycles: number): number {
    const { unitCycles, cycles: busCycles } = this.memory.busClock;
    return (this.busyCycles * unitCycles) / (cycles * busCycles * this.channels.length);
  }

  totals() {
    return {
      ...this.traffic.totals(),
      busyCycles: this.busyCycles,
      bankWaits: this.sum(({ bankWaits }) => bankWaits),
      bankWaitCycles: this.sum(({ bankWaitCycles }) => bankWaitCycles),
    };
  }

  private sum(count: (channel: MemoryChannel) => number): number {
    return this.channels.reduce((total, channel) => total + count(channel), 0);
  }
}
