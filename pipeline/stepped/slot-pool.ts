/**
 * Numbers of free slots, the one freed last on top: however many slots a stall may need, a pipeline that flows works in
 * a few that stay in the processor's cache.
 */
export class SlotPool {
  private readonly free: Int32Array;
  private count: number;

  constructor(slots: number) {
    this.free = Int32Array.from({ length: slots }, (_, k) => slots - 1 - k);
    this.count = slots;
  }

  /** There is one: the FIFOs hold no more than the pool. */
  take(): number {
    return this.free[--this.count];
  }

  release(slot: number): void {
    this.free[this.count++] = slot;
  }
}
