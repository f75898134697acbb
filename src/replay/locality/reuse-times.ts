/** Look-ups between two of one line, in octaves. */
export interface ReuseOctave {
  /** Look-ups from one of a line to the next of it, at least and at most; 1 is the very next. */
  readonly from: number;
  readonly to: number;
  readonly lookups: number;
}

/** How many lines are in use, on average. */
export interface WorkingSetSize {
  /** Look-ups back from the latest one, that one included. */
  readonly window: number;
  /** Different lines among them, averaged over every look-up of the stream as the latest one. */
  readonly lines: number;
}

const OCTAVES = 53;
const LEAST_LINES = 2 ** 12;

/**
 * How long after a look-up its line is looked up again, counted in look-ups. From these follows Denning's working set
 * (Denning and Schwartz 1972) for every window that is a power of two: a look-up keeps its line in a window until the
 * line's next one, or for the window's length.
 */
export class ReuseTimes {
  /** Look-ups so far. */
  private now = 0;
  private lines = 0;
  private lastOf = new Float64Array(LEAST_LINES);
  /** Reuses in [2^k, 2^(k+1)), and the sum of their times. */
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
      if (line === this.lastOf.length) {
        const { lastOf } = this;
        this.lastOf = new Float64Array(2 * line);
        this.lastOf.set(lastOf);
      }
    }
    this.lastOf[line] = this.now++;
  }

  /** From 1 look-up to the longest time, octave by octave. */
  histogram(): readonly ReuseOctave[] {
    const last = this.counts.findLastIndex((count) => count > 0);
    return Array.from(this.counts.subarray(0, last + 1), (lookups, octave) => ({
      from: 2 ** octave,
      to: 2 ** (octave + 1) - 1,
      lookups,
    }));
  }

  /** For windows of 1, 2, 4 ... look-ups, up to one that is no shorter than the stream. */
  workingSets(): readonly WorkingSetSize[] {
    // The last look-up of a line keeps it to the stream's end.
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

/** floor(log2(time)) of an integer from 1 to 2^53 - 1. */
export function octaveOf(time: number): number {
  return time < 2 ** 31 ? 31 - Math.clz32(time) : 62 - Math.clz32(Math.floor(time / 2 ** 31));
}
