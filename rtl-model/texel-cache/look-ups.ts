import type { CacheDesign } from '../design/design.ts';

/** The most look-ups of a cycle: those of one line share a tag port. */
export function mostLookUps({ tagsPerCycle, sectorsPerTag }: CacheDesign): number {
  return tagsPerCycle * sectorsPerTag;
}

/** The most misses that are sent in a cycle: no more than look-ups. */
export function mostMisses(cache: CacheDesign): number {
  return Math.min(cache.missesPerCycle, mostLookUps(cache));
}
