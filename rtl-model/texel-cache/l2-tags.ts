import { ABSENT, TagArray } from './tag-array.ts';

/** The tags of an L2 that keeps what it misses. Those of an inclusive one know the texel caches in front of it. */
export class L2Tags extends TagArray {
  /** Take the sectors of an L2 line out of a texel cache. @returns the bytes of them that are newer than in the L2 */
  readonly drops: ((line: number) => number)[] = [];

  /** Takes the line that the last `allocate` gave up out of all texel caches. @returns the bytes that come back from them */
  dropEvicted(): number {
    return this.evicted === ABSENT ? 0 : this.drops.reduce((bytes, drop) => bytes + drop(this.evicted), 0);
  }
}
