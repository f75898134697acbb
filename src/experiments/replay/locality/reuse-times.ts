import { GrowingStudy } from './growing-study.ts';

/** The number of reuses whose time, in look-ups, lies in one octave. */
export interface ReuseOctave {
  /** The shortest and the longest time from one look-up of a line to its next; 1 is the next look-up. */
  readonly from: number;
  readonly to: number;
  readonly lookups: number;
}

/** The average number of different lines in a window of look-ups. */
export interface WorkingSetSize {
  /** Length of the window in look-ups, the latest one included. */
  readonly window: number;
  /** Different lines in the window, averaged over all its positions in the stream. */
  readonly lines: number;
}

const OCTAVES = 53;
const LEAST_LINES = 2 ** 12;

/**
 * The reuse time of lines: the number of look-ups from one look-up of a line to its next. Denning's working set
 * (Denning and Schwartz 1972) follows from it for every window that is a power of two: a look-up keeps its line in a
 * window until the line's next look-up, or for the window's length.
 */
export class ReuseTimes extends GrowingStudy {
  /** The number of look-ups so far. */
  private now = 0;
  private lines = 0;
  private lastOf = new Float64Array(LEAST_LINES);
  /** The number of reuses with a time in [2^k, 2^(k+1)), and the sum of their times. */
  private readonly counts = new Float64Array(OCTAVES);
  private readonly sums = new Float64Array(OCTAVES);

  /** @param line serial number of the line; a new one is the number of lines so far */
  touch(line: number): void {
    if (line < this.lines) {
      const time = this.now - this.lastOf[line];
      const octave = octaveOf(time);
      this.counts[octave]++;
      this.sums[octave] += time;
    } else {
      this.lines++;
      if (line === this.lastOf.length) this.lastOf = this.longer(this.lastOf, 2 * line);
    }
    this.lastOf[line] = this.now++;
  }

  /** The reuse times, octave by octave, from 1 look-up to the longest time. */
  histogram(): readonly ReuseOctave[] {
    return octavesOf(this.counts);
  }

  /** The working sets for windows of 1, 2, 4 ... look-ups, up to one at least as long as the stream. */
  workingSets(): readonly WorkingSetSize[] {
    // The last look-up of a line keeps the line until the stream's end.
    const counts = this.counts.slice();
    const sums = this.sums.slice();
    for (let line = 0; line < this.lines; line++) {
      const rest = this.now - this.lastOf[line];
      const octave = octaveOf(rest);
      counts[octave]++;
      sums[octave] += rest;
    }
    const sizes: WorkingSetSize[] = [];
    let shorter = 0;
    let longer = this.now;
    for (let octave = 0; this.now > 0 && (octave === 0 || 2 ** (octave - 1) < this.now); octave++) {
      const window = 2 ** octave;
      sizes.push({ window, lines: (shorter + longer * window) / this.now });
      shorter += sums[octave];
      longer -= counts[octave];
    }
    return sizes;
  }
}

/** Counts by octave, up to the last one that is not 0. */
export function octavesOf(counts: Float64Array): readonly ReuseOctave[] {
  const last = counts.findLastIndex((count) => count > 0);
  return Array.from(counts.subarray(0, last + 1), (lookups, octave) => {
    return { from: 2 ** octave, to: 2 ** (octave + 1) - 1, lookups };
  });
}

/** floor(log2(time)) of an integer from 1 to 2^53 - 1. */
export function octaveOf(time: number): number {
  return time < 2 ** 31 ? 31 - Math.clz32(time) : 62 - Math.clz32(Math.floor(time / 2 ** 31));
}
