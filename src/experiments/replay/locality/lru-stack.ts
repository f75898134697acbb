import { GrowingStudy } from './growing-study.ts';

/** The number of time stamps in a word of the map of live stamps. */
const WORD = 32;
const LEAST_STAMPS = 2 ** 13;
/** The most words that are counted one by one; more of them are counted with the tree. */
const COUNTED = 12;

/**
 * The stack of a fully associative LRU cache of unlimited size (Mattson et al. 1970). The depth of a line is the
 * smallest number of lines with which such a cache hits.
 *
 * Every look-up gets a time stamp; the latest stamp of each line is live. The depth of a line is the number of live
 * stamps from its own on. A bit map of them and a Fenwick tree over its words count them (Bennett and Kruskal 1975).
 * When the stamps run out, the live ones are renumbered. Memory, and time per access, therefore depend on the lines,
 * not on the look-ups.
 */
export class LruStack extends GrowingStudy {
  /** The number of lines in the stack. */
  private lines = 0;
  /** The live stamp of each line, and the line of each stamp. */
  private stampOf: Int32Array = new Int32Array(LEAST_STAMPS);
  private lineAt: Int32Array = new Int32Array(LEAST_STAMPS);
  /** A bit for each stamp. */
  private live = new Int32Array(LEAST_STAMPS / WORD);
  /** Fenwick tree over the live stamps of the words that are full, word w at w + 1. */
  private tree = new Int32Array(LEAST_STAMPS / WORD + 1);
  private now = 0;

  /**
   * Looks a line up and moves it to the top.
   *
   * @param line serial number of the line; a new one is the number of lines so far
   * @returns the depth before the move, 1 for the top; 0 for a new line
   */
  touch(line: number): number {
    let depth = 0;
    if (line < this.lines) {
      const stamp = this.stampOf[line];
      depth = this.liveFrom(stamp);
      this.retire(stamp);
    } else {
      this.lines++;
      if (line === this.stampOf.length) this.stampOf = this.longer(this.stampOf, 2 * line);
    }
    this.stamp(line);
    return depth;
  }

  private liveFrom(stamp: number): number {
    const { live } = this;
    const word = stamp >> 5;
    const current = this.now >> 5;
    let count = ones(live[word] >>> (stamp & (WORD - 1)));
    if (current - word > COUNTED) return count + this.lines - this.liveThrough(word);
    for (let w = word + 1; w <= current; w++) count += ones(live[w]);
    return count;
  }

  /** The number of live stamps in words 0 to `word`, which is full. */
  private liveThrough(word: number): number {
    const { tree } = this;
    let count = 0;
    for (let node = word + 1; node > 0; node &= node - 1) count += tree[node];
    return count;
  }

  private retire(stamp: number): void {
    const word = stamp >> 5;
    this.live[word] &= ~(1 << (stamp & (WORD - 1)));
    if (word !== this.now >> 5) this.add(word, -1);
  }

  private stamp(line: number): void {
    const { now } = this;
    const word = now >> 5;
    this.live[word] |= 1 << (now & (WORD - 1));
    this.lineAt[now] = line;
    this.stampOf[line] = now;
    this.now = now + 1;
    if ((this.now & (WORD - 1)) !== 0) return;
    this.add(word, ones(this.live[word]));
    if (this.now === this.lineAt.length) this.renumber();
  }

  private add(word: number, count: number): void {
    const { tree } = this;
    for (let node = word + 1; node < tree.length; node += node & -node) tree[node] += count;
  }

  /** Renumbers the live stamps from 0. At least half of the stamps are free afterwards. */
  private renumber(): void {
    const { live, stampOf } = this;
    const stamps = 2 * this.lines > this.lineAt.length ? 2 * this.lineAt.length : this.lineAt.length;
    const lineAt = stamps === this.lineAt.length ? this.lineAt : this.longer(this.lineAt, stamps);
    let to = 0;
    for (let word = 0; word < live.length; word++) {
      for (let rest = live[word]; rest !== 0; rest &= rest - 1) {
        const line = lineAt[word * WORD + 31 - Math.clz32(rest & -rest)];
        lineAt[to] = line;
        stampOf[line] = to++;
      }
    }
    this.lineAt = lineAt;
    this.live = new Int32Array(stamps / WORD).fill(-1, 0, to >> 5);
    this.tree = new Int32Array(stamps / WORD + 1);
    for (let word = 0; word < to >> 5; word++) this.add(word, WORD);
    if ((to & (WORD - 1)) !== 0) this.live[to >> 5] = 2 ** (to & (WORD - 1)) - 1;
    this.now = to;
  }
}

/** The number of set bits of a 32-bit word. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
