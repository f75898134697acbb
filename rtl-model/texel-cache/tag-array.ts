import type { TagDesign } from '../design/design.ts';
import { type ReplacementState, replacementState } from './replacement.ts';
import { foldedSet } from './set-index.ts';

/** The result of `find` if no way holds the line, and the number that stands for no line. */
export const ABSENT = -1;

/**
 * The tags of a set-associative cache: the line of each slot (set * ways + way). A line is named by its number, byte
 * address / line bytes, an exact integer from 0 to 2^53 - 1.
 */
export class TagArray {
  private readonly sets: number;
  private readonly ways: number;
  private readonly folded: boolean;
  private readonly lines: Float64Array;
  private readonly replacement: ReplacementState;
  /** True if a slot that was used or filled last is one whose next use changes nothing. */
  private readonly settled: boolean;
  /** The slot of each set whose next use does not change the replacement state. */
  private readonly latest: Int32Array;
  /** 1 for each slot whose line is newer than in memory; for those who use the tags. */
  readonly dirty: Uint8Array;
  /** The line that the last `allocate` gave up; ABSENT if the slot was empty. */
  evicted = ABSENT;

  /** `sets` is a power of two, and so is `ways` for tree-plru. */
  constructor({ sets, ways, setIndex, replacement }: Pick<TagDesign, 'sets' | 'ways' | 'setIndex' | 'replacement'>) {
    this.sets = sets;
    this.ways = ways;
    this.folded = setIndex === 'xor-folded';
    this.lines = new Float64Array(sets * ways).fill(ABSENT);
    this.dirty = new Uint8Array(sets * ways);
    this.replacement = replacementState(replacement, sets, ways);
    this.settled = this.replacement.usesFills;
    this.latest = Int32Array.from({ length: sets }, (_, set) => set * ways);
  }

  /** The slot that holds the line, or ABSENT. A find counts as a use of the line. */
  find(line: number): number {
    const { ways, lines, latest } = this;
    const set = this.setOf(line);
    if (this.settled && lines[latest[set]] === line) return latest[set];
    const first = set * ways;
    for (let slot = first; slot < first + ways; slot++) {
      if (lines[slot] === line) {
        latest[set] = slot;
        this.replacement.use(first, slot - first);
        return slot;
      }
    }
    return ABSENT;
  }

  /** The slot that holds the line, or ABSENT. It does not count as a use of the line. */
  locate(line: number): number {
    const first = this.setOf(line) * this.ways;
    for (let slot = first; slot < first + this.ways; slot++) if (this.lines[slot] === line) return slot;
    return ABSENT;
  }

  /** Gives an absent line the first empty slot of its set, or the slot of the victim. */
  allocate(line: number): number {
    const { ways, lines } = this;
    const set = this.setOf(line);
    const first = set * ways;
    let slot = first;
    while (slot < first + ways && lines[slot] !== ABSENT) slot++;
    if (slot === first + ways) slot = first + this.replacement.victim(first);
    this.evicted = lines[slot];
    lines[slot] = line;
    this.latest[set] = slot;
    this.replacement.fill(first, slot - first);
    return slot;
  }

  /** Replaces the slot's line by another line of the same set. */
  exchange(slot: number, line: number): void {
    const way = slot % this.ways;
    const first = slot - way;
    this.lines[slot] = line;
    this.latest[first / this.ways] = slot;
    this.replacement.fill(first, way);
  }

  /** Empties the slot. */
  remove(slot: number): void {
    this.lines[slot] = ABSENT;
  }

  /** The number of slots that hold a line. */
  resident(): number {
    let held = 0;
    for (const line of this.lines) if (line !== ABSENT) held++;
    return held;
  }

  // `&` sees the low 32 bits of a larger integer.
  private setOf(line: number): number {
    return this.folded ? foldedSet(line, this.sets) : line & (this.sets - 1);
  }
}
