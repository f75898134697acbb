import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';

/** Look-ups of cache lines, in order. */
export interface LineBatch {
  /** Byte address / line bytes, an exact integer below 2^53. */
  readonly line: Float64Array;
  /** Serial number of the quad that makes the look-up. */
  readonly quad: Uint32Array;
  /** The number of entries in use, from 0 on. */
  readonly count: number;
}

/** Look-ups with the starts of passes. */
export interface PassLineBatch extends LineBatch {
  /** 1 for the first look-up of a pass, 0 for others. */
  readonly passStart: Uint8Array;
  /** 1 for each look-up whose first access is a write; null if none is. A pass reads or writes as a whole. */
  readonly write: Uint8Array | null;
}

/** The fields of accesses that determine the look-ups and their passes. */
export interface PassAccesses extends Pick<AccessBatch, 'address' | 'bytes' | 'quad' | 'pass' | 'write' | 'count'> {
  /** An upper bound of the number of look-ups, if known. */
  readonly mostLookups?: number;
}

/** The number of a pass's lines that are remembered. A pass with more different lines may look a line up twice. */
const PASS_LINES = 64;
const NO_LINE = -1;
const NO_PASS = -1;

/**
 * The look-ups of texel accesses. A pass of a quad looks each of its lines up once, in the order of its taps, as the
 * tag stage of the pipeline does, or once for each access. An access over several lines looks each of them up.
 */
export class LineStream {
  private line = new Float64Array(0);
  private quad = new Uint32Array(0);
  private passStart = new Uint8Array(0);
  private write = new Uint8Array(0);
  /** The pass of the last access, and its latest lines, the oldest first. */
  private passQuad = 0;
  private pass = NO_PASS;
  private readonly carried = new Float64Array(PASS_LINES);
  private carriedCount = 0;
  /** The last place in a line from which on every access of the batch surely ends in the line. */
  private surely = 0;
  /** The lines that the pass accessed most recently, the last first. */
  private readonly latest = new Float64Array(4).fill(NO_LINE);

  /** @param lineBytes a power of two  @param coalesces true if the accesses of a pass to a line are one look-up */
  constructor(
    private readonly lineBytes: number,
    private readonly coalesces = true,
  ) {}

  /** The look-ups of the accesses, valid until the next call. Passes may continue from batch to batch. */
  take(batch: PassAccesses): PassLineBatch {
    this.makeRoom(batch);
    if (batch.count === 0)
      return { line: this.line, quad: this.quad, passStart: this.passStart, write: null, count: 0 };
    const { address, bytes, quad, pass } = batch;
    const { lineBytes, coalesces, latest, line: lines, quad: quads, passStart, write: written } = this;
    const writes = batch.write.subarray(0, batch.count).includes(1) ? batch.write : null;
    const perByte = 1 / lineBytes;
    let { carriedCount } = this;
    let begins = quad[0] !== this.passQuad || pass[0] !== this.pass;
    let count = 0;
    let first = 0;
    // Most accesses are to one of the most recent lines.
    let line0 = latest[0];
    let line1 = latest[1];
    let line2 = latest[2];
    let line3 = latest[3];
    const last = batch.count - 1;
    for (let n = 0; n <= last; n++) {
      if (n > 0) begins = quad[n] !== quad[n - 1] || pass[n] !== pass[n - 1];
      if (begins) {
        if (n < last && quad[n + 1] !== quad[n]) {
          const alone = this.takeAlone(batch, n, count, writes);
          count += alone;
          n += alone;
        }
        first = count;
        carriedCount = 0;
        line0 = line1 = line2 = line3 = NO_LINE;
      }
      const at = address[n];
      const end = at + bytes[n];
      let line = Math.floor(at * perByte);
      do {
        if (line !== line0 && line !== line1 && line !== line2 && line !== line3) {
          line3 = line2;
          line2 = line1;
          line1 = line0;
          line0 = coalesces ? line : NO_LINE;
          // Up to four lines are all in `latest`.
          if (
            !coalesces ||
            (count - first <= 4 && carriedCount === 0) ||
            !this.seen(line, first, count, carriedCount)
          ) {
            lines[count] = line;
            quads[count] = quad[n];
            passStart[count] = count === first && carriedCount === 0 ? 1 : 0;
            if (writes !== null) written[count] = writes[n];
            count++;
          }
        }
        line++;
      } while (line * lineBytes < end);
    }
    this.passQuad = quad[last];
    this.pass = pass[last];
    this.carriedCount = carriedCount;
    this.carry(first, count);
    latest.set([line0, line1, line2, line3]);
    return { line: lines, quad: quads, passStart, write: writes && written, count };
  }

  /**
   * Takes accesses from index `from` on that are a pass each and have one line each, before the last of the batch.
   *
   * @param count of the look-ups so far
   * @returns how many
   */
  private takeAlone(
    { address, bytes, quad, count: end }: PassAccesses,
    from: number,
    count: number,
    writes: Uint8Array | null,
  ) {
    const { lineBytes, surely, line: lines } = this;
    const perByte = 1 / lineBytes;
    const last = end - 1;
    const shift = count - from;
    let n = from;
    for (let own = quad[n]; n < last; n++) {
      const next = quad[n + 1];
      const at = address[n];
      const line = Math.floor(at * perByte);
      const place = at - line * lineBytes;
      if (next === own || (place > surely && place + bytes[n] > lineBytes)) break;
      lines[n + shift] = line;
      own = next;
    }
    if (n === from) return 0;
    this.quad.set(quad.subarray(from, n), count);
    this.passStart.fill(1, count, n + shift);
    if (writes !== null) this.write.set(writes.subarray(from, n), count);
    return n - from;
  }

  /** Ends the pass: the next access belongs to another pass, even with the same numbers. */
  endPass(): void {
    this.pass = NO_PASS;
  }

  /** True if a line is among the latest of the pass, whose look-ups in this batch are those from `first` to `end`. */
  private seen(line: number, first: number, end: number, carriedCount: number): boolean {
    const { line: lines, carried } = this;
    const oldest = Math.max(first, end - PASS_LINES);
    for (let k = end - 1; k >= oldest; k--) if (lines[k] === line) return true;
    const oldestCarried = Math.max(0, carriedCount + end - first - PASS_LINES);
    for (let k = carriedCount - 1; k >= oldestCarried; k--) if (carried[k] === line) return true;
    return false;
  }

  /** Remembers the lines of the batch's last pass, from look-up `first` to `end`. */
  private carry(first: number, end: number): void {
    const { carried, line } = this;
    const from = Math.max(first, end - PASS_LINES);
    const kept = Math.min(this.carriedCount, PASS_LINES - (end - from));
    carried.copyWithin(0, this.carriedCount - kept, this.carriedCount);
    carried.set(line.subarray(from, end), kept);
    this.carriedCount = kept + end - from;
  }

  /** Makes room for all look-ups of the accesses: one of n bytes touches at most n / line bytes + 2 lines. */
  private makeRoom({ bytes, count, mostLookups }: PassAccesses): void {
    const bound = mostLookups === undefined ? widest(bytes, count) : Infinity;
    this.surely = this.lineBytes - bound;
    let most = mostLookups ?? 3 * count;
    if (mostLookups === undefined && bound > this.lineBytes) {
      let sum = 0;
      for (let n = 0; n < count; n++) sum += bytes[n];
      most = 2 * count + Math.ceil(sum / this.lineBytes);
    }
    if (most <= this.line.length) return;
    this.line = new Float64Array(most);
    this.quad = new Uint32Array(most);
    this.passStart = new Uint8Array(most);
    this.write = new Uint8Array(most);
  }
}

/**
 * An upper bound of the accesses' bytes: the bits set in any of them, so that one access has its highest bit.
 *
 * @param bytes aligned to four bytes
 */
export function widest(bytes: Uint16Array, count: number): number {
  const pairs = new Uint32Array(bytes.buffer, bytes.byteOffset, 4 * Math.floor(count / 8));
  let bits = 0;
  for (let n = 0; n < pairs.length; n += 4) bits |= pairs[n] | pairs[n + 1] | pairs[n + 2] | pairs[n + 3];
  bits |= bits >>> 16;
  for (let n = 2 * pairs.length; n < count; n++) bits |= bytes[n];
  return bits & 0xffff;
}
