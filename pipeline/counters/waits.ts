import { Intervals } from './intervals.ts';

/** Waits of something that works in order: a wait begins where the last one has ended, or later. */
export class Waits extends Intervals {
  /** The end of the waits noted. */
  noted = 0;

  /** Notes the cycles from one until another, as far as no earlier wait has them. */
  note(from: number, until: number, cause: number): void {
    const first = Math.max(from, this.noted);
    if (until <= first) return;
    this.push(first, until, cause);
    this.noted = until;
  }
}
