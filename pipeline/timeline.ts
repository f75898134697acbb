import { CAUSES } from './causes.ts';

/** Bins of a time line: between half of them and all are in use once the run is that long. */
const BINS = 128;

/** Cycles by cause over time, in bins that double in width whenever the run outgrows them. */
export class Timeline {
  /** Of bin b and cause c, at b * CAUSES.length + c. */
  private readonly cycles = new Float64Array(BINS * CAUSES.length);
  /** Cycles of a bin, a power of two. */
  width = 1;

  /** Attributes the cycles from `from` to `to - 1`. */
  add(from: number, to: number, cause: number): void {
    while (to > BINS * this.width) this.double();
    const { width, cycles } = this;
    let at = from;
    for (let bin = Math.floor(from / width); at < to; bin++) {
      const end = Math.min(to, (bin + 1) * width);
      cycles[bin * CAUSES.length + cause] += end - at;
      at = end;
    }
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
