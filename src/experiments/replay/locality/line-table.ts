import { GrowingStudy } from './growing-study.ts';

/** The smallest number of slots. TOGETHER neighbouring keys, a line of the processor's cache, get adjacent slots. */
const LEAST_SLOTS = 2 ** 12;
const TOGETHER = 8;
const EMPTY = -1;
/** Keys are hashed in two halves, so that no bitwise operator sees more than 31 bits. */
const HALF = 2 ** 24;

/**
 * The serial numbers 0, 1, 2 ... of cache lines in the order of their first appearance: a hash table with open
 * addressing, without removal.
 */
export class LineTable extends GrowingStudy {
  /** The number of different lines so far. */
  count = 0;
  private keys = new Float64Array(LEAST_SLOTS).fill(EMPTY);
  private serials = new Int32Array(LEAST_SLOTS);

  /**
   * The line's serial number. A new line gets the next one, the value of `count` before the call.
   *
   * @param line an integer from 0 to 2^53 - 1
   */
  serialOf(line: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    let slot = slotOf(line) & mask;
    for (;;) {
      const key = keys[slot];
      if (key === line) return this.serials[slot];
      if (key === EMPTY) break;
      slot = (slot + 1) & mask;
    }
    keys[slot] = line;
    this.serials[slot] = this.count++;
    if (4 * this.count > 3 * keys.length) this.grow();
    return this.count - 1;
  }

  private grow(): void {
    const { keys, serials } = this;
    this.takeBytes(keys.byteLength + serials.byteLength);
    this.keys = new Float64Array(2 * keys.length).fill(EMPTY);
    this.serials = new Int32Array(2 * keys.length);
    const mask = this.keys.length - 1;
    for (let from = 0; from < keys.length; from++) {
      if (keys[from] === EMPTY) continue;
      let slot = slotOf(keys[from]) & mask;
      while (this.keys[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.keys[slot] = keys[from];
      this.serials[slot] = serials[from];
    }
  }
}

/** The hash of a line, 32 bits. Groups of neighbouring lines are scattered; the lines of a group stay in order. */
function slotOf(line: number): number {
  const group = Math.floor(line / TOGETHER);
  const high = Math.floor(group / HALF);
  const low = group - high * HALF;
  const hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return (((hash >>> 12) ^ hash) << 3) | (line - group * TOGETHER);
}
