/** When something is so: intervals of cycles in the order of time, those that meet in one. They are read once, in that order. */
export class Intervals {
  private starts = new Float64Array(1024);
  private ends = new Float64Array(1024);
  private first = 0;
  private count = 0;
  /** After `holds`: the cycle from which on it is otherwise, Infinity for never. */
  changesAt = 0;

  /** It is so from cycle `start` to `end - 1`; no earlier than before. */
  push(start: number, end: number): void {
    if (this.count > this.first && this.ends[this.count - 1] === start) {
      this.ends[this.count - 1] = end;
      return;
    }
    if (this.count === this.starts.length) this.makeRoom();
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  /** Whether it is so in the cycle. Cycles are asked for in rising order. */
  holds(cycle: number): boolean {
    this.forget(cycle);
    const { first } = this;
    if (first === this.count) {
      this.changesAt = Infinity;
      return false;
    }
    const start = this.starts[first];
    const holds = start <= cycle;
    this.changesAt = holds ? this.ends[first] : start;
    return holds;
  }

  /** No cycle before this one is asked for any more. */
  forget(before: number): void {
    const { ends, count } = this;
    let { first } = this;
    while (first < count && ends[first] <= before) first++;
    this.first = first;
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
