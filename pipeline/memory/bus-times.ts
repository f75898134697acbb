import { CAUSE } from '../counters/causes.ts';
import { type Intervals, NONE } from '../counters/intervals.ts';

/** The use of the memory's buses over time, read in rising order as the Intervals of one bus are. */
export type BusTimes = Pick<Intervals, 'kindAt' | 'changesAt' | 'forget'>;

/** @param buses at least one */
export function busTimes(buses: readonly Intervals[]): BusTimes {
  return buses.length === 1 ? buses[0] : new SeveralBuses(buses);
}

class SeveralBuses implements BusTimes {
  constructor(private readonly buses: readonly Intervals[]) {}

  /** The kind of a cycle: data that any bus moves come first, then the first bus with another kind. */
  kindAt(cycle: number): number {
    let kind = NONE;
    for (const bus of this.buses) {
      const here = bus.kindAt(cycle);
      if (kind === NONE || here === CAUSE.memoryBandwidth) kind = here;
    }
    return kind;
  }

  get changesAt(): number {
    return Math.min(...this.buses.map(({ changesAt }) => changesAt));
  }

  forget(before: number): void {
    for (const bus of this.buses) bus.forget(before);
  }
}
