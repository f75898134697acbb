/** The memory behind the cache: a fixed latency, and a bus that moves one request after the other. */
export class MemoryPort {
  private readonly latency: number;
  private readonly bytesPerCycle: number;
  private busFree = 0;
  /** Cycles in which the bus has moved data. */
  busyCycles = 0;

  /** @param latency in cycles */
  constructor(latency: number, bytesPerCycle: number) {
    this.latency = latency;
    this.bytesPerCycle = bytesPerCycle;
  }

  /** Requests bytes; they take the bus for whole cycles. @returns the cycle in which they are back */
  request(cycle: number, bytes: number): number {
    const cycles = Math.ceil(bytes / this.bytesPerCycle);
    const start = Math.max(cycle + this.latency, this.busFree);
    this.busFree = start + cycles;
    this.busyCycles += cycles;
    return this.busFree;
  }
}
