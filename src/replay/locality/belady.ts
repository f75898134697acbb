import { LineTable } from './line-table.ts';
import type { LineBatch } from '../caches/line-stream.ts';

const NONE = -1;
const LEAST_LINES = 2 ** 12;

/**
 * Belady's optimum (1966) for the sets and ways of a cache: the fewest misses that any replacement can have that fetches
 * every line that misses. One pass, without looking ahead, and memory for each different line only.
 *
 * Between two look-ups of a line, the optimum keeps it exactly if at none of the look-ups between them (of other lines
 * of the set) all ways but the looked-up line's are taken by lines that it keeps across; decided in the order of the
 * second look-ups, this is Belady's choice (Jain and Lin 2016, OPTgen). A set's lines stand in the order of their latest
 * look-up, each with the most lines that are kept across one of the look-ups from its own to the next one's. Where all
 * ways are taken, no line that was looked up before can be kept: those leave the list, so that a line is a hit if it
 * is listed. A look-up costs as many steps as there are ways, on average at most.
 */
export class BeladyOptimum {
  private readonly setOf: (line: number) => number;
  /** Lines that can be kept across a look-up. */
  private readonly spare: number;
  private readonly table = new LineTable();
  /** Of a set: the line that was looked up last, NONE if there is none. */
  private readonly latest: Int32Array;
  /** Of a line: 1 if it is listed; its neighbours; lines kept across a look-up after its own, up to its successor's. */
  private listed = new Uint8Array(LEAST_LINES);
  private before = new Int32Array(LEAST_LINES);
  private after = new Int32Array(LEAST_LINES);
  private across = new Int32Array(LEAST_LINES);
  private lookupCount = 0;
  private hitCount = 0;

  /** @param setOf the set of a line, 0 to sets - 1; line modulo sets if left out */
  constructor(sets: number, ways: number, setOf = (line: number) => line - Math.floor(line / sets) * sets) {
    this.setOf = setOf;
    this.spare = ways - 1;
    this.latest = new Int32Array(sets).fill(NONE);
  }

  take({ line, count }: LineBatch): void {
    const { table, latest } = this;
    for (let n = 0; n < count; n++) {
      const set = this.setOf(line[n]);
      const serial = table.serialOf(line[n]);
      if (serial === this.listed.length) this.grow();
      if (latest[set] === serial) {
        this.hitCount++;
        continue;
      }
      if (this.listed[serial] !== 0) {
        this.hitCount++;
        this.keep(set, serial);
      }
      this.append(set, serial);
    }
    this.lookupCount += count;
  }

  get lookups(): number {
    return this.lookupCount;
  }

  get hits(): number {
    return this.hitCount;
  }

  get misses(): number {
    return this.lookupCount - this.hitCount;
  }

  /** A line that is not the set's latest has been kept from its look-up to now; it leaves its place in the list. */
  private keep(set: number, serial: number): void {
    const { before, after, across, spare } = this;
    const latest = this.latest[set];
    let full = NONE;
    for (let at = serial; at !== latest; at = after[at]) if (++across[at] === spare) full = at;
    const [left, right] = [before[serial], after[serial]];
    if (left !== NONE) {
      after[left] = right;
      // From a line to the next the number falls by one at most: the one counted last was the only one to end there.
      across[left] = across[serial];
    }
    before[right] = left;
    this.listed[serial] = 0;
    if (full !== NONE) this.dropThrough(full);
  }

  /** Makes a line that is not listed the set's latest. */
  private append(set: number, serial: number): void {
    const { before, after, across } = this;
    const latest = this.latest[set];
    before[serial] = latest;
    after[serial] = NONE;
    this.listed[serial] = 1;
    this.latest[set] = serial;
    if (latest === NONE) return;
    after[latest] = serial;
    across[latest] = 0;
    if (this.spare === 0) this.dropThrough(latest);
  }

  /** Takes the lines up to one that is not the latest off the list. */
  private dropThrough(last: number): void {
    const first = this.after[last];
    for (let at = last; at !== NONE; at = this.before[at]) this.listed[at] = 0;
    this.before[first] = NONE;
  }

  private grow(): void {
    const lines = 2 * this.listed.length;
    const listed = new Uint8Array(lines);
    listed.set(this.listed);
    this.listed = listed;
    this.before = longer(this.before, lines);
    this.after = longer(this.after, lines);
    this.across = longer(this.across, lines);
  }
}

function longer(entries: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const array = new Int32Array(length);
  array.set(entries);
  return array;
}
