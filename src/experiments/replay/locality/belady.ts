import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { LineTable } from './line-table.ts';
import { GrowingStudy } from './growing-study.ts';
import type { LineBatch } from '../caches/line-stream.ts';

const NONE = -1;
const LEAST_LINES = 2 ** 12;

/**
 * Belady's optimum (1966) for the sets and ways of a cache: the fewest misses of any replacement that fetches every
 * line that misses. It takes one pass without looking ahead, and memory for each different line only.
 *
 * A line is looked up twice, with look-ups of other lines of its set between. The optimum keeps the line in between if
 * and only if at none of those look-ups all ways, except the looked-up line's, are taken by other kept lines. Decided
 * in the order of the second look-ups, this is Belady's choice (Jain and Lin 2016, OPTgen).
 *
 * A set's lines are listed in the order of their latest look-up. Each has the largest number of lines that are kept
 * across one of the look-ups from its own to that of the next line in the list. Where all ways are taken, no line
 * looked up before can be kept. Such lines leave the list, so a line hits if and only if it is listed. A look-up costs
 * at most as many steps as there are ways, on average.
 */
export class BeladyOptimum extends GrowingStudy {
  /** The number of lines that can be kept across a look-up. */
  private readonly spare = this.ways - 1;
  private readonly table = new LineTable(this.budget);
  /** The line of each set that was looked up last, or NONE. */
  private readonly latest = new Int32Array(this.sets).fill(NONE);
  /**
   * For each line: 1 if it is listed, its neighbours, and the lines kept across a look-up from its own to its
   * successor's.
   */
  private listed = new Uint8Array(LEAST_LINES);
  private before = new Int32Array(LEAST_LINES);
  private after = new Int32Array(LEAST_LINES);
  private across = new Int32Array(LEAST_LINES);
  /** The number of look-ups so far, and of those that hit. */
  lookups = 0;
  hits = 0;

  /**
   * @param setOf the set of a line, 0 to sets - 1; line modulo sets if absent
   * @param budget takes what grows with the accesses
   */
  constructor(
    private readonly sets: number,
    private readonly ways: number,
    private readonly setOf = (line: number) => line - Math.floor(line / sets) * sets,
    budget?: MemoryBudget,
  ) {
    super(budget);
  }

  take({ line, count }: LineBatch): void {
    const { table, latest } = this;
    for (let n = 0; n < count; n++) {
      const set = this.setOf(line[n]);
      const serial = table.serialOf(line[n]);
      if (serial === this.listed.length) this.grow();
      if (latest[set] === serial) {
        this.hits++;
        continue;
      }
      if (this.listed[serial] !== 0) {
        this.hits++;
        this.keep(set, serial);
      }
      this.append(set, serial);
    }
    this.lookups += count;
  }

  get misses(): number {
    return this.lookups - this.hits;
  }

  /**
   * Marks a line other than the set's latest as kept from its look-up to now, and removes it from its place in the
   * list.
   */
  private keep(set: number, serial: number): void {
    const { before, after, across, spare } = this;
    const latest = this.latest[set];
    let full = NONE;
    for (let at = serial; at !== latest; at = after[at]) if (++across[at] === spare) full = at;
    const [left, right] = [before[serial], after[serial]];
    if (left !== NONE) {
      after[left] = right;
      // From a line to the next, the number falls by at most one: only the line counted last can end there.
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

  /** Removes the lines up to `last`, which is not the latest, from the list. */
  private dropThrough(last: number): void {
    const first = this.after[last];
    for (let at = last; at !== NONE; at = this.before[at]) this.listed[at] = 0;
    this.before[first] = NONE;
  }

  private grow(): void {
    const lines = 2 * this.listed.length;
    this.listed = this.longer(this.listed, lines);
    this.before = this.longer(this.before, lines);
    this.after = this.longer(this.after, lines);
    this.across = this.longer(this.across, lines);
  }
}
