import { ACTIVITIES, STAGES } from './stages.ts';
import type { PipelineObserver } from './observer.ts';

const ROW = ACTIVITIES.length;

/** Counts what every stage does in every cycle, and tells the observer. */
export class StageClock {
  readonly counts = new Float64Array(STAGES.length * ACTIVITIES.length);
  private readonly observer: PipelineObserver | undefined;

  constructor(observer: PipelineObserver | undefined) {
    this.observer = observer;
  }

  record(cycle: number, stage: number, activity: number): void {
    this.counts[stage * ROW + activity]++;
    if (this.observer !== undefined) {
      this.observer.activity(cycle, STAGES[stage], ACTIVITIES[activity]);
    }
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
