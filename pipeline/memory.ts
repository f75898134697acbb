/** The memory behind the cache: a fixed latency, and a bus that moves one line after the other. */
export class MemoryPort {
  private readonly latency: number;
  private readonly lineCycles: number;
  private busFree = 0;
  /** Cycles in which the bus has moved data. */
  busyCycles = 0;

  /** @param latency in cycles  @param lineBytes,bytesPerCycle a line takes ceil of their quotient on the bus */
  constructor(latency: number, lineBytes: number, bytesPerCycle: number) {
    this.latency = latency;
    this.lineCycles = Math.ceil(lineBytes / bytesPerCycle);
  }

  /** Requests a line. @returns the cycle in which it is back whole */
  request(cycle: number): number {
    const start = Math.max(cycle + this.latency, this.busFree);
    this.busFree = start + this.lineCycles;
    this.busyCycles += this.lineCycles;
    return this.busFree;
  }
}
