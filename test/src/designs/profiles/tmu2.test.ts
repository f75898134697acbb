import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parseDesign } from '../../../../src/designs/parse-design.ts';
import { PUBLISHED_CACHES, UNIT_PROFILES } from '../../../../src/designs/bases.ts';

const TMU2 = loadDesign('tmu2');
/** Texels by TMU2's 6 fraction bits. */
const FRACTION = 64;
const COLUMNS = 128;
const ROWS = 64;
const HEIGHT = 200;

/** The coordinates of a fragment in 1/64 texels. TMU2's texels have their centres at integers. */
type Walk = (x: number, y: number) => readonly [tx: number, ty: number];
const scaled =
  (step: number): Walk =>
  (x, y) => [FRACTION * step * x + 32, FRACTION * step * y + 32];
const turned: Walk = (x, y) => [200 * FRACTION + 45 * (x - y), 8 * FRACTION + 45 * (x + y)].map(fractional) as never;

/** The value, moved off the integers, at which TMU2 leaves texels out. */
function fractional(value: number): number {
  return value % FRACTION === 0 ? value + 1 : value;
}

/** Cycles without the stages' latencies, and lines fetched. */
function runFragments(walk: Walk, width: number, latency: number) {
  const { pipeline } = TMU2;
  const design = { ...TMU2, pipeline: { ...pipeline, memory: { ...pipeline.memory, latency } } };
  const format = TEXEL_FORMATS.get('r5g6b5_unorm_pack16')!;
  const levels = [new Uint8Array(2 * width * HEIGHT)];
  const memory = layOutImages([{ format, width, height: HEIGHT, layers: 1, levels }], design.cache.layout);
  const sampler: Sampler = { ...DEFAULT_SAMPLER, magFilter: 'linear', minFilter: 'linear', mipmapMode: 'nearest' };
  const state = { image: 0, sampler, instruction: { lod: 'explicit', projected: false } } as const;
  const batch = new QuadBatch(COLUMNS * ROWS);
  batch.count = COLUMNS * ROWS;
  batch.active.fill(1);
  for (let quad = 0; quad < batch.count; quad++) {
    const [tx, ty] = walk(quad % COLUMNS, Math.floor(quad / COLUMNS));
    batch.s[QUAD_LANES * quad] = (tx / FRACTION + 0.5) / width;
    batch.t[QUAD_LANES * quad] = (ty / FRACTION + 0.5) / HEIGHT;
  }
  const unit = new Pipeline(design, memory, [state], () => {});
  unit.run(batch);
  const { cycles, cache } = unit.finish();
  const stages = Object.values(pipeline.latency).reduce((sum, length) => sum + length, 0);
  return { cycles: cycles - stages, lines: cache.misses };
}

// Cycles and lines of TMU2's RTL: docs/profiles.md says how they were counted.
test.each([
  ['one texel a fragment, 1024 wide', scaled(1), 1024, 0, { cycles: 9365, lines: 585 }],
  ['one texel a fragment, 1024 wide', scaled(1), 1024, 4, { cycles: 9373, lines: 585 }],
  ['one texel a fragment, 640 wide', scaled(1), 640, 16, { cycles: 11708, lines: 585 }],
  ['two texels a fragment, 640 wide', scaled(2), 640, 4, { cycles: 16399, lines: 2048 }],
  ['turned by 45 degrees, 640 wide', turned, 640, 16, { cycles: 13239, lines: 646 }],
  ['turned by 45 degrees, 640 wide', turned, 640, 64, { cycles: 44010, lines: 646 }],
])('tmu2 takes the cycles of its RTL within 5 %%, and its lines: %s', (_name, walk, width, latency, rtl) => {
  const { cycles, lines } = runFragments(walk, width, latency);
  expect(lines).toBe(rtl.lines);
  expect(Math.abs(cycles / rtl.cycles - 1)).toBeLessThan(0.05);
});

test.each([
  ['real unit', 'profiles', UNIT_PROFILES],
  ['published cache', 'published-caches', PUBLISHED_CACHES],
])('a %s is every file of the folder %s, under its own name, and equals a file with its text', (_, room, designs) => {
  const folder = new URL(`../../../../src/designs/${room}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const names = files.map((file) => file.replace(/\.json$/, ''));
  expect([...designs.keys()].sort()).toEqual(names.sort());
  for (const [name, design] of designs) {
    expect(parseDesign(readFileSync(new URL(`${name}.json`, folder), 'utf8'), name)).toEqual(design);
    expect(loadDesign(name)).toBe(design);
  }
});
