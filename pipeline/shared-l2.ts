import type { CacheDesign } from '../rtl-model/design/design.ts';
import { TagArray } from '../rtl-model/texel-cache/tag-array.ts';

/** The parts of an L2 that keeps what it misses: all texture units share them. */
export interface SharedL2 {
  readonly tags: TagArray;
  /** The cycle in which the line of each slot arrives. */
  readonly arrival: Float64Array;
}

/** Null for a design without such an L2. */
export function sharedL2({ l2 }: CacheDesign): SharedL2 | null {
  if (l2?.allocation !== 'on-miss') return null;
  return { tags: new TagArray(l2), arrival: new Float64Array(l2.sets * l2.ways) };
}
