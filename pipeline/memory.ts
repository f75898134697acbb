import type { MemoryDesign } from '../rtl-model/design/design.ts';
import { MemoryTraffic } from '../rtl-model/texel-cache/memory-traffic.ts';

/**
 * The memory behind the caches: a fixed latency, and a bus that moves one part of a request after the other, in the
 * order of the requests. With rows, a bank opens a row while other banks deliver, and serves nothing meanwhile. A memory
 * that serves one request at a time takes none before the one before is over.
 */
export class MemoryPort {
  private readonly latency: number;
  private readonly bytesPerCycle: number;
  private readonly activateCycles: number;
  private readonly pipelined: boolean;
  private readonly traffic: MemoryTraffic;
  /** The first cycle in which each bank can take a request. Without rows there is one bank, which always can. */
  private readonly bankFree: Float64Array;
  private readonly banked: boolean;
  /** The first cycle in which the bus is free. */
  protected busFree = 0;
  /** The cycle in which the memory took the last request. */
  taken = 0;
  /** Cycles in which the bus has moved data. */
  busyCycles = 0;
  /** Parts of requests that found their bank at work, and the cycles that they waited for it. */
  bankWaits = 0;
  bankWaitCycles = 0;

  constructor(memory: MemoryDesign) {
    const { latency, bytesPerCycle, rows, requests } = memory;
    this.latency = latency;
    this.bytesPerCycle = bytesPerCycle;
    this.activateCycles = rows?.activateCycles ?? 0;
    this.banked = rows !== null;
    this.bankFree = new Float64Array(rows?.banks ?? 1);
    this.pipelined = requests === 'pipelined';
    this.traffic = new MemoryTraffic(memory);
  }

  /** Requests bytes, which take the bus for whole cycles. @returns the cycle in which they are back */
  request(cycle: number, address: number, bytes: number): number {
    const { traffic } = this;
    const parts = traffic.request(address, bytes);
    const taken = this.pipelined ? cycle : Math.max(cycle, this.busFree);
    this.taken = taken;
    for (let n = 0; n < parts; n++) {
      const cycles = Math.ceil(traffic.partBytes[n] / this.bytesPerCycle);
      const ready = this.banked ? this.bankReady(taken, traffic.partBank[n], traffic.partHit[n]) : taken;
      const start = Math.max(ready + this.latency, this.busFree);
      this.busFree = start + cycles;
      this.busyCycles += cycles;
      // A bank works until its part is on the bus. Its times are those before the latency.
      if (this.banked) this.bankFree[traffic.partBank[n]] = this.busFree - this.latency;
    }
    return this.busFree;
  }

  /** Bytes of all requests, in whole bursts. */
  get bytes(): number {
    return this.traffic.bytes;
  }

  totals() {
    const { busyCycles, bankWaits, bankWaitCycles } = this;
    return { ...this.traffic.totals(), busyCycles, bankWaits, bankWaitCycles };
  }

  /** @returns the cycle in which the bank begins to deliver, before the latency */
  private bankReady(cycle: number, bank: number, hit: number): number {
    const free = this.bankFree[bank];
    if (free > cycle) {
      this.bankWaits++;
      this.bankWaitCycles += free - cycle;
    }
    return Math.max(cycle, free) + (hit === 1 ? 0 : this.activateCycles);
  }
}
