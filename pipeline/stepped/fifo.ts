/** The result of `head` and `nextArrival` where no item has arrived. */
export const NOTHING = -1;

/**
 * The registers of a stage and the FIFO after it, in one. An item is pushed when the stage takes it in, with the cycle
 * in which it arrives at the FIFO's head end. A stage stalls when neither registers nor FIFO have room.
 */
export class Fifo {
  private readonly size = 2 ** Math.ceil(Math.log2(this.capacity));
  private readonly mask = this.size - 1;
  private readonly items = new Int32Array(this.size);
  private readonly arrivals = new Float64Array(this.size);
  private headIndex = 0;
  private tailIndex = 0;
  private announcedIndex = 0;

  /** @param capacity items in the FIFO and in the registers of the stage before it, at least 2 */
  constructor(private readonly capacity: number) {}

  get full(): boolean {
    return this.tailIndex - this.headIndex >= this.capacity;
  }

  get empty(): boolean {
    return this.tailIndex === this.headIndex;
  }

  push(item: number, arrival: number): void {
    const at = this.tailIndex++ & this.mask;
    this.items[at] = item;
    this.arrivals[at] = arrival;
  }

  /** The oldest item, if it has arrived. */
  head(cycle: number): number {
    if (this.headIndex === this.tailIndex) return NOTHING;
    const at = this.headIndex & this.mask;
    return this.arrivals[at] <= cycle ? this.items[at] : NOTHING;
  }

  pop(): void {
    this.headIndex++;
  }

  /** The next item that has arrived and was not reported yet, for observers. It may have been popped. */
  nextArrival(cycle: number): number {
    if (this.announcedIndex === this.tailIndex) return NOTHING;
    const at = this.announcedIndex & this.mask;
    if (this.arrivals[at] > cycle) return NOTHING;
    this.announcedIndex++;
    return this.items[at];
  }
}
