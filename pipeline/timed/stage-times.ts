import { ACTIVITIES, ACTIVITY } from '../stages.ts';

const { busy, starved, blocked } = ACTIVITY;

// Entries of `times`; those of the activities come first.
const FREE = ACTIVITIES.length;
const FIRST_ENTRY = FREE + 1;

/**
 * When one stage takes items in, one after the other, and what it does meanwhile; with the FIFO behind it. Items take the
 * entries of the FIFO in turn: the one that an item needs was left by the item as many items before as there are entries.
 */
export class StageTimes {
  /**
   * Cycles of each activity but `busy`; the first cycle in which the stage can take an item in again; of each entry of the
   * FIFO the cycle in which it was left last. In one array: floats in fields cost conversions.
   */
  private readonly times: Float64Array;
  private entry = FIRST_ENTRY;

  /** @param entries how many items its registers and the FIFO hold, at least 1 */
  constructor(entries: number) {
    this.times = new Float64Array(FIRST_ENTRY + entries);
  }

  /**
   * Takes an item in.
   *
   * @param arrival the cycle in which it is in front of the stage  @param cycles that it keeps the stage
   * @param leaves whether it goes on into the FIFO, and needs room there
   * @returns the cycle in which it is taken
   */
  take(arrival: number, cycles: number, leaves = true): number {
    const at = this.start(arrival, leaves);
    this.times[FREE] = at + cycles;
    return at;
  }

  /** The same, of an item that takes until `end`. */
  start(arrival: number, leaves = true): number {
    const { times } = this;
    const free = times[FREE];
    const waiting = arrival > free ? arrival : free;
    const room = leaves ? times[this.entry] : 0;
    const at = room > waiting ? room : waiting;
    times[starved] += waiting - free;
    times[blocked] += at - waiting;
    return at;
  }

  /** The item keeps the stage until before the cycle. */
  end(cycle: number): void {
    this.times[FREE] = cycle;
  }

  /** So many of the cycles that an item keeps the stage are not its work. */
  spent(activity: number, cycles: number): void {
    this.times[activity] += cycles;
  }

  /** The item leaves the FIFO behind the stage in the cycle; the next one may be taken in. */
  leave(cycle: number): void {
    const { times } = this;
    times[this.entry] = cycle;
    this.entry = this.entry + 1 === times.length ? FIRST_ENTRY : this.entry + 1;
  }

  /** Nothing more comes before the cycle. */
  rest(until: number): void {
    const { times } = this;
    if (until <= times[FREE]) return;
    times[starved] += until - times[FREE];
    times[FREE] = until;
  }

  /** The first cycle of which it is not known yet what the stage does. */
  get known(): number {
    return this.times[FREE];
  }

  /** Of each activity: its cycles before `known`. */
  activityCycles(): Float64Array {
    const cycles = this.times.slice(0, ACTIVITIES.length);
    const others = cycles.reduce((sum, spent, activity) => (activity === busy ? sum : sum + spent), 0);
    cycles[busy] = this.known - others;
    return cycles;
  }
}
