import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { LineStream } from '../replay/caches/line-stream.ts';
import { LineTable } from '../replay/locality/line-table.ts';
import { LruStack } from '../replay/locality/lru-stack.ts';
import { MissCurve } from '../replay/locality/miss-curve.ts';
import { WayCurve } from '../replay/locality/way-curve.ts';

/** The number of ways of a cache, or `full` for as many as it has lines. */
export type Associativity = number | 'full';

/**
 * The misses of LRU caches with lines of one size, for all sizes and associativities in one pass over the accesses.
 * Caches with the same number of sets share an LRU stack for each set. Fully associative caches share one stack.
 */
export class LineSizeStudy {
  private readonly stream = new LineStream(this.lineBytes);
  /** The curves by the number of sets. */
  private readonly curves: ReadonlyMap<number, WayCurve>;
  private readonly table = new LineTable();
  private readonly stack = new LruStack();
  /** Look-ups by the depth of their line in the one stack. Entry 0 counts new lines and those deeper than any cache. */
  private readonly depths = new Float64Array(1 + Math.max(...this.sizes.cacheBytes) / this.lineBytes);

  /** @param lineBytes,sizes.cacheBytes,sizes.ways powers of two */
  constructor(
    readonly lineBytes: number,
    private readonly sizes: { readonly cacheBytes: readonly number[]; readonly ways: readonly number[] },
  ) {
    const { cacheBytes, ways } = sizes;
    const sets = new Set(cacheBytes.flatMap((bytes) => ways.map((own) => bytes / lineBytes / own)));
    const mostWays = Math.max(...ways);
    this.curves = new Map(
      [...sets].filter((count) => count >= 1).map((count) => [count, new WayCurve(count, mostWays)]),
    );
  }

  take(accesses: AccessBatch): void {
    const { table, stack, depths } = this;
    const lookups = this.stream.take(accesses);
    for (const curve of this.curves.values()) curve.take(lookups);
    for (let n = 0; n < lookups.count; n++) {
      const depth = stack.touch(table.serialOf(lookups.line[n]));
      depths[depth < depths.length ? depth : 0]++;
    }
  }

  /** The misses of all caches. Caches with fewer lines than ways are left out. */
  results() {
    const { lineBytes, curves, sizes } = this;
    const full = new MissCurve(this.depths);
    return sizes.cacheBytes.flatMap((cacheBytes) => {
      const lines = cacheBytes / lineBytes;
      const all: readonly Associativity[] = [...sizes.ways.filter((ways) => ways <= lines), 'full'];
      return all.map((ways) => {
        const misses = ways === 'full' ? full.misses(lines) : curves.get(lines / ways)!.result().misses[ways];
        return { cacheBytes, ways, misses };
      });
    });
  }
}
