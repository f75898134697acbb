/**
 * A FIFO and the registers of the stage before it, as times. Items take the entries in turn, one item at a time is worked
 * out: the entry that it takes was left by the item as many items before as there are entries.
 */
export class FifoTimes {
  /** Of an entry: the cycle in which it was left last. */
  private readonly left: Float64Array;
  private entry = 0;

  /** @param entries how many items it holds, at least 1 */
  constructor(entries: number) {
    this.left = new Float64Array(entries);
  }

  /** The cycle from which on there is room for the item. */
  get room(): number {
    return this.left[this.entry];
  }

  /** The item, which has come in, leaves in the cycle. */
  leave(cycle: number): void {
    this.left[this.entry] = cycle;
    this.entry = this.entry + 1 === this.left.length ? 0 : this.entry + 1;
  }
}
