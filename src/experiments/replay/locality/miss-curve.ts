/** A knee of a miss curve, where the misses fall most. */
export interface Knee {
  /** Size at the end of the octave in lines, a power of two. */
  readonly lines: number;
  /** Decrease of the miss ratio from half as many lines. */
  readonly fall: number;
}

/** The fraction of misses beyond the compulsory ones that a cache of the working set's size may have. */
const WORKING_SET_SLACK = 0.05;
/** The smallest part of the misses at half its size that a knee removes. */
const KNEE_SHARE = 0.1;
/** The sizes of an octave in a plot. */
const DENSE = 16;

/** Misses of a fully associative LRU cache of every size, in lines, on one stream of look-ups. */
export class MissCurve {
  readonly lookups: number;
  /** The number of different lines: the compulsory misses, which every size has. */
  readonly lines: number;
  /** Hits at each number of lines, 0 to the deepest look-up. */
  private readonly hits: Float64Array;

  /** @param depths look-ups by their depth in the LRU stack, entry 0 for new lines */
  constructor(depths: Float64Array) {
    this.lines = depths[0];
    this.hits = new Float64Array(depths.length);
    for (let depth = 1; depth < depths.length; depth++) this.hits[depth] = this.hits[depth - 1] + depths[depth];
    this.lookups = this.lines + this.hits[depths.length - 1];
  }

  /** The smallest number of lines beyond which more lines remove no miss. */
  get enough(): number {
    return this.hits.length - 1;
  }

  /** @param lines size of the cache in lines, an integer from 0 on */
  misses(lines: number): number {
    return this.lookups - this.hits[Math.min(lines, this.enough)];
  }

  /** Misses per look-up, 0 to 1; 0 for an empty stream. */
  missRatio(lines: number): number {
    return this.lookups === 0 ? 0 : this.misses(lines) / this.lookups;
  }

  /**
   * The working set: the fewest lines with which the misses are at most 5 % (WORKING_SET_SLACK) more than the compulsory
   * ones. A cache of that size keeps nearly everything that will be used again.
   */
  get workingSet(): number {
    const most = (1 + WORKING_SET_SLACK) * this.lines;
    let [below, above] = [-1, this.enough];
    while (above - below > 1) {
      const middle = Math.floor((below + above) / 2);
      if (this.misses(middle) <= most) above = middle;
      else below = middle;
    }
    return above;
  }

  /**
   * The sizes at which a bigger cache gains most. A knee is an octave (from half as many lines to these) in which the
   * misses fall by more than in the octave before, by no less than in the one after, and by at least a tenth of their
   * number. The first octave is from no line to one.
   */
  get knees(): readonly Knee[] {
    const falls: number[] = [];
    for (let lines = 1; lines < 2 * this.enough; lines *= 2) {
      falls.push(this.misses(Math.floor(lines / 2)) - this.misses(lines));
    }
    return falls.flatMap((fall, octave) => {
      const lines = 2 ** octave;
      const isSteepest = fall > (falls[octave - 1] ?? 0) && fall >= (falls[octave + 1] ?? 0);
      const isSteep = fall >= KNEE_SHARE * this.misses(Math.floor(lines / 2));
      return isSteepest && isSteep ? [{ lines, fall: fall / this.lookups }] : [];
    });
  }

  /** Sizes for a plot of the curve: all up to DENSE lines, then DENSE an octave. The last size has only compulsory misses. */
  sizes(): readonly number[] {
    const sizes: number[] = [];
    for (let lines = 1; lines < this.enough; lines += Math.max(1, 2 ** Math.floor(Math.log2(lines / DENSE)))) {
      sizes.push(lines);
    }
    return [...sizes, Math.max(1, this.enough)];
  }
}

/** The misses of a cache by class (Hill and Smith 1989). The three add up to its misses. */
export type MissClasses = Readonly<ReturnType<typeof missClasses>>;

/**
 * Splits the number of a cache's misses into classes. Single misses are not classified.
 *
 * @param misses tag look-ups that did not find their line
 * @param lines lines of the cache, a victim buffer's included
 * @param curve miss curve of the same look-ups with lines of the same size
 */
export function missClasses(misses: number, lines: number, curve: MissCurve) {
  const associative = curve.misses(lines);
  return {
    /** First look-ups of a line, which miss in every cache. */
    compulsory: curve.lines,
    /** Further misses of a fully associative LRU cache of as many lines. */
    capacity: associative - curve.lines,
    /** The rest, caused by the sets. Negative if the cache does better than a fully associative LRU one. */
    conflict: misses - associative,
  };
}
