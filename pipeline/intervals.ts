/** Of a cycle in no interval. */
export const NONE = -1;

/** Intervals of cycles in the order of time, each of a kind. They are read once, in the same order, and kept until then. */
export class Intervals {
  private starts = new Float64Array(1024);
  private ends = new Float64Array(1024);
  private kinds = new Uint8Array(1024);
  private first = 0;
  private count = 0;
  /** What `kindAt` found last, and the cycle from which on it may be otherwise, Infinity for never. */
  private kind = NONE;
  changesAt = 0;

  /** From cycle `start` to `end - 1`; no earlier than before. Intervals of one kind that meet become one. */
  push(start: number, end: number, kind: number): void {
    const { count } = this;
    if (count > this.first && this.ends[count - 1] === start && this.kinds[count - 1] === kind) {
      this.ends[count - 1] = end;
      return;
    }
    if (count === this.starts.length) this.makeRoom();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.kinds[this.count++] = kind;
    if (start < this.changesAt) this.changesAt = start;
  }

  /** The kind of the interval that a cycle lies in, or NONE. Cycles are asked for in rising order. */
  kindAt(cycle: number): number {
    if (cycle >= this.changesAt) this.seek(cycle);
    return this.kind;
  }

  /** No cycle before this one is asked for any more. */
  forget(before: number): void {
    const { ends, count } = this;
    let { first } = this;
    while (first < count && ends[first] <= before) first++;
    this.first = first;
  }

  private seek(cycle: number): void {
    this.forget(cycle);
    const { first } = this;
    if (first === this.count) {
      this.kind = NONE;
      this.changesAt = Infinity;
      return;
    }
    const start = this.starts[first];
    const inside = start <= cycle;
    this.kind = inside ? this.kinds[first] : NONE;
    this.changesAt = inside ? this.ends[first] : start;
  }

  private makeRoom(): void {
    const { first, count } = this;
    const size = count - first > this.starts.length / 2 ? 2 * this.starts.length : this.starts.length;
    this.starts = moved(this.starts, new Float64Array(size), first, count);
    this.ends = moved(this.ends, new Float64Array(size), first, count);
    this.kinds = moved(this.kinds, new Uint8Array(size), first, count);
    this.first = 0;
    this.count = count - first;
  }
}

function moved<Values extends Float64Array | Uint8Array>(from: Values, to: Values, first: number, end: number): Values {
  to.set(from.subarray(first, end));
  return to;
}
