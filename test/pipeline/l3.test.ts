import { describe, expect, test } from 'vitest';
import { runParts } from '../../pipeline/cache/run-parts.ts';
import type { Design, L3Design, UnitsDesign } from '../../rtl-model/design/design.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { L2 } from '../../rtl-model/design/design-fields.ts';
import { columnsBatch, pipelineOf, POINT, roomy, WIDTH } from './wide-row.ts';

const FORMAT = 'r8g8b8a8_unorm';
/** Texels of a line of 64 bytes. */
const LINE = 16;
const LATENCY = 100;

const TAGS = { sets: 1, setIndex: 'modulo', indexBits: null, replacement: 'lru', rrpvBits: 2 } as const;
const L3: L3Design = { ...TAGS, lineBytes: 256, ways: 64, latency: 7, dataLatency: 5, bytesPerCycle: 64 };

/** The account of quads that each read one line of a cache of a single one. */
function linesRun(l3: L3Design | null, lines: readonly number[], changes: Partial<Design['cache']> = {}) {
  const cache = { sets: 1, ways: 1, outstandingMisses: 4096, l3, ...changes };
  const pipeline = pipelineOf(roomy(cache, { latency: LATENCY, bytesPerCycle: 1024 }), FORMAT, POINT);
  pipeline.run(
    columnsBatch(
      WIDTH,
      lines.map((line) => Array<number>(4).fill(LINE * line)),
    ),
  );
  return pipeline.finish();
}

describe('an L3', () => {
  test('adds its latency and a cycle of its link to a miss, and nothing else', () => {
    const alone = linesRun(null, [0]).cycles;
    for (const latency of [0, 1, 7, 300]) expect(linesRun({ ...L3, latency }, [0]).cycles).toBe(alone + latency + 1);
    // 64 bytes over a link of 4 take 16 cycles; the line of 256 bytes comes from memory at once.
    expect(linesRun({ ...L3, bytesPerCycle: 4 }, [0]).cycles).toBe(alone + L3.latency + 16);
  });

  test('has the other texel lines of a line that it fetched, with one request to memory', () => {
    const { cacheLevels, memory } = linesRun(L3, [0, 1, 2, 3, 0, 4]);
    expect(cacheLevels).toMatchObject({ lineMisses: 6, l3Hits: 4, l3Misses: 2 });
    expect(memory).toMatchObject({ requests: 2, bytes: 512 });
  });

  test('delivers a hit after the latencies of tags and data, without the memory', () => {
    // The second visit of line 0 comes long after the first: only the L3 is between it and the end.
    const cycles = (l3: L3Design) => {
      const visits = Array.from({ length: 400 }, (_, n) => (n % 2 === 0 ? 0 : 4));
      return linesRun(l3, [...visits, 0], { outstandingMisses: 1 }).cycles;
    };
    const [short, long] = [L3, { ...L3, dataLatency: L3.dataLatency + 10 }].map(cycles);
    // All but the first two of 401 misses are hits, one after the other.
    expect(long - short).toBe(10 * 399);
    expect(cycles({ ...L3, latency: L3.latency + 10 }) - short).toBe(10 * 401);
  });

  test('waits for a line that is still on its way', () => {
    const alone = linesRun(L3, [0]).cycles;
    const two = linesRun(L3, [0, 1]);
    expect(two.memory.requests).toBe(1);
    // The link moves the second line in the cycle after the first.
    expect(two.cycles).toBe(alone + 1);
  });

  test('takes each miss out of the miss queue at once, where there is no L2', () => {
    const lines = Array.from({ length: 40 }, (_, n) => 4 * n);
    for (const missLatency of [0, 60]) {
      expect(linesRun(L3, lines, { missQueue: 1, missLatency }).stages.tag.missQueue).toBe(0);
    }
  });

  test('is below the L2: it serves the lines of all that the L2 misses', () => {
    const l2 = { ...freeValues(L2), ...TAGS, lineBytes: 128, ways: 1, allocation: 'on-miss' as const };
    const timed = { ...l2, latency: 3, bytesPerCycle: 64 };
    const { cacheLevels, memory } = linesRun(L3, [0, 1, 2, 3, 0, 4, 1], { l2: timed });
    // Lines of the L2: 0 0 1 1 0 2 0, in a single place.
    expect(cacheLevels).toMatchObject({ l2Hits: 2, l2Misses: 5, l3Hits: 3, l3Misses: 2 });
    expect(memory.bytes).toBe(512);
    const added = linesRun(L3, [0], { l2: timed }).cycles - linesRun(null, [0], { l2: timed }).cycles;
    expect(added).toBe(L3.latency + 2);
  });
});

describe('an inclusive L2', () => {
  const l2 = { ...freeValues(L2), ...TAGS, lineBytes: 64, ways: 2, allocation: 'on-miss' as const };
  const levels = (inclusive: boolean) => ({
    sets: 1,
    ways: 8,
    l2: { ...l2, latency: 3, bytesPerCycle: 64, inclusive },
  });

  test('takes the lines that it gives up out of the texel cache, which misses them again', () => {
    const lines = [0, 1, 2, 0, 1, 2];
    expect(linesRun(null, lines, levels(false)).cacheLevels).toMatchObject({ hits: 3, lineMisses: 3, l2Drops: 0 });
    // Each miss of the L2 but the first two gives up one of its two lines, and the texel cache had it.
    expect(linesRun(null, lines, levels(true)).cacheLevels).toMatchObject({
      hits: 0,
      lineMisses: 6,
      l2Misses: 6,
      l2Probes: 4,
      l2Drops: 4,
    });
  });

  test('refuses dirty sectors that would come back over the links of other units, or later than they are asked for', () => {
    const refusal = (units: Partial<UnitsDesign>, more: Partial<Design['cache']> = {}, writes = true) => {
      const design = roomy({ ...levels(true), ...more }, {});
      const pipeline = { ...design.pipeline, units: { ...design.pipeline.units, ...units } };
      const state = { images: [], componentBits: 8, factors: [], writes };
      return () => runParts({ ...design, pipeline }, [state]);
    };
    const expected = /^cache\.l2\.inclusive of .*: true; expected false for 2 units, where texels are written back$/;
    expect(refusal({ count: 2 })).toThrow(expected);
    expect(refusal({ places: 4 })).toThrow('expected false beside pipeline.units.places');
    expect(refusal({ count: 2 }, {}, false)).not.toThrow();
    expect(refusal({ count: 2 }, { writes: 'through' })).not.toThrow();
    expect(refusal({ count: 1 })).not.toThrow();
  });
});
