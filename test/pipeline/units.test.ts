import { describe, expect, test, vi } from 'vitest';
import type { Account } from '../../pipeline/stages/account.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { ScheduledMemory } from '../../pipeline/memory/scheduled-memory.ts';
import type { Design, L2Design, RowDesign } from '../../rtl-model/design/design.ts';
import { L2 as L2_FIELDS } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';
import { undisturbed } from './more-resources.ts';
import { pick, randomNumbers, type RandomSource } from './random-source.ts';
import { randomDesign, randomImage, randomIssue, randomQuads, randomState, withUnits } from './random-work.ts';
import { columnsBatch, depth, pipelineOf, POINT, roomy, WIDTH } from './wide-row.ts';
import { draws } from '../oracle/draws.ts';

const SEEDS = draws(60, 8);

/** Rows that are opened and closed in times of their own. */
const ROWS: RowDesign = {
  banks: 4,
  rowBytes: 1024,
  policy: 'open',
  activateCycles: 14,
  prechargeCycles: 9,
  window: 1,
  ranks: 1,
  queue: null,
  timing: null,
  hitLimit: 'unlimited',
};

interface Work {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  readonly batches: readonly QuadBatch[];
}

/** Batches whose units the trace may name; the last one is of some units only. */
function randomWork(random: RandomSource): Work {
  const design = withUnits(random, randomDesign(random));
  const states = Array.from({ length: 3 }, () => randomState(random, 2));
  const batches = [5, 40, 30].map((count, n) => {
    const batch = new QuadBatch(count);
    randomQuads(random, batch, count, states.length);
    if (random() < 0.3) randomIssue(random, batch, 2000 * n);
    const units = n < 2 ? design.pipeline.units.count : 1;
    for (let quad = 0; quad < count; quad++) batch.unit[quad] = Math.floor(random() * units);
    return batch;
  });
  return { design, images: [randomImage(random), randomImage(random)], states, batches };
}

/** The results in the order in which they come, and the accounts after the second and the last batch. */
function runWork({ design, images, states, batches }: Work, stepped: boolean) {
  const returned: string[] = [];
  const accounts: Account[] = [];
  const pipeline = new Pipeline(
    design,
    layOutImages(images, design.cache.layout),
    states,
    (quad, x, y, active, colors, first) => {
      const lanes = [0, 1, 2, 3].filter((lane) => (active >> lane) & 1);
      const texts = lanes.map((lane) => colors.slice(first + 4 * lane, first + 4 * lane + 4).join());
      returned.push(`quad ${quad} at ${x},${y}: ${texts.join(' ')}`);
    },
    undefined,
    { stepped },
  );
  batches.forEach((batch, n) => {
    pipeline.run(batch);
    if (n > 0) accounts.push(pipeline.finish());
  });
  return { returned, accounts };
}

describe('several units', () => {
  test('the timed clock equals the stepped clock: every count of every unit', () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const work = randomWork(randomNumbers(seed));
      const [stepped, timed] = [runWork(work, true), runWork(work, false)];
      expect(timed, `seed ${seed}: ${JSON.stringify(work.design.pipeline.units)}`).toEqual(stepped);
    }
  });

  test('return the bits of one unit, in the order of the requests', () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const work = randomWork(randomNumbers(seed));
      const { pipeline, ...rest } = work.design;
      const design = { ...rest, pipeline: { ...pipeline, units: { ...pipeline.units, count: 1 } } };
      expect(runWork(work, false).returned, `seed ${seed}`).toEqual(runWork({ ...work, design }, false).returned);
    }
  });

  test('have accounts that last as long as the run, and sum to that of all', () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const work = randomWork(randomNumbers(seed));
      for (const account of runWork(work, false).accounts) {
        const { count } = work.design.pipeline.units;
        const units = account.units!;
        const sum = (of: (unit: Account | (typeof units)[number]) => number) =>
          units.reduce((total, unit) => total + of(unit), 0);
        expect(units).toHaveLength(count);
        for (const unit of units) {
          expect(Object.values(unit.causes).reduce((a, b) => a + b)).toBe(account.cycles);
          for (const stage of Object.values(unit.stages)) {
            expect(Object.values(stage).reduce((a, b) => a + b)).toBe(account.cycles);
          }
        }
        expect(sum(({ quads }) => quads)).toBe(account.quads);
        expect(sum(({ causes }) => causes.returned)).toBe(account.causes.returned);
        expect(sum(({ memoryBytes }) => memoryBytes)).toBe(account.memoryBytes);
        expect(sum(({ latency }) => latency.histogram.reduce((all, { quads }) => all + quads, 0))).toBe(account.quads);
      }
    }
  });

  test('do not depend on how the requests are cut into batches', () => {
    for (let seed = 1; seed <= draws(20); seed++) {
      const work = randomWork(randomNumbers(seed));
      const single = work.batches.flatMap((batch) =>
        Array.from({ length: batch.count }, (_, quad) => {
          const one = new QuadBatch(1);
          one.copyQuad(batch, quad, 0);
          one.count = 1;
          return one;
        }),
      );
      const last = (batches: readonly QuadBatch[]) => {
        const { design, images, states } = work;
        const pipeline = new Pipeline(design, layOutImages(images, design.cache.layout), states, () => {});
        for (const batch of batches) pipeline.run(batch);
        return pipeline.finish();
      };
      expect(last(single), `seed ${seed}`).toEqual(last(work.batches));
    }
  });

  test('refuse an observer, an L2 of victims, and a unit that there is not', () => {
    const { design, images, states, batches } = randomWork(randomNumbers(2));
    const memory = layOutImages(images, design.cache.layout);
    expect(() => new Pipeline(design, memory, states, () => {}, new SilentObserver())).toThrow('expected 1 where');
    const trace: Design = {
      ...design,
      pipeline: { ...design.pipeline, units: { ...design.pipeline.units, count: 2, distribution: 'trace' } },
    };
    const [batch] = batches;
    for (const unit of [-1, 2]) {
      batch.unit[0] = unit;
      expect(() => new Pipeline(trace, memory, states, () => {}).run(batch)).toThrow(`unit ${unit}, expected 0 to 1`);
    }
    const two = inTurn(2);
    const victims = { ...two, cache: { ...two.cache, l2: { ...L2, allocation: 'victim' as const } } };
    expect(() => checkWidths(victims)).toThrow('cache.l2.allocation: victim; expected on-miss or none for 2 units');
    const own = (more: Partial<L2Design>) => ({
      ...two,
      cache: { ...two.cache, l2: { ...L2, sharing: 'none' as const, ...more } },
    });
    expect(() => checkWidths(own({ allocation: 'victim' }))).not.toThrow();
    expect(() => checkWidths(own({ ports: 1 }))).toThrow(
      'cache.l2.ports: 1; expected "unlimited" for an L2 of each unit',
    );
  });
});

const L2 = {
  ...freeValues(L2_FIELDS),
  lineBytes: 64,
  sets: 64,
  ways: 4,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 10,
  bytesPerCycle: 64,
} as const;

/** A design with units that take requests in turn, one each. */
function inTurn(count: number, arbitration: 'round-robin' | 'oldest-first' = 'round-robin'): Design {
  const design = roomy({ tagsPerCycle: 1 });
  const units = { ...design.pipeline.units, count, distribution: 'batch', batchQuads: 1, arbitration } as const;
  return { ...design, pipeline: { ...design.pipeline, units } };
}

/** Runs quads that sample one texel each. A texel has 16 bytes, a line four texels. */
function runColumns(design: Design, columns: readonly number[], times = 1): Account {
  const pipeline = pipelineOf(design, 'r32g32b32a32_sfloat', POINT);
  const batch = columnsBatch(
    WIDTH,
    columns.map((column) => [column, column, column, column]),
  );
  for (let n = 1; n < times; n++) {
    pipeline.run(batch);
    pipeline.finish();
  }
  pipeline.run(batch);
  return pipeline.finish();
}

describe('units on one memory', () => {
  test('that hit take the nth part of the cycles', () => {
    const columns = new Array<number>(240).fill(3);
    const warm = (n: number) => runColumns(inTurn(n), columns, 2).cycles - runColumns(inTurn(n), columns).cycles;
    const { rate } = inTurn(1).filter;
    expect(warm(1) - warm(4)).toBe((240 - 240 / 4) * rate.bits32);
  });

  test('share the bus: lines of n units come no faster than those of one', () => {
    const columns = Array.from({ length: 256 }, (_, quad) => 4 * quad);
    const narrow = (n: number): Design => {
      const design = inTurn(n);
      const memory = { ...design.pipeline.memory, bytesPerCycle: 8 };
      return { ...design, pipeline: { ...design.pipeline, memory } };
    };
    const [one, four] = [runColumns(narrow(1), columns), runColumns(narrow(4), columns)];
    expect(one.memoryBusyCycles).toBe(256 * 8);
    expect(four.memoryBusyCycles).toBe(256 * 8);
    expect(one.cycles - four.cycles).toBeLessThan(10);
    expect(four.units!.map(({ cache }) => cache.misses)).toEqual([64, 64, 64, 64]);
  });

  test('find each other’s lines in the L2', () => {
    const design = inTurn(3);
    // Each line is sampled by all three units.
    const columns = Array.from({ length: 96 }, (_, quad) => 4 * Math.floor(quad / 3));
    const account = runColumns({ ...design, cache: { ...design.cache, l2: L2 } }, columns);
    expect(account.memoryBytes).toBe(32 * 64);
    expect(account.cacheLevels).toMatchObject({ l2Misses: 32, l2Hits: 64 });
    expect(runColumns(design, columns).memoryBytes).toBe(96 * 64);
    const own = runColumns({ ...design, cache: { ...design.cache, l2: { ...L2, sharing: 'none' } } }, columns);
    expect(own.cacheLevels).toMatchObject({ l2Misses: 96, l2Hits: 0 });
  });

  test('with an L2 each look up what each of them alone would, also one of victims', () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = randomNumbers(seed);
      const work = randomWork(random);
      const { cache, pipeline } = work.design;
      const allocation = pick(random, ['on-miss', 'victim'] as const);
      const l2 = { ...L2, sets: 2, lineBytes: cache.lineBytes, allocation, sharing: 'none' as const };
      const fill = { ...cache.fill, tags: 'look-up' as const };
      const units = { ...pipeline.units, places: 'unlimited' as const, distribution: 'trace' as const };
      const design = { ...work.design, cache: { ...cache, l2, fill }, pipeline: { ...pipeline, units } };
      const all = runWork({ ...work, design }, false).accounts.at(-1)!;
      const one = { ...design, pipeline: { ...pipeline, units: { ...units, count: 1 } } };
      all.units!.forEach(({ cacheLevels }, unit) => {
        const batches = work.batches.map((batch) => ofUnit(batch, unit));
        const alone = runWork({ ...work, design: one, batches }, false).accounts.at(-1)!;
        expect(orderCounts(cacheLevels), `seed ${seed}, unit ${unit}`).toEqual(orderCounts(alone.cacheLevels));
      });
    }
  });

  test.each([
    ['round-robin: behind the unit that was served last', 'round-robin', [4, 0]],
    ['oldest-first', 'oldest-first', [0, 4]],
  ] as const)('are served %s', (_, arbitration, waits) => {
    const design = inTurn(2, arbitration);
    const { memory, units } = design.pipeline;
    const narrow: Design = {
      ...design,
      pipeline: {
        ...design.pipeline,
        memory: { ...memory, bytesPerCycle: 16 },
        units: { ...units, distribution: 'trace' },
      },
    };
    const pipeline = pipelineOf(narrow, 'r8g8b8a8_unorm', POINT);
    // Unit 0 misses in one cycle, and both units miss in a later one. A line takes the bus for four cycles.
    const batch = columnsBatch(
      WIDTH,
      [0, 16, 32].map((column) => [column, column, column, column]),
    );
    batch.unit.set([0, 0, 1]);
    batch.cycle.set([0, 500, 500]);
    pipeline.run(batch);
    const [first, second] = pipeline.finish().units!;
    const [alone] = [first.latency.histogram[0].from];
    expect([first.latency.max - alone, second.latency.max - alone]).toEqual(waits);
  });
});

/** The quads of a batch that are of a unit, as those of unit 0. */
function ofUnit(batch: QuadBatch, unit: number): QuadBatch {
  const of = new QuadBatch(batch.count);
  for (let quad = 0; quad < batch.count; quad++) if (batch.unit[quad] === unit) of.copyQuad(batch, quad, of.count++);
  of.unit.fill(0);
  return of;
}

/** The counts that follow from the order of a unit's look-ups alone. */
function orderCounts({ hits, victimHits, sectorMisses, lineMisses, l2Hits, l2Misses }: Account['cacheLevels']) {
  return { hits, victimHits, sectorMisses, lineMisses, l2Hits, l2Misses };
}

test('prefetches that still wait for a place at the end are counted with what was fetched', () => {
  const design = withPlaces(inTurn(2), 1);
  const prefetch = { next: 'line', sectors: 4 } as const;
  const columns = [0, 1, 2, 3].map((n) => 512 * n);
  const account = runColumns({ ...design, cache: { ...design.cache, prefetch } }, columns);
  const sum = account.units!.reduce((bytes, { memoryBytes }) => bytes + memoryBytes, 0);
  // Four lines of 64 bytes, and the next one of each.
  expect([account.memory.bytes, account.memoryBytes, sum]).toEqual([512, 512, 512]);
});

/** The design with so many misses of all units at the L2 and the memory. */
function withPlaces(design: Design, places: Design['pipeline']['units']['places']): Design {
  const { pipeline } = design;
  return { ...design, pipeline: { ...pipeline, units: { ...pipeline.units, places } } };
}

test('as many places as there are misses give the accounts of units without a limit', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = randomNumbers(seed);
    const { design, ...work } = randomWork(random);
    const units = { ...design.pipeline.units, count: pick(random, [1, design.pipeline.units.count]) };
    const several = units.count > 1;
    const batches = work.batches.map((batch) => {
      if (!several) batch.unit.fill(0);
      return batch;
    });
    // Several misses of a unit in one cycle stay together without a limit; with one they take turns with those of others,
    // and stay in the miss queue until the end of the cycle.
    // An inclusive L2 takes lines out of the texel cache when the miss has its turn, which comes after later look-ups.
    const l2 = design.cache.l2 && { ...design.cache.l2, inclusive: false };
    const cache = { ...design.cache, l2, missQueue: 4096, ...(several && { missesPerCycle: 1, prefetch: null }) };
    const plain = undisturbed(withPlaces({ ...design, cache, pipeline: { ...design.pipeline, units } }, 'unlimited'));
    const [all, unlimited] = [withPlaces(plain, 4096), plain].map((each) =>
      runWork({ ...work, batches, design: each }, true),
    );
    expect(all, `seed ${seed}`).toEqual(unlimited);
  }
});

test('one place makes a memory one that serves one request at a time', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { design, ...work } = randomWork(randomNumbers(seed));
    const { memory, units } = design.pipeline;
    // A request has its place while its page is walked for; the memory takes it after that.
    const cache = { ...design.cache, missQueue: 4096, l2: null, l3: null, prefetch: null, tlb: null };
    const rows = memory.rows && { ...ROWS, banks: memory.rows.banks };
    const run = (requests: 'pipelined' | 'one-at-a-time', places: 1 | 'unlimited') => {
      const pipeline = {
        ...design.pipeline,
        memory: { ...memory, rows, requests },
        units: { ...units, places, distribution: 'tiles' as const, count: 1 },
      };
      const { accounts } = runWork({ ...work, design: undisturbed({ ...design, cache, pipeline }) }, true);
      return accounts.map(({ cycles, stages, latency }) => ({ cycles, stages, latency }));
    };
    expect(run('pipelined', 1), `seed ${seed}`).toEqual(run('one-at-a-time', 'unlimited'));
  }
});

test('a wait for a place has the cause memoryTurn while the bus is idle', () => {
  const columns = Array.from({ length: 50 }, (_, quad) => 4 * quad);
  const { latency } = roomy().pipeline.memory;
  const turns = (places: 1 | 'unlimited') => runColumns(withPlaces(inTurn(1), places), columns).causes.memoryTurn;
  // All misses come at once. All but the first wait; some cycles of each wait filter and return the quad before.
  expect(turns(1)).toBeLessThanOrEqual(49 * latency);
  expect(turns(1)).toBeGreaterThan(0.9 * 49 * latency);
  expect(turns('unlimited')).toBe(0);
});

describe('a light unit beside a hog', () => {
  /** A place takes a line, of four cycles of the bus, and the memory's latency. */
  const PLACES = 32;
  const [LATENCY, LINE] = [100, 4];

  /** The longest waits of the hog and of the light unit, beyond the latency that each has alone, and all cycles. */
  function waits(arbitration: 'round-robin' | 'oldest-first', places: number | 'unlimited') {
    const base = inTurn(2, arbitration);
    const { memory, units } = base.pipeline;
    const narrow = { ...memory, latency: LATENCY, bytesPerCycle: 64 / LINE };
    const pipeline = { ...base.pipeline, memory: narrow, units: { ...units, distribution: 'trace' as const } };
    const run = pipelineOf(withPlaces({ ...base, pipeline }, places), 'r32g32b32a32_sfloat', POINT);
    // The hog has a new line for each quad, one each 2 cycles; the light unit one each 500.
    const quads = Array.from({ length: 1000 }, (_, n) => ({ unit: n % 250 === 249 ? 1 : 0, cycle: 2 * n }));
    const batch = columnsBatch(
      WIDTH,
      quads.map((_, n) => [4 * n, 4 * n, 4 * n, 4 * n]),
    );
    batch.unit.set(quads.map(({ unit }) => unit));
    batch.cycle.set(quads.map(({ cycle }) => cycle));
    run.run(batch);
    const { cycles, units: accounts } = run.finish();
    const alone = depth(base) + LATENCY + LINE;
    return { cycles, hog: accounts![0].latency.max - alone, light: accounts![1].latency.max - alone };
  }

  test('waits for places and not for the hog’s misses, if turns go round', () => {
    const { light, cycles } = waits('round-robin', PLACES);
    // A place is free within the time of a line; its miss comes after those in the other places.
    expect(light).toBeLessThanOrEqual(LINE + PLACES * LINE - LATENCY);
    expect(cycles).toBeLessThan(1.02 * waits('round-robin', 'unlimited').cycles);
  });

  test('waits for all older misses, if the oldest comes first, and for all of any arbitration without a limit', () => {
    const oldest = waits('oldest-first', PLACES);
    const outstanding = roomy().cache.outstandingMisses;
    expect(oldest.light).toBeGreaterThan((outstanding - PLACES) * LINE - LINE);
    for (const arbitration of ['round-robin', 'oldest-first'] as const) {
      expect(waits(arbitration, 'unlimited').light).toBeGreaterThan((outstanding - 2) * LINE - LATENCY);
    }
  });
});

/** The work with an L2 of few outstanding misses, where there is one, and a memory with rows that keeps the order of requests. */
function inOrder(random: RandomSource): Work {
  const { design, ...work } = randomWork(random);
  const { cache, pipeline } = design;
  const rows = { ...ROWS, banks: pick(random, [1, 4]), policy: pick(random, ['open', 'closed'] as const) };
  const memory = { ...pipeline.memory, requests: 'pipelined' as const, rows, refresh: null, otherClient: null };
  const sharing = 'units' as const;
  const l2 = cache.l2 && {
    ...cache.l2,
    sharing,
    ports: 'unlimited' as const,
    outstandingMisses: pick(random, [1, 2, 5]),
  };
  return {
    ...work,
    design: { ...design, cache: { ...cache, missQueue: 4096, l2 }, pipeline: { ...pipeline, memory } },
  };
}

test('a memory that finds its arrivals later gives the accounts of one that knows them at once', () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const work = inOrder(randomNumbers(seed));
    const known = runWork(work, true);
    const serves = vi.spyOn(ScheduledMemory, 'serves').mockReturnValue(true);
    const found = runWork(work, true);
    serves.mockRestore();
    expect(found, JSON.stringify([seed, work.design.cache, work.design.pipeline])).toEqual(known);
  }
});
