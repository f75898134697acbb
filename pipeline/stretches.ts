import { ACTIVITIES } from './stages.ts';

/** What one stage does over time, the newest last: stretch k begins at starts[k] and ends where the next one begins. */
export class Stretches {
  starts = new Float64Array(64);
  activities = new Uint8Array(64);
  count = 0;
  /** Of an activity: the cycles of the stretches that were dropped. */
  private readonly dropped = new Float64Array(ACTIVITIES.length);

  push(start: number, activity: number): void {
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = start;
    this.activities[this.count++] = activity;
  }

  /** The stretch that a cycle lies in, which lies in stretch k or a later one. */
  seek(k: number, cycle: number): number {
    const { starts } = this;
    const last = this.count - 1;
    let at = k;
    while (at < last && starts[at + 1] <= cycle) at++;
    return at;
  }

  /** The cycle after the last of stretch k, Infinity while it goes on. */
  end(k: number): number {
    return k + 1 < this.count ? this.starts[k + 1] : Infinity;
  }

  dropFirst(stretches: number): void {
    if (stretches === 0) return;
    this.addUp(stretches, this.starts[stretches], this.dropped);
    this.starts.copyWithin(0, stretches, this.count);
    this.activities.copyWithin(0, stretches, this.count);
    this.count -= stretches;
  }

  /** Of an activity: its cycles before `cycle`, which the last stretch holds or ends at. */
  cyclesBefore(cycle: number): Float64Array {
    const cycles = this.dropped.slice();
    this.addUp(this.count, cycle, cycles);
    return cycles;
  }

  /** Adds the cycles of the first stretches, which end at `end`, to those of their activities. */
  private addUp(stretches: number, end: number, cycles: Float64Array): void {
    const { starts, activities } = this;
    for (let k = 0; k < stretches; k++) {
      cycles[activities[k]] += (k + 1 < stretches ? starts[k + 1] : end) - starts[k];
    }
  }

  private grow(): void {
    const { starts, activities } = this;
    this.starts = new Float64Array(2 * starts.length);
    this.activities = new Uint8Array(2 * activities.length);
    this.starts.set(starts);
    this.activities.set(activities);
  }
}
