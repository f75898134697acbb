/**
 * What one stage does over time, as stretches of one activity in the order of time. They are read once, in the same order,
 * and kept until then.
 */
export class Stretches {
  private starts = new Float64Array(1024);
  private activities = new Uint8Array(1024);
  private at = 0;
  private count = 0;

  /** A stretch begins, which ends where the next one begins. */
  push(start: number, activity: number): void {
    if (this.count === this.starts.length) this.makeRoom();
    this.starts[this.count] = start;
    this.activities[this.count++] = activity;
  }

  /** Goes to the stretch that a cycle lies in. Cycles are asked for in rising order. */
  seek(cycle: number): void {
    while (this.at + 1 < this.count && this.starts[this.at + 1] <= cycle) this.at++;
  }

  get activity(): number {
    return this.activities[this.at];
  }

  /** That of the next stretch, or of this one where it goes on. */
  get nextActivity(): number {
    return this.activities[Math.min(this.at + 1, this.count - 1)];
  }

  /** The cycle after the last of this stretch, Infinity while it goes on. */
  get end(): number {
    return this.at + 1 < this.count ? this.starts[this.at + 1] : Infinity;
  }

  private makeRoom(): void {
    const { starts, activities, at, count } = this;
    if (count - at > count / 2) {
      this.starts = new Float64Array(2 * count);
      this.activities = new Uint8Array(2 * count);
    }
    this.starts.set(starts.subarray(at, count));
    this.activities.set(activities.subarray(at, count));
    this.at = 0;
    this.count = count - at;
  }
}
