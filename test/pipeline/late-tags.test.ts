import { describe, expect, it } from 'vitest';
import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import { lookupLevels } from '../../src/experiments/replay/caches/design-levels.ts';
import { replayPart } from '../../src/experiments/replay/caches/lookup-levels.ts';
import { draws } from '../oracle/draws.ts';
import { operationOf } from '../oracle/random-operations.ts';
import { inBothModes } from './both-modes.ts';
import { batchOf, otherOperations } from './operation-work.ts';
import { randomNumbers, type RandomSource } from './random-source.ts';
import { randomDesign } from './random-work.ts';
import { columnsBatch, FULL, pipelineOf, POINT, roomy, WIDTH } from './wide-row.ts';

const FORMAT = 'r8g8b8a8_unorm';
/** Texels of a line of 64 bytes. */
const LINE = 16;
const LATENCY = 100;

const tags = (costs: Partial<Design['cache']['fill']> = {}) => ({
  fill: { ...FULL.cache.fill, tags: 'arrival' as const, ...costs },
});

/** The account of quads that each read one line, and come in cycles of their own. */
function linesRun(
  cache: Partial<Design['cache']>,
  lines: readonly (readonly [line: number, cycle: number])[],
  latency = LATENCY,
) {
  const pipeline = pipelineOf(roomy(cache, { latency }), FORMAT, POINT);
  const batch = columnsBatch(
    WIDTH,
    lines.map(([line]) => Array<number>(4).fill(LINE * line)),
  );
  lines.forEach(([, cycle], quad) => (batch.cycle[quad] = cycle));
  pipeline.run(batch);
  return pipeline.finish();
}

/** The misses of line A in a cache of one line, where A is there, B is asked for, and A again so many cycles later. */
function missesOfThree(cache: Partial<Design['cache']>, later: number): number {
  const { cacheLevels } = linesRun({ sets: 1, ways: 1, ...cache }, [
    [0, 0],
    [1, 1000],
    [0, 1000 + later],
  ]);
  return cacheLevels.lineMisses;
}

/** A random design whose lines get their tags when they come. */
function lateDesign(random: RandomSource): Design {
  const { cache, ...design } = randomDesign(random);
  const l2 = cache.l2 === null || cache.l2.allocation === 'victim' ? null : { ...cache.l2, inclusive: false };
  const plain = { sectorBytes: cache.lineBytes, victimLines: 0, l2 };
  const fill = { ...cache.fill, dataCycles: 0, tags: 'arrival' as const };
  return { ...design, cache: { ...cache, ...plain, fill } };
}

describe('a line that gets its tag when it comes', () => {
  it('takes the place of another one then, and not at the look-up', () => {
    for (const later of [1, 50, LATENCY]) {
      expect(missesOfThree(tags(), later)).toBe(2);
      expect(missesOfThree({}, later)).toBe(3);
    }
    for (const later of [LATENCY + 2, 500]) expect(missesOfThree(tags(), later)).toBe(3);
  });

  it('is asked for once, by the first of the look-ups that need it before it comes', () => {
    const account = linesRun({ sets: 1, ways: 1, ...tags() }, [
      [0, 0],
      [0, 40],
      [0, 60],
      [0, 500],
    ]);
    const { lineMisses, hits, merged } = account.cacheLevels;
    expect([lineMisses, hits, merged]).toEqual([1, 3, 2]);
  });

  it('takes the tag ports for the write of its tag, and for the reads of those that waited', () => {
    const period = (cache: Partial<Design['cache']>) => {
      const lines = Array.from({ length: 200 }, (_, n) => [n, 0] as const);
      const [half, all] = [100, 200].map((quads) => linesRun(cache, lines.slice(0, quads), 0));
      return [(all.cycles - half.cycles) / 100, (all.tagReads - half.tagReads) / 100];
    };
    const ports = { tagsPerCycle: 1, outstandingMisses: 4096, sets: 64, ways: 2 };
    for (const tagCycles of [0, 1, 2, 5]) {
      expect(period({ ...ports, ...tags({ tagCycles }) })).toEqual([1 + tagCycles, 1]);
      expect(period({ ...ports, ...tags({ tagCycles }), replay: 'look-up' })).toEqual([2 + tagCycles, 2]);
    }
  });

  it('gives both modes the same bits, for any cache, memory and operation', () => {
    let compared = 0;
    for (let n = 0; n < draws(120, 8); n++) {
      const random = randomNumbers(n + 1);
      const { design, image, view, sampler, instruction, batch } = operationOf(20, n, 6);
      const { cache, pipeline } = lateDesign(random);
      try {
        const state = { image: 0, view, sampler, instruction };
        const outcome = inBothModes({ ...design, cache, pipeline }, [image], [state], batch);
        expect(outcome.faults.slice(0, 3), `operation ${n}`).toEqual([]);
        compared += outcome.compared;
      } catch (error) {
        if (!(error instanceof DesignError)) throw error;
      }
    }
    for (let n = 1; n <= draws(40, 8); n++) {
      const random = randomNumbers(n);
      const { images, states } = otherOperations(random);
      const { faults } = inBothModes(lateDesign(random), images, states, batchOf(random, states.length, 24));
      expect(faults.slice(0, 3), `other operations ${n}`).toEqual([]);
    }
    expect(compared).toBeGreaterThan(draws(12_000, 8));
  });
});

describe('a design whose lines get their tags when they come', () => {
  const refused = (changes: Partial<Design['cache']>) => () =>
    checkWidths({ ...FULL, cache: { ...FULL.cache, ...tags(), ...changes } });

  it('is refused, by field, where a line without a place would need one', () => {
    expect(refused({})).not.toThrow();
    expect(refused(tags({ dataCycles: 1 }))).toThrow(
      'cache.fill.dataCycles: 1; expected 0 where cache.fill.tags is arrival',
    );
    expect(refused({ sectorBytes: 32 })).toThrow("cache.sectorBytes: 32; expected the line's 64");
    expect(refused({ victimLines: 1 })).toThrow('cache.victimLines: 1; expected 0');
  });

  it('is refused by a replay without a clock, which does not know what comes first', () => {
    const { cache, memory } = replayPart(FULL);
    expect(() => lookupLevels({ name: 'late', cache: { ...cache, ...tags() }, memory })).toThrow(
      'cache.fill.tags of late: arrival; expected look-up without a clock',
    );
  });
});
