import type { AccessBatch } from '../../traces/access-batch.ts';

/** Look-ups of cache lines in order. */
export interface LineBatch {
  /** Byte address / line bytes, an exact integer below 2^53. */
  readonly line: Float64Array;
  /** Serial number of the quad that looks it up. */
  readonly quad: Uint32Array;
  /** Entries in use, from 0 on. */
  readonly count: number;
}

/** Lines of a pass that are remembered: what a pass looks up after so many different ones may be looked up twice. */
const PASS_LINES = 64;

/**
 * Texel accesses to look-ups: a pass of a quad looks each of its lines up once, in the order of its taps, as the tag
 * stage of the pipeline does. An access over several lines looks each of them up.
 */
export class LineStream {
  private readonly lineBytes: number;
  private line = new Float64Array(0);
  private quad = new Uint32Array(0);
  /** Lines of the pass so far. */
  private readonly ofPass = new Float64Array(PASS_LINES);
  private passLines = 0;
  private passQuad = -1;
  private pass = -1;

  /** @param lineBytes a power of two */
  constructor(lineBytes: number) {
    this.lineBytes = lineBytes;
  }

  /** The look-ups that the accesses make; passes may go on from batch to batch. Valid until the next call. */
  take(batch: AccessBatch): LineBatch {
    const perByte = 1 / this.lineBytes;
    let count = 0;
    for (let n = 0; n < batch.count; n++) {
      if (batch.quad[n] !== this.passQuad || batch.pass[n] !== this.pass) {
        this.passQuad = batch.quad[n];
        this.pass = batch.pass[n];
        this.passLines = 0;
      }
      const first = Math.floor(batch.address[n] * perByte);
      const last = Math.floor((batch.address[n] + batch.bytes[n] - 1) * perByte);
      if (count + last - first >= this.line.length) this.grow(count + last - first + batch.count);
      for (let line = first; line <= last; line++) {
        if (this.seen(line)) continue;
        this.line[count] = line;
        this.quad[count++] = this.passQuad;
      }
    }
    return { line: this.line, quad: this.quad, count };
  }

  private seen(line: number): boolean {
    const { ofPass } = this;
    for (let n = this.passLines - 1; n >= 0; n--) if (ofPass[n] === line) return true;
    if (this.passLines === PASS_LINES) this.passLines = 0;
    ofPass[this.passLines++] = line;
    return false;
  }

  private grow(entries: number): void {
    const { line, quad } = this;
    this.line = new Float64Array(2 * entries);
    this.quad = new Uint32Array(2 * entries);
    this.line.set(line);
    this.quad.set(quad);
  }
}
