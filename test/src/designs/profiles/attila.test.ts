import { expect, test } from 'vitest';
import type { Account } from '../../../../pipeline/stages/account.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { Dice } from '../../../oracle/dice.ts';

const ATTILA = loadDesign('attila');
/** Bytes of a line of L0 and of L1. */
const LINE = 64;
const POINT: Sampler = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };
const BILINEAR: Sampler = { ...DEFAULT_SAMPLER, mipmapMode: 'nearest' };
const TRILINEAR: Sampler = { ...DEFAULT_SAMPLER, mipmapMode: 'linear' };

/** A square image of 32-bit texels, or of blocks with 4 bits a texel, with two levels. */
function image(size: number, format = 'r8g8b8a8_unorm'): ImageSource {
  const bits = format === 'r8g8b8a8_unorm' ? 32 : 4;
  const levels = [size, size / 2].map((side) => new Uint8Array((side * side * bits) / 8));
  return { format: TEXEL_FORMATS.get(format)!, width: size, height: size, layers: 1, levels };
}

/** The account of quads; lane l of quad q samples the centre of texel `at(q, l)`. */
function run(
  source: ImageSource,
  sampler: Sampler,
  quads: number,
  active: number,
  at: (quad: number, lane: number) => readonly [number, number],
  lod = 0,
  design: Design = ATTILA,
): Account {
  const memory = layOutImages([source], design.cache.layout);
  const state = { image: 0, sampler, instruction: { lod: 'explicit', projected: false } } as const;
  const batch = new QuadBatch(quads);
  batch.count = quads;
  batch.active.fill(active);
  batch.lod.fill(lod);
  for (let n = 0; n < QUAD_LANES * quads; n++) {
    const [x, y] = at(Math.floor(n / QUAD_LANES), n % QUAD_LANES);
    batch.s[n] = (x + 0.5) / source.width;
    batch.t[n] = (y + 0.5) / source.height;
  }
  const unit = new Pipeline(design, memory, [state], () => {});
  unit.run(batch);
  return unit.finish();
}

/** Sets of lines in the order of their last use, the latest first. */
class LruLines {
  private readonly sets: number[][];
  private readonly ways: number;

  constructor(sets: number, ways: number) {
    this.sets = Array.from({ length: sets }, () => []);
    this.ways = ways;
  }

  hits(line: number): boolean {
    const set = this.sets[line % this.sets.length];
    const at = set.indexOf(line);
    if (at >= 0) set.splice(at, 1);
    set.unshift(line);
    set.length = Math.min(set.length, this.ways);
    return at >= 0;
  }
}

/** The place of (i, j) among tiles of 4x4 in rows. */
function tiled(i: number, j: number, width: number): number {
  const tile = Math.floor(j / 4) * (width / 4) + Math.floor(i / 4);
  return 16 * tile + 4 * (j % 4) + (i % 4);
}

test.each([
  ['r8g8b8a8_unorm', 256, 4],
  ['bc1_rgba_unorm_block', 1024, 8],
])('L0 and L1 miss as two LRU caches of 8x8 and 16x16 lines do, L1 in stored bytes: %s', (format, size, decoded) => {
  const dice = new Dice(7);
  const quads = 20_000;
  // Steps between near tiles, with a jump now and then.
  let [x, y] = [0, 0];
  const places = Array.from({ length: quads }, () => {
    [x, y] = dice.chance(0.02)
      ? [dice.integer(0, size - 1), dice.integer(0, size - 1)]
      : [(x + dice.integer(-40, 40) + size) % size, (y + dice.integer(-40, 40) + size) % size];
    return [x, y] as const;
  });
  const { cache, cacheLevels, memoryBytes } = run(image(size, format), POINT, quads, 1, (quad) => places[quad]);

  const [l0, l1] = [new LruLines(8, 8), new LruLines(16, 16)];
  let [l0Misses, l1Misses] = [0, 0];
  for (const [i, j] of places) {
    const texel = decoded * tiled(i, j, size);
    if (l0.hits(Math.floor(texel / LINE))) continue;
    l0Misses++;
    const stored = decoded === 4 ? texel : 8 * tiled(Math.floor(i / 4), Math.floor(j / 4), size / 4);
    if (!l1.hits(Math.floor(stored / LINE))) l1Misses++;
  }
  expect(cache.misses).toBe(l0Misses);
  expect([cacheLevels.l2Hits, cacheLevels.l2Misses]).toEqual([l0Misses - l1Misses, l1Misses]);
  expect(memoryBytes).toBe(LINE * l1Misses);
});

/** Cycles that so many more quads take. */
function cyclesOf(more: number, cycles: (quads: number) => number): number {
  return cycles(1000 + more) - cycles(1000);
}

test.each([
  ['bilinear', BILINEAR, 0, 1],
  ['trilinear', TRILINEAR, 0.5, 2],
])('a quad that hits takes a cycle for each bilinear sample of its lanes: %s', (_, sampler, lod, samples) => {
  const cycles = cyclesOf(1000, (quads) => run(image(4), sampler, quads, 15, () => [1, 1], lod).cycles);
  expect(cycles).toBe(1000 * samples);
});

test('L1 gives L0 a line a cycle, whatever the lanes of a quad ask for', () => {
  // 128 lines: twice those of L0, half of those of L1.
  const at = (n: number) => [4 * (n % 64), 4 * (Math.floor(n / 64) % 2)] as const;
  const ofLane = cyclesOf(1024, (quads) => run(image(256), POINT, quads, 1, at).cycles);
  const ofQuad = cyclesOf(
    1024,
    (quads) => run(image(256), POINT, quads, 15, (quad, lane) => at(4 * quad + lane)).cycles,
  );
  expect(ofLane).toBe(1024);
  expect(ofQuad).toBe(4 * 1024);
});

test('a line from memory takes tRCD 13, CAS 10, eight cycles of its channel, and one each to L1 and from it', () => {
  const { cycles } = run(image(256), POINT, 1, 1, () => [0, 0]);
  const { tag, ...latency } = ATTILA.pipeline.latency;
  // The miss leaves while its quad passes the tag stage.
  const stages = Object.values(latency).reduce((sum, length) => sum + length, 0);
  expect(tag).toBe(1);
  expect(cycles).toBe(stages + 1 + 13 + 10 + 8 + 1);
});

test('ATTILA has counters in the fields of the account that docs/profiles.md names', () => {
  const quads = 300;
  const dice = new Dice(3);
  const account = run(image(64), TRILINEAR, quads, 15, () => [dice.integer(0, 63), dice.integer(0, 63)], 0.5);
  const { stages, cache, cacheLevels, memory } = account;
  const counters = {
    TextureRequests: stages.frontEnd.busy,
    TextureResults: account.quads,
    BilinearSamples: account.passes,
    AddressALUBusyCycles: stages.address.busy,
    FilterALUBusyCycles: stages.filter.busy,
    MissOKFetch_FC64: cache.misses,
    MissOKFetch_FC: cacheLevels.l2Misses,
    MemoryRequests: memory.requests,
  };
  expect(counters).toMatchObject({ TextureRequests: quads, TextureResults: quads, BilinearSamples: 2 * quads });
  expect(counters).toMatchObject({ AddressALUBusyCycles: 2 * quads, FilterALUBusyCycles: 2 * quads });
  // 256 lines of level 0 and 64 of level 1, more than L1 holds: each is fetched once at least.
  expect(counters.MissOKFetch_FC64).toBeGreaterThan(256 + 64);
  expect(counters.MissOKFetch_FC).toBeGreaterThanOrEqual(256 + 64);
  expect(counters.MemoryRequests).toBe(counters.MissOKFetch_FC);
  expect(cacheLevels.l2Hits).toBe(counters.MissOKFetch_FC64 - counters.MissOKFetch_FC);
  expect(account.memoryBytes).toBe(LINE * counters.MemoryRequests);
});
