import { PASS_TAPS } from '../cache/in-flight.ts';
import { ACTIVITIES, CAUSE_OF, STAGE } from '../stages/stages.ts';

/** The most periods of a pass: its first cycle, and four in front of and with each look-up. */
const PERIODS = 1 + 4 * PASS_TAPS;

/**
 * The tag stage's work on a pass, in periods that follow each other, each of one activity. The first cycle of a pass is
 * its work, and the next one says why the pass needs more of them.
 */
export class TagWork {
  /** The first cycle after each period. */
  private readonly ends = new Float64Array(PERIODS);
  private readonly activities = new Uint8Array(PERIODS);
  private count = 0;
  /** The cause of a cycle in which the data stage has nothing, by the period that `seek` has found. */
  cause = 0;

  /** A new pass, whose first look-ups are in the cycle. */
  begin(looking: number): void {
    this.ends[0] = looking + 1;
    this.count = 1;
  }

  add(end: number, activity: number): void {
    this.ends[this.count] = end;
    this.activities[this.count++] = activity;
  }

  /** Finds the cause of a cycle of the pass. @returns the first later cycle that may have another */
  seek(cycle: number): number {
    const { ends, activities, count } = this;
    let n = 1;
    while (n + 1 < count && ends[n] <= cycle) n++;
    this.cause = CAUSE_OF[STAGE.tag * ACTIVITIES.length + activities[n]];
    return cycle < ends[0] ? ends[0] : ends[n];
  }
}
