import type { CacheDesign, L3Design } from '../../rtl-model/design/design.ts';
import type { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import { TagArray } from '../../rtl-model/texel-cache/tag-array.ts';
import { Link } from '../memory/link.ts';
import type { MemoryPort } from '../memory/memory-port.ts';

/**
 * The L3 of all texture units, in front of memory. It looks each request up at once. Its link moves what is requested in the
 * order of the requests, so a line that is on its way has moved once before it moves for a later one.
 */
export class SharedL3 {
  readonly tags = new TagArray(this.l3);
  private readonly link = new Link(this.l3.bytesPerCycle, this.memory.unknown);

  constructor(
    private readonly l3: L3Design,
    private readonly memory: MemoryPort,
  ) {}

  /**
   * A request of the L2, or of a texel cache without one, comes in a cycle, which may be unknown.
   *
   * @param levels those whose last `take` or `prefetch` made it  @param hit true if that found it in the L3
   * @returns the cycle in which its bytes have moved
   */
  request(cycle: number, levels: CacheLevels, hit: boolean): number {
    const { l3, memory } = this;
    const { fetchBytes, memoryAddress, memoryBytes } = levels;
    const { unknown } = memory;
    const atTags = unknown.plus(cycle, l3.latency);
    const there = hit ? unknown.plus(atTags, l3.dataLatency) : memory.request(atTags, memoryAddress, memoryBytes);
    return this.link.move(there, fetchBytes);
  }
}

/** Null for a design without an L3. */
export function sharedL3({ l3 }: CacheDesign, memory: MemoryPort): SharedL3 | null {
  return l3 === null ? null : new SharedL3(l3, memory);
}
