import { expect, test } from 'vitest';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { L2 as L2_FIELDS } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { layOutImages, type TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { replayPart } from '../../src/experiments/replay/caches/lookup-levels.ts';
import { CacheReplay } from '../../src/experiments/replay/caches/many-replays.ts';
import { AccessObserver } from '../../traces/accesses/access-observer.ts';
import { TapAccesses } from '../../traces/accesses/tap-accesses.ts';
import { imageOf, stateOf } from './operation-work.ts';
import { pick, randomNumbers, type RandomSource } from './random-source.ts';
import { randomDesign, withUnits } from './random-work.ts';
import { roomy } from './wide-row.ts';
import { draws } from '../oracle/draws.ts';

const FORMAT = TEXEL_FORMATS.get('r32g32b32a32_sfloat')!;
const WRITE = stateOf('write');
/** Texels of a line of 64 bytes. */
const LINE = 4;

/** Reads and writes of random texels. */
function randomAccesses(random: RandomSource, width: number, height: number): QuadBatch {
  const batch = new QuadBatch(150);
  batch.count = 150;
  for (let quad = 0; quad < 150; quad++) {
    batch.state[quad] = random() < 0.5 ? 0 : 1;
    batch.active[quad] = 15;
    batch.unit[quad] = quad % 2;
    for (let at = 4 * quad; at < 4 * quad + 4; at++) {
      batch.i[at] = Math.floor(random() * width);
      batch.j[at] = Math.floor(random() * height);
      for (let c = 0; c < 4; c++) batch.write[4 * at + c] = random();
    }
  }
  return batch;
}

function account(design: Design, memory: TexelMemory, states: readonly TextureState[], batch: QuadBatch) {
  const accounts = [true, false].map((stepped) => {
    const pipeline = new Pipeline(design, memory, states, () => {}, undefined, { stepped });
    pipeline.run(batch);
    return pipeline.finish();
  });
  return { stepped: accounts[0], timed: accounts[1] };
}

test('both clocks and a replay agree on what image writes send to memory, on random designs', () => {
  let written = 0;
  for (let seed = 1; seed <= draws(30, 8); seed++) {
    const random = randomNumbers(seed);
    const design = randomDesign(random, ['line']);
    const format = TEXEL_FORMATS.get(pick(random, ['r8_unorm', 'r32_sfloat', 'r32g32b32a32_sfloat'] as const))!;
    const memory = layOutImages([imageOf(format, random)], design.cache.layout);
    const states = [stateOf('read'), WRITE];
    const batch = randomAccesses(random, 24, 20);
    const { stepped, timed } = account(design, memory, states, batch);
    expect(timed, `seed ${seed}`).toEqual(stepped);

    const replay = new CacheReplay(replayPart(design));
    const taps = new TapAccesses(memory, states, design.cache);
    const observer = new AccessObserver(taps, (accesses) => replay.take(accesses));
    const watched = new Pipeline(design, memory, states, () => {}, observer);
    watched.run(batch);
    expect(watched.finish(), `seed ${seed}`).toEqual(stepped);
    const { cache, memory: traffic } = replay.totals();
    expect(stepped.cacheLevels, `seed ${seed}`).toMatchObject(cache);
    const { requests, bytes, writes, writeBytes } = traffic;
    expect(stepped.memory, `seed ${seed}`).toMatchObject({ requests, bytes, writes, writeBytes });
    written += writes;
  }
  expect(written).toBeGreaterThan(draws(500, 8));
});

test('a cache that writes through sends each written sector once for each look-up, and keeps none', () => {
  for (let seed = 1; seed <= draws(20, 4); seed++) {
    const random = randomNumbers(seed);
    const { cache, ...rest } = roomy({ sets: 2, ways: 2, writes: 'through' }, { burstBytes: 1 });
    const design = { ...rest, cache: { ...cache, victimLines: pick(random, [0, 2]) } };
    const memory = layOutImages([imageOf(FORMAT, random)], design.cache.layout);
    const batch = randomAccesses(random, 24, 20);
    const { stepped, timed } = account(design, memory, [stateOf('read'), WRITE], batch);
    const lookUps = (which: number) => {
      const some = randomAccesses(randomNumbers(seed), 24, 20);
      some.count = 0;
      for (let quad = 0; quad < batch.count; quad++) {
        if (batch.state[quad] === which) some.copyQuad(batch, quad, some.count++);
      }
      return account(design, memory, [stateOf('read'), WRITE], some).timed.cache.lookups;
    };
    const bytes = lookUps(1) * design.cache.sectorBytes;
    expect([stepped.memory.writeBytes, stepped.cacheLevels.writeBackBytes, stepped.flush.bytes]).toEqual([
      bytes,
      bytes,
      0,
    ]);
    expect(timed).toEqual(stepped);
  }
});

test('both clocks agree where several units write into the lines of one L2', () => {
  let written = 0;
  for (let seed = 1; seed <= draws(15, 8); seed++) {
    const random = randomNumbers(seed);
    const design = withUnits(random, randomDesign(random));
    const memory = layOutImages([imageOf(FORMAT, random)], design.cache.layout);
    const { stepped, timed } = account(design, memory, [stateOf('read'), WRITE], randomAccesses(random, 24, 20));
    expect(timed, `seed ${seed}`).toEqual(stepped);
    written += stepped.memory.writes;
  }
  expect(written).toBeGreaterThan(draws(200, 8));
});

/** An L2 with room for all lines, behind a link that moves one in eight cycles. */
const LINKED = {
  ...freeValues(L2_FIELDS),
  lineBytes: 64,
  sets: 1024,
  ways: 1,
  setIndex: 'modulo',
  replacement: 'lru',
  latency: 0,
  bytesPerCycle: 8,
} as const;

/** Quads whose lanes all read or write the first texel of a line each, in a cache of four lines. */
function lineRun(op: 'read' | 'write', quads: number, latency = 0, l2: Design['cache']['l2'] = null) {
  const bytesPerCycle = l2 === null ? 16 : 64;
  const design = roomy({ sets: 4, ways: 1, outstandingMisses: 64, l2 }, { latency, bytesPerCycle });
  const width = LINE * quads;
  const levels = [new Uint8Array(width * 16)];
  const memory = layOutImages([{ format: FORMAT, width, height: 1, layers: 1, levels }], 'linear');
  const batch = new QuadBatch(quads);
  batch.count = quads;
  batch.active.fill(15);
  for (let at = 0; at < 4 * quads; at++) batch.i[at] = LINE * (at >> 2);
  return account(design, memory, [stateOf(op)], batch).timed;
}

test('a write takes the bus twice: for the line that it changes, and for the dirty line that goes', () => {
  const period = (op: 'read' | 'write') => (lineRun(op, 60).cycles - lineRun(op, 20).cycles) / 40;
  expect(period('read')).toBe(4);
  expect(period('write')).toBe(8);
  const { memory, cacheLevels, memoryBytes, causes } = lineRun('write', 60);
  expect(memory).toMatchObject({ requests: 60, writes: 60, writeBytes: 60 * 64, busyCycles: (60 + 60) * 4 });
  expect(cacheLevels.writeBackBytes).toBe(60 * 64);
  expect(memoryBytes).toBe(60 * 64);
  // Four of the eight cycles are those of the filter, which has floats of 32 bits.
  expect(causes.memoryBandwidth).toBeGreaterThan(55 * 4);
  expect(lineRun('read', 60).causes.memoryBandwidth).toBeLessThan(10);
});

test.each(['on-miss', 'none'] as const)(
  'a dirty line takes the link of an L2 that keeps lines "%s" twice, and a clean one once',
  (allocation) => {
    const l2 = { ...LINKED, allocation };
    const period = (op: 'read' | 'write') => (lineRun(op, 60, 0, l2).cycles - lineRun(op, 20, 0, l2).cycles) / 40;
    expect(period('read')).toBe(8);
    expect(period('write')).toBe(16);
    const { cacheLevels, memory } = lineRun('write', 60, 0, l2);
    expect(cacheLevels.linkBusyCycles).toBe((60 + 60) * 8);
    expect(memory.writes).toBe(60);
  },
);

test('every line takes the link of an L2 of victims twice: it comes over it, and moves there', () => {
  for (const op of ['read', 'write'] as const) {
    const [short, long] = [20, 60].map((quads) => lineRun(op, quads, 0, { ...LINKED, allocation: 'victim' }));
    expect((long.cycles - short.cycles) / 40, op).toBe(16);
    expect((long.cacheLevels.l2WriteBytes - short.cacheLevels.l2WriteBytes) / 40, op).toBe(64);
  }
});

test('the lines that are dirty at the end are written after the last cycle', () => {
  const { flush, memory, cycles } = lineRun('write', 3);
  // Three lines of four cycles each; no line has lost its place.
  expect(flush).toEqual({ cycles: 3 * 4, bytes: 3 * 64 });
  expect(memory).toMatchObject({ writes: 3, writeBytes: 3 * 64 });
  expect(cycles).toBe(lineRun('read', 3).cycles);
  expect(lineRun('write', 3, 100).flush.cycles).toBe(100 + 3 * 4);
  expect(lineRun('read', 3).flush).toEqual({ cycles: 0, bytes: 0 });
  // The link moves a line in eight cycles, and then the memory one in one.
  expect(lineRun('write', 3, 0, { ...LINKED, allocation: 'on-miss' }).flush).toEqual({
    cycles: 3 * 8 + 3,
    bytes: 3 * 64,
  });
});

test('nobody waits for the last writes', () => {
  expect(lineRun('write', 4, 100).cycles).toBe(lineRun('read', 4, 100).cycles);
  expect(lineRun('write', 5, 100).cycles).toBe(lineRun('read', 5, 100).cycles);
});
