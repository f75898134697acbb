import type { AccessBatch } from './access-batch.ts';
import { LARGEST, SMALLEST } from './access-columns.ts';
import { MOST_LANE_TAPS } from './texel-trace-lines.ts';

const ZERO = 0x30;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const BRACE = 0x7d;
const LINE_FEED = 0x0a;
/** Decimal digits of integers that are exact, whatever they are. */
const MOST_DIGITS = 15;

const codes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const CYCLE = codes('{"cycle":');
const NEXT_QUAD = codes(',"quad":');
const QUAD = codes('{"quad":');
const PASS = codes(',"pass":');
const SIZE = codes(',"size":');
const TAPS = codes(',"taps":[[');
const NULL = codes('null');

/**
 * Reads the lines of passes in the very form that texunit writes, straight from their bytes. What has any other form is
 * left to a parser of all of JSON.
 */
export class TexelPassText {
  private bytes: Uint8Array = new Uint8Array(0);
  private here = 0;

  /**
   * Appends the accesses of a line.
   *
   * @param batch with room for 1024 in each of four lanes
   * @returns where the next line starts; 0 if the line is not read, and the batch is as it was
   */
  read(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    this.bytes = bytes;
    this.here = at;
    if (this.skip(CYCLE)) {
      if (this.number() < 0 || !this.skip(NEXT_QUAD)) return 0;
    } else if (!this.skip(QUAD)) return 0;
    const quad = this.number();
    if (quad < 0 || quad > LARGEST.quad || !this.skip(PASS)) return 0;
    const pass = this.number();
    if (pass < 0 || pass > LARGEST.pass || !this.skip(SIZE)) return 0;
    const size = this.number();
    if (size < SMALLEST.bytes || size > LARGEST.bytes || !this.skip(TAPS)) return 0;
    let n = batch.count;
    for (let lane = 0; lane < 4; lane++) {
      if (lane > 0) {
        if (bytes[this.here] !== COMMA || bytes[this.here + 1] !== OPEN) return 0;
        this.here += 2;
      }
      n = this.lane(batch, n, quad, pass, size, lane);
      if (n < 0) return 0;
    }
    const end = this.here;
    if (bytes[end] !== CLOSE || bytes[end + 1] !== BRACE || bytes[end + 2] !== LINE_FEED) return 0;
    batch.count = n;
    return end + 3;
  }

  /** @returns the entries of the batch that are in use then, -1 if the lane has another form */
  private lane(batch: AccessBatch, from: number, quad: number, pass: number, size: number, lane: number): number {
    const { bytes } = this;
    let n = from;
    if (bytes[this.here] === CLOSE) {
      this.here++;
      return n;
    }
    for (let taps = 0; taps < MOST_LANE_TAPS; taps++) {
      const address = this.number();
      if (address >= 0) {
        batch.address[n] = address;
        batch.bytes[n] = size;
        batch.quad[n] = quad;
        batch.pass[n] = pass;
        batch.lane[n] = lane;
        n++;
      } else if (!this.skip(NULL)) return -1;
      const after = bytes[this.here++];
      if (after === CLOSE) return n;
      if (after !== COMMA) return -1;
    }
    return -1;
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
