import type { Attribution } from './attribution.ts';
import { ACTIVITIES, ACTIVITY, STAGES } from './stages.ts';

const ROW = ACTIVITIES.length;

/** What a stage does before it has done anything. */
const NONE = 255;

/** What every stage does over time: counted, and attributed to causes. */
export class ActivityHistory {
  /** Of stage s and activity a, at s * ROW + a: its cycles. */
  private readonly counts = new Float64Array(STAGES.length * ROW);
  /** Of a stage: what it does now, and the cycle that it is counted up to. */
  private readonly current = new Uint8Array(STAGES.length).fill(NONE);
  private readonly counted = new Float64Array(STAGES.length);
  private readonly attribution: Attribution;

  constructor(attribution: Attribution) {
    this.attribution = attribution;
  }

  /** From the cycle on, no earlier than that of the stage's last call, the stage does this until the next call. */
  begin(stage: number, cycle: number, activity: number): void {
    if (this.current[stage] !== activity) this.change(stage, cycle, activity);
  }

  /** From `free` on the stage is starved, from `waiting` on blocked, and from `at` on busy; the first two may last no cycle. */
  waited(stage: number, free: number, waiting: number, at: number): void {
    const { counts, counted, current } = this;
    const row = stage * ROW;
    if (current[stage] !== NONE) counts[row + current[stage]] += free - counted[stage];
    counts[row + ACTIVITY.starved] += waiting - free;
    counts[row + ACTIVITY.blocked] += at - waiting;
    counted[stage] = at;
    current[stage] = ACTIVITY.busy;
    this.attribution.waited(stage, free, waiting, at);
  }

  private change(stage: number, cycle: number, activity: number): void {
    this.count(stage, cycle);
    this.current[stage] = activity;
    this.attribution.begin(stage, cycle, activity);
  }

  private count(stage: number, cycle: number): void {
    const activity = this.current[stage];
    if (activity !== NONE) this.counts[stage * ROW + activity] += cycle - this.counted[stage];
    this.counted[stage] = cycle;
  }

  /** Attributes the cycles before `cycle`, before which no stage will begin anything else. */
  settle(cycle: number): void {
    this.attribution.settle(cycle);
  }

  /** The same, and counts them. */
  finish(cycle: number): void {
    for (let stage = 0; stage < STAGES.length; stage++) this.count(stage, cycle);
    this.settle(cycle);
  }

  /** Cycles by stage and activity at the last `finish`: stage s and activity a at s * ACTIVITIES.length + a. */
  get totals(): Float64Array {
    return this.counts;
  }
}
