import type { ActivityHistory } from '../activity-history.ts';
import { ACTIVITY } from '../stages.ts';

const { busy, starved, blocked } = ACTIVITY;

/** When one stage takes items in, one after the other, and what it does meanwhile. */
export class StageTimes {
  /** The first cycle in which it can take an item in again; in an array, since a float in a field costs conversions. */
  private readonly free = new Float64Array(1);
  private readonly history: ActivityHistory;
  private readonly stage: number;

  constructor(history: ActivityHistory, stage: number) {
    this.history = history;
    this.stage = stage;
  }

  /**
   * Takes an item in.
   *
   * @param arrival the cycle in which it is in front of the stage  @param room that in which there is room for it behind
   * @param cycles that it keeps the stage busy
   * @returns the cycle in which it is taken
   */
  take(arrival: number, room: number, cycles: number): number {
    const at = this.start(arrival, room);
    this.history.begin(this.stage, at, busy);
    this.free[0] = at + cycles;
    return at;
  }

  /** The same, of an item for which somebody else tells what the stage does, until `end`. */
  start(arrival: number, room: number): number {
    const free = this.free[0];
    const waiting = arrival > free ? arrival : free;
    const at = room > waiting ? room : waiting;
    if (at > free) this.wait(free, waiting, at);
    return at;
  }

  /** The item keeps the stage until before the cycle. */
  end(cycle: number): void {
    this.free[0] = cycle;
  }

  /** Nothing more comes before the cycle. */
  rest(until: number): void {
    if (until <= this.free[0]) return;
    this.history.begin(this.stage, this.free[0], starved);
    this.free[0] = until;
  }

  /** The first cycle of which it is not known yet what the stage does. */
  get known(): number {
    return this.free[0];
  }

  private wait(free: number, waiting: number, at: number): void {
    if (waiting > free) this.history.begin(this.stage, free, starved);
    if (at > waiting) this.history.begin(this.stage, waiting, blocked);
  }
}
