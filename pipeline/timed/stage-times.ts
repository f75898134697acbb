import { ACTIVITIES, ACTIVITY } from '../stages/stages.ts';

const { busy, starved, blocked } = ACTIVITY;

// Entries of `times`; those of the activities come first.
const FREE = ACTIVITIES.length;
const FIRST_ENTRY = FREE + 1;

/**
 * The cycles in which one stage takes items in, one after the other, and its activities, with the FIFO after it. Items
 * take the entries of the FIFO in turn. With n entries, an item needs the entry that the item n places before it has
 * left.
 */
export class StageTimes {
  /**
   * Cycles of each activity but `busy`; the first cycle in which the stage can take an item in again; the cycle in
   * which each entry of the FIFO was left last. They are in one array because floats in fields cost conversions.
   */
  private readonly times = new Float64Array(FIRST_ENTRY + this.entries);
  private entry = FIRST_ENTRY;

  /** @param entries the items that its registers and the FIFO hold, at least 1 */
  constructor(private readonly entries: number) {}

  /**
   * Takes an item in.
   *
   * @param arrival the cycle in which it is in front of the stage  @param cycles the cycles that it keeps the stage
   * @param leaves true if it goes on into the FIFO and needs room there
   * @returns the cycle in which it is taken
   */
  take(arrival: number, cycles: number, leaves = true): number {
    const at = this.start(arrival, leaves);
    this.times[FREE] = at + cycles;
    return at;
  }

  /** Takes an item in that keeps the stage until the call of `end`. */
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

  /** Counts cycles for an activity other than the work on the item that keeps the stage. */
  spent(activity: number, cycles: number): void {
    this.times[activity] += cycles;
  }

  /** The item leaves the FIFO after the stage in the cycle; the next one may be taken in. */
  leave(cycle: number): void {
    const { times } = this;
    times[this.entry] = cycle;
    this.entry = this.entry + 1 === times.length ? FIRST_ENTRY : this.entry + 1;
  }

  /** Nothing more comes before the cycle. @param activity the reason */
  rest(until: number, activity: number = starved): void {
    const { times } = this;
    if (until <= times[FREE]) return;
    times[activity] += until - times[FREE];
    times[FREE] = until;
  }

  /** The first cycle in which the stage's activity is not known yet. */
  get known(): number {
    return this.times[FREE];
  }

  /** The cycles of each activity before `known`. */
  activityCycles(): Float64Array {
    const cycles = this.times.slice(0, ACTIVITIES.length);
    const others = cycles.reduce((sum, spent, activity) => (activity === busy ? sum : sum + spent), 0);
    cycles[busy] = this.known - others;
    return cycles;
  }
}
