import type { CacheDesign, Replacement } from '../design.ts';

/** What `find` returns when no way holds the line. */
export const ABSENT = -1;

/**
 * The tags of a set-associative cache: which line each slot (set * ways + way) stands for. A line is named by its
 * number, byte address / line bytes; its set is the number modulo the sets.
 */
export class TagArray {
  private readonly ways: number;
  private readonly setMask: number;
  private readonly replacement: Replacement;
  private readonly lines: Int32Array;
  /** When each slot was last used (LRU) or filled (FIFO); the oldest of a set goes first. Empty slots are oldest. */
  private readonly stamps: Float64Array;
  private clock = 0;

  constructor({ sets, ways, replacement }: CacheDesign) {
    this.ways = ways;
    this.setMask = sets - 1;
    this.replacement = replacement;
    this.lines = new Int32Array(sets * ways).fill(ABSENT);
    this.stamps = new Float64Array(sets * ways);
  }

  /** The slot that holds the line, which counts as a use of it, or ABSENT. */
  find(line: number): number {
    const first = (line & this.setMask) * this.ways;
    for (let slot = first; slot < first + this.ways; slot++) {
      if (this.lines[slot] === line) {
        if (this.replacement === 'lru') this.stamps[slot] = ++this.clock;
        return slot;
      }
    }
    return ABSENT;
  }

  /** Gives an absent line the slot of its set that is due for replacement. */
  allocate(line: number): number {
    const first = (line & this.setMask) * this.ways;
    let victim = first;
    for (let slot = first + 1; slot < first + this.ways; slot++) {
      if (this.stamps[slot] < this.stamps[victim]) victim = slot;
    }
    this.lines[victim] = line;
    this.stamps[victim] = ++this.clock;
    return victim;
  }
}
