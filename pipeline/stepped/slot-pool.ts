/**
 * Numbers of free slots, the one freed last on top. A stall may need many slots, but a pipeline that flows works in a
 * few, which stay in the processor's cache.
 */
export class SlotPool {
  private readonly free = Int32Array.from({ length: this.count }, (_, k) => this.count - 1 - k);

  /** @param count all slots, which are free at first */
  constructor(private count: number) {}

  /** Takes a free slot. There is always one, because the FIFOs hold no more items than the pool has slots. */
  take(): number {
    return this.free[--this.count];
  }

  release(slot: number): void {
    this.free[this.count++] = slot;
  }
}
