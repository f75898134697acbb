import type { MissCurve } from './miss-curve.ts';

/** Why a cache missed (Hill and Smith 1989). The three add up to its misses. */
export interface MissClasses {
  /** First look-ups of a line: no cache has them. */
  readonly compulsory: number;
  /** What a fully associative LRU cache of as many lines misses beyond those. */
  readonly capacity: number;
  /** The rest: what the sets cost. Negative where the cache does better than a fully associative LRU one. */
  readonly conflict: number;
}

/**
 * Splits the misses of a cache by counts: not each miss has a class, but each class its number.
 *
 * @param misses tag look-ups that did not find their line
 * @param lines of the cache, those of a victim buffer included
 * @param curve of the same look-ups in lines of the same size
 */
export function missClasses(misses: number, lines: number, curve: MissCurve): MissClasses {
  const associative = curve.misses(lines);
  return { compulsory: curve.lines, capacity: associative - curve.lines, conflict: misses - associative };
}
