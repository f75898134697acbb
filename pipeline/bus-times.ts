import { CAUSE } from './causes.ts';
import { Intervals, NONE } from './intervals.ts';

/** The use of the buses of all channels over time. They are read as the Intervals of one channel are. */
export class BusTimes {
  readonly channels: Intervals[];

  private constructor(channels: Intervals[]) {
    this.channels = channels;
  }

  static of(channels: number): BusTimes {
    return new BusTimes(Array.from({ length: channels }, () => new Intervals()));
  }

  /** Adds the waits for something other than a bus, which come behind those for a bus. */
  add(): Intervals {
    const waits = new Intervals();
    this.channels.push(waits);
    return waits;
  }

  /** The same times for another reader. */
  follow(): BusTimes {
    return new BusTimes(this.channels.map((channel) => channel.follow()));
  }

  /** The kind of a cycle: the data of any channel come first, then the first channel with another kind; or NONE. */
  kindAt(cycle: number): number {
    let kind = NONE;
    for (const channel of this.channels) {
      const here = channel.kindAt(cycle);
      if (kind === NONE || here === CAUSE.memoryBandwidth) kind = here;
    }
    return kind;
  }

  /** The first cycle that may be of another kind than the one that was found last, Infinity for none. */
  get changesAt(): number {
    let first = Infinity;
    for (const { changesAt } of this.channels) if (changesAt < first) first = changesAt;
    return first;
  }

  /** Drops what was before a cycle. No earlier cycle is asked for any more. */
  forget(before: number): void {
    for (const channel of this.channels) channel.forget(before);
  }
}
