import { CAUSES } from './causes.ts';

/** Bins of a time line. At least half of them are in use once the run has more cycles. */
const BINS = 128;

// Entries of `latest`.
const START = 0;
const END = 1;

/** Cycles by cause over time, in bins that double in width whenever the run outgrows them. */
export class Timeline {
  /** Cycles of bin b and cause c, at b * CAUSES.length + c. */
  private readonly cycles = new Float64Array(BINS * CAUSES.length);
  /** Cycles of a bin, a power of two. */
  width = 1;
  /** The bin used last: the start of its row, its first cycle, and the cycle after its last. */
  private latestRow = 0;
  private readonly latest = Float64Array.of(0, 1);

  /** Attributes the cycles from `from` to `to - 1`. */
  add(from: number, to: number, cause: number): void {
    const { cycles, latest } = this;
    if (from >= latest[START] && to <= latest[END]) cycles[this.latestRow + cause] += to - from;
    else this.addFrom(from, to, cause);
  }

  private addFrom(from: number, to: number, cause: number): void {
    while (to > BINS * this.width) this.double();
    const { width, cycles, latest } = this;
    let at = from;
    for (let bin = Math.floor(from / width); at < to; bin++) {
      latest[START] = bin * width;
      latest[END] = (bin + 1) * width;
      this.latestRow = bin * CAUSES.length;
      const end = Math.min(to, latest[END]);
      cycles[this.latestRow + cause] += end - at;
      at = end;
    }
  }

  /** Adds the cycles of another time line, which ends in the same cycle. */
  merge({ cycles, width }: Timeline): void {
    while (this.width < width) this.double();
    for (let n = 0; n < cycles.length; n++) this.cycles[n] += cycles[n];
  }

  /** Cycles of a cause in all, and in each of the first `count` bins. */
  total(cause: number): number {
    return this.bins(cause, BINS).reduce((sum, cycles) => sum + cycles, 0);
  }

  bins(cause: number, count: number): readonly number[] {
    return Array.from({ length: count }, (_, bin) => this.cycles[bin * CAUSES.length + cause]);
  }

  private double(): void {
    const { cycles } = this;
    const row = CAUSES.length;
    for (let bin = 0; bin < BINS / 2; bin++) {
      for (let n = bin * row; n < (bin + 1) * row; n++) cycles[n] = cycles[n + bin * row] + cycles[n + (bin + 1) * row];
    }
    cycles.fill(0, (BINS / 2) * row);
    this.width *= 2;
  }
}
