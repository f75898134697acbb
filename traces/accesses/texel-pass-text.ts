import type { AccessBatch } from './access-batch.ts';
import { ACCESS_RANGES } from './access-columns.ts';
import { MOST_LANE_TAPS } from './texel-trace-lines.ts';

const ZERO = 0x30;
const COMMA = 0x2c;
const CLOSE = 0x5d;
/** Decimal digits of integers that are exact, whatever they are. */
const MOST_DIGITS = 15;

const codes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const BEGIN = codes('{');
const NEXT = codes(',');
const CYCLE = codes('"cycle":');
const UNIT = codes('"unit":');
const QUAD = codes('"quad":');
const PASS = codes(',"pass":');
const SIZE = codes(',"size":');
const WRITE = codes(',"write":true');
const TAPS = codes(',"taps":[[');
const NEXT_LANE = codes(',[');
const NULL = codes('null');
const END = codes(']}\n');

/**
 * Reads the lines of passes in the very form that texunit writes, straight from their bytes. What has any other form is
 * left to a parser of all of JSON.
 */
export class TexelPassText {
  private bytes: Uint8Array = new Uint8Array(0);
  private here = 0;
  private readonly largestUnit: number;
  /** The cycle of the last line that had one. */
  cycle = 0;

  constructor(largestUnit: number) {
    this.largestUnit = largestUnit;
  }

  /**
   * Appends the accesses of a line.
   *
   * @param batch with room for 1024 in each of four lanes
   * @returns where the next line starts; 0 if the line is not read, and the batch is as it was
   */
  read(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    this.bytes = bytes;
    this.here = at;
    let { cycle } = this;
    let unit = 0;
    if (!this.skip(BEGIN)) return 0;
    if (this.skip(CYCLE)) {
      cycle = this.number();
      if (cycle < this.cycle || !this.skip(NEXT)) return 0;
    }
    if (this.skip(UNIT)) {
      unit = this.number();
      if (unit < 0 || unit > this.largestUnit || !this.skip(NEXT)) return 0;
    }
    if (!this.skip(QUAD)) return 0;
    const quad = this.number();
    if (quad < 0 || quad > ACCESS_RANGES.quad.largest || !this.skip(PASS)) return 0;
    const pass = this.number();
    if (pass < 0 || pass > ACCESS_RANGES.pass.largest || !this.skip(SIZE)) return 0;
    const size = this.number();
    if (size < ACCESS_RANGES.bytes.smallest || size > ACCESS_RANGES.bytes.largest) return 0;
    const write = this.skip(WRITE) ? 1 : 0;
    if (!this.skip(TAPS)) return 0;
    const before = batch.count;
    if (!this.lanes(batch, quad, pass, size)) {
      batch.count = before;
      return 0;
    }
    batch.write.fill(write, before, batch.count);
    batch.issue(before, cycle, unit);
    this.cycle = cycle;
    return this.here;
  }

  /** @returns false if the rest of the line has another form */
  private lanes(batch: AccessBatch, quad: number, pass: number, size: number): boolean {
    for (let lane = 0; lane < 4; lane++) {
      if (lane > 0 && !this.skip(NEXT_LANE)) return false;
      if (!this.lane(batch, quad, pass, size, lane)) return false;
    }
    return this.skip(END);
  }

  /** @returns false if the lane has another form */
  private lane(batch: AccessBatch, quad: number, pass: number, size: number, lane: number): boolean {
    const { bytes } = this;
    if (bytes[this.here] === CLOSE) {
      this.here++;
      return true;
    }
    for (let taps = 0; taps < MOST_LANE_TAPS; taps++) {
      const address = this.number();
      if (address >= 0) {
        batch.push(address, size, quad, pass, lane);
      } else if (!this.skip(NULL)) return false;
      const after = bytes[this.here++];
      if (after === CLOSE) return true;
      if (after !== COMMA) return false;
    }
    return false;
  }

  /** @returns an integer as JSON writes it, -1 where there is none of at most 15 digits */
  private number(): number {
    const { bytes } = this;
    const first = this.here;
    let value = 0;
    let here = first;
    for (let digit = bytes[here] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++here] - ZERO) {
      value = value * 10 + digit;
    }
    const digits = here - first;
    if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && bytes[first] === ZERO)) return -1;
    this.here = here;
    return value;
  }

  private skip(text: Uint8Array): boolean {
    const { bytes, here } = this;
    for (let n = 0; n < text.length; n++) if (bytes[here + n] !== text[n]) return false;
    this.here = here + text.length;
    return true;
  }
}
