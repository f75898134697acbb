import { ACTIVITIES, STAGES } from './stages.ts';
import type { PipelineObserver } from './observer.ts';

const ROW = ACTIVITIES.length;

/** What `steady` says of a stage that has none, or is observed. */
const UNSTEADY = 255;

/** Counts what every stage does in every cycle, and tells the observer. */
export class StageClock {
  private readonly counts = new Float64Array(STAGES.length * ACTIVITIES.length);
  private readonly observer: PipelineObserver | undefined;
  /** Of a stage, unless it is observed: what it has been doing, and from which cycle on; that is not counted yet. */
  private readonly steady = new Uint8Array(STAGES.length).fill(UNSTEADY);
  private readonly since = new Float64Array(STAGES.length);

  constructor(observer: PipelineObserver | undefined) {
    this.observer = observer;
  }

  record(cycle: number, stage: number, activity: number): void {
    if (activity !== this.steady[stage]) this.change(cycle, stage, activity);
  }

  private change(cycle: number, stage: number, activity: number): void {
    if (this.observer !== undefined) {
      this.counts[stage * ROW + activity]++;
      this.observer.activity(cycle, STAGES[stage], ACTIVITIES[activity]);
      return;
    }
    this.count(cycle, stage);
    this.steady[stage] = activity;
  }

  private count(cycle: number, stage: number): void {
    if (this.steady[stage] !== UNSTEADY) {
      this.counts[stage * ROW + this.steady[stage]] += cycle - this.since[stage];
    }
    this.since[stage] = cycle;
  }

  /** Cycles by stage and activity, before `cycle`: stage s and activity a at s * ACTIVITIES.length + a. */
  countsBefore(cycle: number): Float64Array {
    for (let stage = 0; stage < STAGES.length; stage++) this.count(cycle, stage);
    return this.counts;
  }
}

/** Numbers of the stages and activities, as the counters index them. */
export const STAGE = numbered(STAGES);
export const ACTIVITY = numbered(ACTIVITIES);

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  const numbers = {} as Record<Name, number>;
  names.forEach((name, n) => {
    numbers[name] = n;
  });
  return numbers;
}
