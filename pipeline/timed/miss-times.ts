/** The times of the outstanding misses. Each is free for the next one once its sector is written to the data store. */
export class MissTimes {
  private readonly written = new Float64Array(this.outstanding);
  private sendAt = 0;
  private writeAt = 0;
  /** Misses that were sent and whose cycle of writing is not known yet. */
  private unknown = 0;

  /** @param outstanding the most misses at a time, at least 1 */
  constructor(private readonly outstanding: number) {}

  /** True if it is not known yet when the next one is free. */
  get full(): boolean {
    return this.unknown === this.outstanding;
  }

  /** The cycle from which on the next one is free, unless `full`. */
  get room(): number {
    return this.written[this.sendAt];
  }

  send(): void {
    this.unknown++;
    this.sendAt = this.sendAt + 1 === this.outstanding ? 0 : this.sendAt + 1;
  }

  /** The sector of the oldest one is written in the cycle. */
  leave(cycle: number): void {
    this.unknown--;
    this.written[this.writeAt] = cycle;
    this.writeAt = this.writeAt + 1 === this.outstanding ? 0 : this.writeAt + 1;
  }
}
