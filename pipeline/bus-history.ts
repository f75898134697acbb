/** When the memory's bus moves data: intervals in the order of time, those that meet in one. */
export class BusHistory {
  private starts = new Float64Array(1024);
  private ends = new Float64Array(1024);
  private first = 0;
  private count = 0;
  /** Of the cycle that was asked for last: when it does otherwise, Infinity for never. */
  changesAt = 0;

  /** The bus moves data from cycle `start` to `end - 1`; no earlier than before. */
  moves(start: number, end: number): void {
    if (this.count > this.first && this.ends[this.count - 1] === start) {
      this.ends[this.count - 1] = end;
      return;
    }
    if (this.count === this.starts.length) this.makeRoom();
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  /** Whether it moves data in the cycle. Cycles are asked for in rising order. */
  movesAt(cycle: number): boolean {
    while (this.first < this.count && this.ends[this.first] <= cycle) this.first++;
    const moves = this.first < this.count && this.starts[this.first] <= cycle;
    this.changesAt = this.first === this.count ? Infinity : moves ? this.ends[this.first] : this.starts[this.first];
    return moves;
  }

  private makeRoom(): void {
    const { first, count } = this;
    const size = count - first > this.starts.length / 2 ? 2 * this.starts.length : this.starts.length;
    const [starts, ends] = [new Float64Array(size), new Float64Array(size)];
    starts.set(this.starts.subarray(first, count));
    ends.set(this.ends.subarray(first, count));
    this.starts = starts;
    this.ends = ends;
    this.first = 0;
    this.count = count - first;
  }
}
