import type { LineBatch } from '../caches/line-stream.ts';
import { LineTable } from './line-table.ts';
import { GrowingStudy } from './growing-study.ts';
import { LruStack } from './lru-stack.ts';
import { MissCurve } from './miss-curve.ts';
import { QuadLocality } from './quad-locality.ts';
import { ReuseTimes } from './reuse-times.ts';

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
