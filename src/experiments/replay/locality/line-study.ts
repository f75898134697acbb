import type { LineBatch } from '../caches/line-stream.ts';
import { LineTable } from './line-table.ts';
import { GrowingStudy } from './growing-study.ts';
import { LruStack } from './lru-stack.ts';
import { MissCurve } from './miss-curve.ts';
import { octavesOf, ReuseTimes } from './reuse-times.ts';

/** The fields of look-ups that the analyses use. */
export type Lookups = Pick<LineBatch, 'line' | 'quad' | 'count'>;

/** The locality of a stream of look-ups, independent of any cache. */
export type LineLocality = Readonly<ReturnType<LineStudy['result']>>;

const LEAST_DEPTHS = 2 ** 12;

/**
 * The analyses of a stream of look-ups of one line size in one pass: the miss curve of all sizes, reuse times, and
 * locality within and between quads. Memory grows only with the number of different lines.
 */
export class LineStudy extends GrowingStudy {
  private readonly table = new LineTable(this.budget);
  private readonly stack = new LruStack(this.budget);
  private readonly reuse = new ReuseTimes(this.budget);
  private readonly quads = new QuadLocality(this.budget);
  /** Look-ups by depth in the LRU stack, entry 0 for new lines. */
  private depths = new Float64Array(LEAST_DEPTHS);

  take({ line, quad, count }: Lookups): void {
    const { table, stack, reuse, quads } = this;
    for (let n = 0; n < count; n++) {
      const serial = table.serialOf(line[n]);
      // A line's depth can reach the number of lines.
      if (serial + 1 === this.depths.length) {
        this.depths = this.longer(this.depths, 2 * this.depths.length);
      }
      this.depths[stack.touch(serial)]++;
      reuse.touch(serial);
      quads.touch(serial, quad[n]);
    }
  }

  result() {
    const deepest = this.depths.findLastIndex((count, depth) => count > 0 || depth === 0);
    return {
      curve: new MissCurve(this.depths.slice(0, deepest + 1)),
      reuse: this.reuse.histogram(),
      workingSets: this.reuse.workingSets(),
      quads: this.quads.result(),
    };
  }
}

const LEAST_LINES = 2 ** 12;
const OCTAVES = 32;

/** Locality within and between quads: the number of quads since a line was last looked up. */
class QuadLocality extends GrowingStudy {
  private lines = 0;
  private lookups = 0;
  /** Serial number of the latest quad, and its index among the quads of the stream. */
  private serial = -1;
  private place = -1;
  /** Index of the quad that last looked up each line. */
  private lastOf = new Uint32Array(LEAST_LINES);
  private sameQuad = 0;
  private readonly counts = new Float64Array(OCTAVES);

  /**
   * @param line serial number of the line; a new one is the number of lines so far
   * @param quad serial number of the quad
   */
  touch(line: number, quad: number): void {
    if (quad !== this.serial) {
      this.serial = quad;
      this.place++;
    }
    this.lookups++;
    if (line < this.lines) {
      const gap = this.place - this.lastOf[line];
      if (gap === 0) this.sameQuad++;
      else this.counts[31 - Math.clz32(gap)]++;
    } else {
      this.lines++;
      if (line === this.lastOf.length) this.lastOf = this.longer(this.lastOf, 2 * line);
    }
    this.lastOf[line] = this.place;
  }

  /** The look-ups by the quad that last looked the line up. Together with `fresh`, the counts cover all look-ups. */
  result() {
    return {
      /** The number of quads in the stream: runs of look-ups with one serial number. */
      quads: this.place + 1,
      lookups: this.lookups,
      /** Look-ups of a line that an earlier pass of the same quad looked up. */
      sameQuad: this.sameQuad,
      /** Look-ups of a line that the previous quad looked up and the same quad did not. */
      previousQuad: this.counts[0],
      /** Look-ups of a line that was last looked up 2 to 3, 4 to 7 ... quads before. */
      earlier: octavesOf(this.counts).slice(1),
      /** Look-ups of a line that no quad looked up before. */
      fresh: this.lines,
    };
  }
}
