/**
 * The times of entries that are taken in turn and left in the same order: those of the outstanding misses, or of the
 * requests in flight.
 */
export class EntryTimes {
  private readonly left = new Float64Array(this.entries);
  private takeAt = 0;
  private leaveAt = 0;
  /** Entries that were taken and whose cycle of leaving is not known yet. */
  private unknown = 0;

  /** @param entries the most that are taken at a time, at least 1 */
  constructor(private readonly entries: number) {}

  /** True if it is not known yet when the next one is free. */
  get full(): boolean {
    return this.unknown === this.entries;
  }

  /** The cycle from which on the next one is free, unless `full`. */
  get room(): number {
    return this.left[this.takeAt];
  }

  take(): void {
    this.unknown++;
    this.takeAt = this.takeAt + 1 === this.entries ? 0 : this.takeAt + 1;
  }

  /** The oldest one is left in the cycle. */
  leave(cycle: number): void {
    this.unknown--;
    this.left[this.leaveAt] = cycle;
    this.leaveAt = this.leaveAt + 1 === this.entries ? 0 : this.leaveAt + 1;
  }
}
