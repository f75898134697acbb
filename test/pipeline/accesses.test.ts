import { describe, expect, test } from 'vitest';
import type { Account } from '../../pipeline/stages/account.ts';
import { AccessPipeline } from '../../pipeline/accesses/access-pipeline.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { NOT_GIVEN, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { replayPart } from '../../src/experiments/replay/caches/lookup-levels.ts';
import { CacheReplay } from '../../src/experiments/replay/caches/many-replays.ts';
import { AccessCapture } from '../../src/experiments/replay/capture.ts';
import { AccessBatch } from '../../traces/accesses/access-batch.ts';
import { Dice } from '../oracle/dice.ts';
import { accesses, randomAccesses } from '../src/experiments/replay/streams.ts';
import { pick, randomNumbers, type RandomSource } from './random-source.ts';
import { randomDesign, randomImage, randomIssue, randomQuads, withUnits } from './random-work.ts';
import { depth, roomy } from './wide-row.ts';
import { draws } from '../oracle/draws.ts';

const REPEAT: Sampler = {
  ...DEFAULT_SAMPLER,
  addressModeU: 'repeat',
  addressModeV: 'repeat',
  anisotropyEnable: true,
  maxAnisotropy: 4,
};

/** A random design that accesses can be replayed on, with one unit or several. */
function accessDesign(random: RandomSource): Design {
  const one = randomDesign(random, ['line']);
  if (random() < 0.5) return one;
  const { pipeline, ...rest } = withUnits(random, one);
  const distribution = pick(random, ['batch', 'trace'] as const);
  return { ...rest, pipeline: { ...pipeline, units: { ...pipeline.units, distribution } } };
}

/** Notes cycles that rise, and units, quad by quad. */
function issued(random: RandomSource, batch: AccessBatch, units: number): AccessBatch {
  const step = pick(random, [0, 3, 200]);
  let cycle = 0;
  for (let n = 0; n < batch.count; n++) {
    const begins = n === 0 || batch.quad[n] !== batch.quad[n - 1];
    if (begins) cycle += Math.floor(random() * step);
    batch.cycle[n] = cycle;
    batch.unit[n] = begins ? Math.floor(random() * units) : batch.unit[n - 1];
  }
  return batch;
}

describe('accesses with a clock', () => {
  test('take the times of the requests that make them, to every count of the account', () => {
    for (let seed = 1; seed <= draws(60, 8); seed++) {
      const random = randomNumbers(seed);
      const design = accessDesign(random);
      let image = randomImage(random);
      while (image.format.componentBits !== 8) image = randomImage(random);
      const states = [{ image: 0, sampler: REPEAT, instruction: { lod: 'explicit', projected: false } } as const];
      const batch = new QuadBatch(60);
      randomQuads(random, batch, 60, 1);
      batch.active.fill(15);
      if (random() < 0.6) randomIssue(random, batch, 0);
      // Accesses name no warps, and all have cycles or none.
      batch.warp.fill(NOT_GIVEN);
      batch.cycle.forEach((cycle, n) => (batch.cycle[n] = Math.max(cycle, batch.cycle[n - 1] ?? NOT_GIVEN)));
      batch.unit.forEach((_, n) => (batch.unit[n] = n % design.pipeline.units.count));
      const memory = layOutImages([image], design.cache.layout);
      const pipeline = new Pipeline(design, memory, states, () => {});
      pipeline.run(batch);
      const expected = pipeline.finish();
      for (const stepped of [false, true]) {
        const replay = new AccessPipeline(design, { stepped });
        for (const some of new AccessCapture(design, memory, states).accesses(batch)) replay.run(some);
        expect(replay.finish(), `seed ${seed}, stepped ${stepped}`).toEqual(expected);
      }
    }
  });

  test('have the same account in both clocks, and the look-ups of a replay without a clock', () => {
    let writeBacks = 0;
    for (let seed = 1; seed <= draws(60, 8); seed++) {
      const random = randomNumbers(seed);
      const design = accessDesign(random);
      const units = design.pipeline.units.count;
      const runs = [0, 2 ** 45].map((base) =>
        issued(random, randomAccesses(new Dice(seed), 60, 5000, base, 0.4), units),
      );
      const accounts = (stepped: boolean) => {
        const pipeline = new AccessPipeline(design, { stepped });
        return runs.map((batch) => {
          pipeline.run(batch);
          return pipeline.finish();
        });
      };
      const timed = accounts(false);
      expect(accounts(true), `seed ${seed}`).toEqual(timed);
      if (units > 1) continue;
      const replay = new CacheReplay(replayPart(design));
      // Each account comes after a flush.
      const [, { lookups, cache }] = runs.map((batch) => {
        replay.take(batch);
        return replay.totals();
      });
      expect(timed[1].cache.lookups, `seed ${seed}`).toBe(lookups);
      expect(timed[1].cacheLevels, `seed ${seed}`).toMatchObject(cache);
      writeBacks += cache.writeBackBytes;
    }
    expect(writeBacks).toBeGreaterThan(1000);
  });

  /** The account that some accesses to a line in the cache add. */
  function warm(design: Design, make: (start: number) => AccessBatch) {
    const pipeline = new AccessPipeline(design);
    pipeline.run(accesses([{ address: 64 }]));
    const before = pipeline.finish();
    pipeline.run(make(before.cycles));
    const after = pipeline.finish();
    return (of: (account: Account) => number) => of(after) - of(before);
  }

  test('wait for their cycles in the front end, and the gaps have a cause of their own', () => {
    const cycles = [0, 1, 50, 51, 52, 200];
    const added = warm(roomy(), (start) => {
      const batch = accesses(cycles.map(() => ({ address: 64 })));
      batch.cycle.set(cycles.map((cycle) => start + cycle));
      return batch;
    });
    expect(added(({ cycles: all }) => all)).toBe(200 + depth(roomy()) + 1);
    expect(added(({ stages }) => stages.frontEnd.arrival)).toBe(200 + 1 - cycles.length);
    expect(added(({ causes }) => causes.arrival)).toBe(200 + 1 - cycles.length);
  });

  test('of one quad are a request; those of another cycle, or of the other kind, are a further one', () => {
    const counts = (change: (batch: AccessBatch) => void) => {
      const added = warm(roomy(), (start) => {
        const batch = accesses([0, 0, 1, 1].map((pass) => ({ address: 64, quad: 5, pass })));
        batch.cycle.fill(start);
        change(batch);
        return batch;
      });
      return [added(({ quads }) => quads), added(({ passes }) => passes), added(({ taps }) => taps)];
    };
    expect(counts(() => {})).toEqual([1, 2, 4]);
    expect(counts(({ cycle }) => cycle.fill(1e6, 2))).toEqual([2, 2, 4]);
    expect(counts(({ write }) => write.fill(1, 2))).toEqual([2, 2, 4]);
    // A pass reads or writes as its first access does.
    expect(counts(({ write }) => write.fill(1, 1, 2))).toEqual([1, 2, 4]);
  });

  test('of a pass with more than 16 accesses or sectors go on in another pass', () => {
    const of = (batch: AccessBatch) => {
      const pipeline = new AccessPipeline(roomy());
      pipeline.run(batch);
      const { passes, taps, cache } = pipeline.finish();
      return [passes, taps, cache.lookups];
    };
    expect(of(accesses(Array.from({ length: 16 }, () => ({ address: 0, quad: 1 }))))).toEqual([1, 16, 1]);
    expect(of(accesses(Array.from({ length: 17 }, () => ({ address: 0, quad: 1 }))))).toEqual([2, 17, 2]);
    expect(of(accesses([{ address: 0, bytes: 64 * 16 }]))).toEqual([1, 1, 16]);
    // The access begins in the last byte of a line.
    expect(of(accesses([{ address: 63, bytes: 64 * 16 }]))).toEqual([2, 2, 17]);
  });

  test('of lanes in turn share the reads of a lane', () => {
    const design = roomy({ portSharing: 'lane', banks: 1, dataPorts: 1 });
    const reads = (...lanes: readonly number[]) => {
      const pipeline = new AccessPipeline(design);
      const batch = new AccessBatch(lanes.length);
      for (const lane of lanes) batch.push(0, 4, 0, 0, lane);
      pipeline.run(batch);
      const { cycles, utilization } = pipeline.finish();
      return Math.round(utilization.dataBanks * cycles);
    };
    expect([reads(0, 0, 1, 1), reads(0, 1, 0, 1), reads(0, 1, 0, 2), reads(3)]).toEqual([2, 2, 3, 1]);
  });

  test('are refused by designs that need images or pixels', () => {
    const { pipeline, ...rest } = { ...roomy(), name: 'roomy' };
    const several = { ...rest, pipeline: { ...pipeline, units: { ...pipeline.units, count: 2 } } };
    expect(() => new AccessPipeline(several)).toThrow(
      'pipeline.units.distribution of roomy: tiles; expected batch or trace for accesses without pixels',
    );
    const mips = { ...rest, pipeline, cache: { ...rest.cache, prefetch: { next: 'mip', sectors: 4 } } } as const;
    expect(() => new AccessPipeline(mips)).toThrow(
      'cache.prefetch.next of roomy: mip; expected line for accesses without images',
    );
  });
});
