/**
 * What one stage does over time, as stretches of one activity in the order of time. They are read once, in the same order,
 * and kept until then.
 */
export class Stretches {
  private starts = new Float64Array(1024);
  private activities = new Uint8Array(1024);
  private at = 0;
  private count = 0;
  /** The cycle after the last of the stretch that is read, Infinity while it goes on; in an array as a float that changes. */
  private readonly until = Float64Array.of(Infinity);
  /** What the stage does in that stretch. */
  activity = 0;

  /** A stretch begins, which ends where the next one begins. */
  push(start: number, activity: number): void {
    if (this.count === this.starts.length) this.makeRoom();
    this.starts[this.count] = start;
    this.activities[this.count] = activity;
    if (this.count === this.at) this.activity = activity;
    else if (this.count === this.at + 1) this.until[0] = start;
    this.count++;
  }

  /** Goes to the stretch that a cycle lies in. Cycles are asked for in rising order. @returns where it ends */
  seek(cycle: number): number {
    while (this.until[0] <= cycle) this.advance();
    return this.until[0];
  }

  /** The activity of the next stretch, or of this one where it goes on. */
  get nextActivity(): number {
    return this.activities[Math.min(this.at + 1, this.count - 1)];
  }

  private advance(): void {
    this.at++;
    this.activity = this.activities[this.at];
    this.until[0] = this.at + 1 < this.count ? this.starts[this.at + 1] : Infinity;
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
