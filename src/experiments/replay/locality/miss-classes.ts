import type { MissCurve } from './miss-curve.ts';

/** The misses of a cache by class (Hill and Smith 1989). The three add up to its misses. */
export interface MissClasses {
  /** First look-ups of a line, which miss in every cache. */
  readonly compulsory: number;
  /** Further misses of a fully associative LRU cache of as many lines. */
  readonly capacity: number;
  /** The rest, caused by the sets. Negative if the cache does better than a fully associative LRU one. */
  readonly conflict: number;
}

/**
 * Splits the number of a cache's misses into classes. Single misses are not classified.
 *
 * @param misses tag look-ups that did not find their line
 * @param lines lines of the cache, a victim buffer's included
 * @param curve miss curve of the same look-ups with lines of the same size
 */
export function missClasses(misses: number, lines: number, curve: MissCurve): MissClasses {
  const associative = curve.misses(lines);
  return { compulsory: curve.lines, capacity: associative - curve.lines, conflict: misses - associative };
}
