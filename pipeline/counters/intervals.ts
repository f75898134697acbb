/** The kind of a cycle that no interval covers. */
export const NONE = -1;

/**
 * Intervals of cycles in the order of time, each of a kind. They are read once, in the same order, and are then
 * forgotten.
 */
export class Intervals {
  private starts = new Float64Array(1024);
  private ends = new Float64Array(1024);
  private kinds = new Uint8Array(1024);
  private first = 0;
  private count = 0;
  /** The kind that `kindAt` found last, and the first cycle that may be of another kind, Infinity for none. */
  private kind = NONE;
  changesAt = 0;
  private readonly followers: Intervals[] = [];

  /** Intervals that receive all that these receive from now on, for another reader. */
  follow(): Intervals {
    const follower = new Intervals();
    this.followers.push(follower);
    return follower;
  }

  /**
   * Adds the cycles `start` to `end - 1`, which are not before earlier ones. Intervals of one kind that meet become
   * one.
   */
  push(start: number, end: number, kind: number): void {
    const { count, followers } = this;
    for (const follower of followers) follower.push(start, end, kind);
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

  /** Gives the last interval, which was added without an end (Infinity), its end. That cycle has not been read yet. */
  endLast(end: number): void {
    for (const follower of this.followers) follower.endLast(end);
    this.ends[this.count - 1] = end;
    if (end < this.changesAt) this.changesAt = end;
  }

  /** The kind of the interval that a cycle lies in, or NONE. Calls come in rising order of cycles. */
  kindAt(cycle: number): number {
    if (cycle >= this.changesAt) this.seek(cycle);
    return this.kind;
  }

  /** Drops the intervals before a cycle. No later call has an earlier cycle. */
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

  /** Drops the intervals that were read. Where more than half of the room stays in use, the room doubles. */
  private makeRoom(): void {
    const { first, count, starts, ends, kinds } = this;
    if (count - first > starts.length / 2) {
      this.starts = new Float64Array(2 * starts.length);
      this.ends = new Float64Array(2 * starts.length);
      this.kinds = new Uint8Array(2 * starts.length);
    }
    this.starts.set(starts.subarray(first, count));
    this.ends.set(ends.subarray(first, count));
    this.kinds.set(kinds.subarray(first, count));
    this.first = 0;
    this.count = count - first;
  }
}
