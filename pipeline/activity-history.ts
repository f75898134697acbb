import type { Attribution } from './attribution.ts';
import { STAGES } from './stages.ts';
import { Stretches } from './stretches.ts';

/** What a stage does before it has done anything. */
const NONE = 255;

/** Stretches that are worth being attributed at once. */
const MANY = 1024;

/** What every stage does over time, kept until it is attributed to causes. */
export class ActivityHistory {
  /** Of a stage: its stretches, and what it does now. */
  private readonly stretches: readonly Stretches[] = STAGES.map(() => new Stretches());
  private readonly current = new Uint8Array(STAGES.length).fill(NONE);
  private readonly attribution: Attribution;
  private kept = 0;

  constructor(attribution: Attribution) {
    this.attribution = attribution;
  }

  /** From the cycle on, which is later than that of the stage's last call, the stage does this until the next call. */
  begin(stage: number, cycle: number, activity: number): void {
    if (this.current[stage] !== activity) this.change(stage, cycle, activity);
  }

  private change(stage: number, cycle: number, activity: number): void {
    this.current[stage] = activity;
    this.stretches[stage].push(cycle, activity);
    this.kept++;
  }

  /** Whether so much is kept that `settle` should be called. */
  get crowded(): boolean {
    return this.kept >= MANY;
  }

  /** Attributes every cycle before `cycle`, before which no stage will begin anything else. */
  settle(cycle: number): void {
    this.attribution.settle(this.stretches, cycle);
    this.kept = 0;
  }

  /** Of a stage and an activity: the cycles before `cycle`, before which no stage will begin anything else. */
  cyclesBefore(cycle: number): readonly Float64Array[] {
    return this.stretches.map((stretches) => stretches.cyclesBefore(cycle));
  }
}
