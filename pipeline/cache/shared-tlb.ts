import type { CacheDesign, TlbDesign } from '../../rtl-model/design/design.ts';
import { pagesOf } from '../../rtl-model/texel-cache/lower-levels.ts';
import { CAUSE } from '../counters/causes.ts';
import { Waits } from '../counters/waits.ts';

/**
 * The TLB of all texture units, in front of the L2 and the memory, and its walks. Requests leave it in the order in which
 * they come: one that waits for a walk holds up those after it, whose own walks go on meanwhile.
 */
export class SharedTlb {
  readonly pages = pagesOf(this.tlb);
  /** The cycle in which the page of each slot is known. */
  private readonly known = new Float64Array(this.pages.slots);
  /** The cycle in which each walk ended last; pages take them in turn. */
  private readonly ended = new Float64Array(this.tlb.walks);
  private next = 0;
  /** The cycle in which the last request left. */
  left = 0;
  /** The waits for walks. */
  readonly waits = new Waits();

  constructor(private readonly tlb: TlbDesign) {}

  /**
   * A request comes in a cycle, no earlier than the one before.
   *
   * @param slot of its page  @param hit false for a page that has to be walked
   * @returns the cycle in which it leaves for the L2 or the memory
   */
  leaves(cycle: number, slot: number, hit: boolean): number {
    if (!hit) this.known[slot] = this.walk(cycle);
    this.left = Math.max(cycle, this.known[slot], this.left);
    this.waits.note(cycle, this.left, CAUSE.pageWalk);
    return this.left;
  }

  private walk(cycle: number): number {
    const { ended, next } = this;
    this.next = next + 1 === ended.length ? 0 : next + 1;
    return (ended[next] = Math.max(cycle, ended[next]) + this.tlb.walkLatency);
  }
}

/** Null for a design without a TLB. */
export function sharedTlb({ tlb }: CacheDesign): SharedTlb | null {
  return tlb === null ? null : new SharedTlb(tlb);
}
