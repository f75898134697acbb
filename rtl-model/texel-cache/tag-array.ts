import type { TagDesign } from '../design/design.ts';
import { policyOf } from '../design/replacement-policies.ts';
import { type ReplacementState, replacementState } from './replacement.ts';
import { setsOf } from './set-index.ts';

/** The result of `find` if no way holds the line, and the number that represents no line. */
export const ABSENT = -1;

/**
 * The tags of a set-associative cache: the line of each slot (set * ways + way). A line is named by its number, byte
 * address / line bytes, an exact integer from 0 to 2^53 - 1.
 */
export class TagArray {
  private readonly sets: number;
  private readonly ways: number;
  private readonly setOf: (line: number) => number;
  private readonly lines: Float64Array;
  private readonly replacement: ReplacementState;
  /**
   * The slot of each set whose use does not change the replacement state: the one that was used or filled last. With
   * RRIP the first use after a fill does. Slot sets * ways then means no slot; it never holds a line.
   */
  private readonly latest: Int32Array;
  private readonly fillIsUse: boolean;
  /** 1 for each slot whose line is newer than in memory; for those who use the tags. */
  readonly dirty: Uint8Array;
  /** The line that the last `allocate` gave up; ABSENT if the slot was empty. */
  evicted = ABSENT;

  /** `sets` is a power of two, and so is `ways` for a policy that halves them. */
  constructor(design: TagDesign) {
    const { sets, ways, replacement, rrpvBits } = design;
    this.sets = sets;
    this.ways = ways;
    this.setOf = setsOf(design);
    this.lines = new Float64Array(sets * ways + 1).fill(ABSENT);
    this.replacement = replacementState(replacement, sets, ways, rrpvBits);
    this.fillIsUse = !policyOf(replacement).predicts;
    this.dirty = new Uint8Array(sets * ways);
    this.latest = Int32Array.from({ length: sets }, (_, set) => set * ways);
  }

  /** The slot that holds the line, or ABSENT. A find counts as a use of the line. */
  find(line: number): number {
    const { ways, lines, latest } = this;
    const set = this.setOf(line);
    if (lines[latest[set]] === line) return latest[set];
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
    this.filled(set, slot);
    return slot;
  }

  /** Replaces the slot's line by another line of the same set. */
  exchange(slot: number, line: number): void {
    this.lines[slot] = line;
    this.filled(Math.floor(slot / this.ways), slot);
  }

  get slots(): number {
    return this.dirty.length;
  }

  /** The line of the slot, or ABSENT. */
  lineIn(slot: number): number {
    return this.lines[slot];
  }

  /** Empties the slot. */
  remove(slot: number): void {
    this.lines[slot] = ABSENT;
  }

  private filled(set: number, slot: number): void {
    const { sets, ways } = this;
    this.latest[set] = this.fillIsUse ? slot : sets * ways;
    this.replacement.fill(set * ways, slot - set * ways);
  }
}
