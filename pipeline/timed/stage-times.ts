import type { ActivityHistory } from '../activity-history.ts';
import { ACTIVITY } from '../stages.ts';

const { busy, starved } = ACTIVITY;

const FREE = 0;
const FIRST_ENTRY = 1;

/**
 * When one stage takes items in, one after the other, and what it does meanwhile; with the FIFO behind it. Items take the
 * entries of the FIFO in turn: the one that an item needs was left by the item as many items before as there are entries.
 */
export class StageTimes {
  /**
   * The first cycle in which the stage can take an item in again, and of each entry of the FIFO the cycle in which it was
   * left last. In one array: floats in fields cost conversions.
   */
  private readonly times: Float64Array;
  private entry = FIRST_ENTRY;
  private readonly history: ActivityHistory;
  private readonly stage: number;

  /** @param entries how many items its registers and the FIFO hold, at least 1 */
  constructor(history: ActivityHistory, stage: number, entries: number) {
    this.history = history;
    this.stage = stage;
    this.times = new Float64Array(FIRST_ENTRY + entries);
  }

  /**
   * Takes an item in.
   *
   * @param arrival the cycle in which it is in front of the stage  @param cycles that it keeps the stage busy
   * @param leaves whether it goes on into the FIFO, and needs room there
   * @returns the cycle in which it is taken
   */
  take(arrival: number, cycles: number, leaves = true): number {
    const at = this.start(arrival, leaves);
    this.times[FREE] = at + cycles;
    return at;
  }

  /** The same, of an item that takes until `end`; whoever knows tells the history what the stage does meanwhile. */
  start(arrival: number, leaves = true): number {
    const { times } = this;
    const free = times[FREE];
    const waiting = arrival > free ? arrival : free;
    const room = leaves ? times[this.entry] : 0;
    const at = room > waiting ? room : waiting;
    if (at > free) this.history.waited(this.stage, free, waiting, at);
    else this.history.begin(this.stage, at, busy);
    return at;
  }

  /** The item keeps the stage until before the cycle. */
  end(cycle: number): void {
    this.times[FREE] = cycle;
  }

  /** The item leaves the FIFO behind the stage in the cycle; the next one may be taken in. */
  leave(cycle: number): void {
    const { times } = this;
    times[this.entry] = cycle;
    this.entry = this.entry + 1 === times.length ? FIRST_ENTRY : this.entry + 1;
  }

  /** Nothing more comes before the cycle. */
  rest(until: number): void {
    if (until <= this.times[FREE]) return;
    this.history.begin(this.stage, this.times[FREE], starved);
    this.times[FREE] = until;
  }

  /** The first cycle of which it is not known yet what the stage does. */
  get known(): number {
    return this.times[FREE];
  }
}
