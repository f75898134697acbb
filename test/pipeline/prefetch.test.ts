import { describe, expect, test } from 'vitest';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Design, PrefetchDesign } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { UNCOMPRESSED_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import { replayPart } from '../../src/experiments/replay/caches/lookup-levels.ts';
import { CacheReplay } from '../../src/experiments/replay/caches/many-replays.ts';
import { columnsBatch, pipelineOf, POINT, roomy, WIDTH } from './wide-row.ts';

const FORMAT = 'r8g8b8a8_unorm';
const LINE = 16;
const LATENCY = 100;

const ahead = (next: PrefetchDesign['next'], changes: Partial<Design['cache']> = {}) =>
  roomy({ ...changes, prefetch: { next, sectors: 16 } }, { latency: LATENCY });

/** The account of quads that each read one line, with one outstanding miss, so that nothing else is fetched ahead. */
function linesRun(design: Design, lines: readonly number[]) {
  const pipeline = pipelineOf(design, FORMAT, POINT);
  pipeline.run(
    columnsBatch(
      WIDTH,
      lines.map((line) => Array<number>(4).fill(LINE * line)),
    ),
  );
  return pipeline.finish();
}

describe('a prefetch', () => {
  test('of the next line hides a part of each latency but the first', () => {
    const rows = Array.from({ length: 20 }, (_, line) => line);
    const plain = linesRun(roomy({ outstandingMisses: 1 }, { latency: LATENCY }), rows);
    const early = linesRun(ahead('line', { outstandingMisses: 1 }), rows);
    expect(early.cacheLevels).toMatchObject({ prefetches: 20, prefetchHits: 19, lineMisses: 20 });
    expect(early.memoryBytes).toBe(21 * 64);
    expect(plain.memoryBytes).toBe(20 * 64);
    // Without it each line takes its latency. With it two requests are on their way at a time.
    expect(plain.cycles).toBeGreaterThan(20 * LATENCY);
    expect(early.cycles).toBeLessThan(12 * LATENCY);
  });

  test('costs bandwidth where lines are not in a row', () => {
    const scattered = Array.from({ length: 20 }, (_, n) => 4 * n);
    const { cacheLevels, memoryBytes } = linesRun(ahead('line'), scattered);
    expect(cacheLevels).toMatchObject({ prefetches: 20, prefetchHits: 0, prefetchBytes: 20 * 64 });
    expect(memoryBytes).toBe(40 * 64);
  });

  test.each([
    ['mip', 1, 1],
    ['line', 1, 0],
    ['line-and-mip', 2, 1],
  ] as const)('of the next %s has what the coarser level shows at the same place', (next, prefetches, hits) => {
    const format = UNCOMPRESSED_FORMATS.get(FORMAT)!;
    const levels = [32, 16, 8].map((size) => new Uint8Array(4 * size * size));
    for (const layout of ['linear', 'morton', 'tiled-4x4'] as const) {
      const design = ahead(next, { layout });
      const memory = layOutImages([{ format, width: 32, height: 32, layers: 1, levels }], layout);
      const state = { image: 0, sampler: POINT, instruction: { lod: 'explicit', projected: false } } as const;
      const pipeline = new Pipeline(design, memory, [state], () => {});
      const at = (lod: number) => {
        const batch = new QuadBatch(1);
        batch.count = 1;
        batch.active.fill(15);
        // The first texel of a sector in all of the layouts: (16, 8) of level 0, and (8, 4) of level 1.
        batch.s.fill(16.5 / 32);
        batch.t.fill(8.5 / 32);
        batch.lod.fill(lod);
        return batch;
      };
      pipeline.run(at(0));
      expect(pipeline.finish().cacheLevels, layout).toMatchObject({ prefetches, prefetchHits: 0 });
      pipeline.run(at(1));
      expect(pipeline.finish().cacheLevels, layout).toMatchObject({ prefetchHits: hits, lineMisses: 2 });
    }
  });

  test('by level is refused for accesses without images', () => {
    const design = { ...ahead('mip'), name: 'ahead' };
    const message = 'cache.prefetch.next of ahead: mip; expected line for accesses without images';
    expect(() => new CacheReplay(replayPart(design))).toThrow(message);
  });
});
