import { deepStrictEqual } from 'node:assert';
import type { Design } from '../rtl-model/design/design.ts';
import { layOutImages } from '../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
import { CacheReplay, ManyReplays } from '../src/experiments/replay/caches/many-replays.ts';
import { AccessCapture } from '../src/experiments/replay/capture.ts';
import type { ReplayDesign, ReplayTotals } from '../src/experiments/replay/caches/lookup-levels.ts';
import { BLOCK_ACCESSES, BLOCKS } from '../src/experiments/replay/threads/split-block.ts';
import { SplitReplay } from '../src/experiments/replay/threads/split-replay.ts';
import { planeScene } from '../src/pictures/scenes/standard-scenes.ts';
import { requests } from '../src/pictures/scenes/scene.ts';
import { checkerboard } from '../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../src/pictures/downsampler/mip-chain.ts';
import { AccessBatch } from '../traces/accesses/access-batch.ts';
import { bareTags } from './bare-tags.ts';

const SETS = 64;
const ACCESSES = 2 ** 20;
const BATCH = 8192;
const ROUNDS = 15;
const SPLIT_ROUNDS = 5;
/** Number of untimed passes, as a fraction of the timed ones. */
const WARM = 0.5;

/** A design with LRU, 4 ways, lines of 64 bytes in one sector. */
function lruDesign({ name, cache, pipeline }: Design, sets: number): ReplayDesign {
  const lines = { lineBytes: 64, sectorBytes: 64, sets, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
  return { name, cache: { ...cache, ...lines, victimLines: 0, l2: null }, memory: { ...pipeline.memory, rows: null } };
}

/**
 * The accesses of the plane scene, trilinear: 16 or more to a pass, most of them to a line that the pass has looked up.
 */
function sceneAccesses(design: Design, most: number): AccessBatch {
  const scene = planeScene();
  const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
  const memory = layOutImages([buildMipChain(checkerboard(512, 8), format)], 'tiled-4x4');
  const sampler = { ...DEFAULT_SAMPLER, ...scene.sampler };
  const state = { image: 0, sampler, instruction: { lod: 'implicit', projected: false } } as const;
  const capture = new AccessCapture(design, memory, [state]);
  const all = new AccessBatch(most);
  const quads = new QuadBatch(1024);
  for (const filled of requests(scene, { width: 640, height: 480, traversal: 'tiles', state: 0 }, quads)) {
    for (const batch of capture.accesses(filled)) all.add(batch, 0, Math.min(batch.count, all.capacity - all.count));
  }
  return all;
}

/** Accesses of one to a quad, so that each is a look-up: a walk that jumps back and forth over a few thousand lines. */
function loneAccesses(count: number): AccessBatch {
  const all = new AccessBatch(count);
  all.count = count;
  all.bytes.fill(4);
  let line = 0;
  for (let n = 0; n < count; n++) {
    const dice = Math.imul(n, 0x9e3779b1) >>> 16;
    line = dice % 8 === 0 ? (dice >>> 3) % 512 : (line + (dice % 3)) % 4096;
    all.address[n] = 64 * line;
    all.quad[n] = n;
  }
  return all;
}

/** The accesses in batches of the size in which a trace is read. */
function inBatches(all: AccessBatch): AccessBatch[] {
  return Array.from({ length: Math.floor(all.count / BATCH) }, (_, n) => {
    const batch = new AccessBatch(BATCH);
    batch.add(all, n * BATCH, (n + 1) * BATCH);
    return batch;
  });
}

/**
 * Milliseconds of each task for all batches, run in turn, batch by batch. Each batch counts with its shortest time of
 * all rounds, so that other load on the machine affects all tasks alike and rarely.
 */
function fastest(batches: readonly AccessBatch[], ...tasks: readonly ((batch: AccessBatch) => void)[]): number[] {
  const best = tasks.map(() => batches.map(() => Infinity));
  for (let round = 0; round < ROUNDS; round++) {
    tasks.forEach((task, t) => {
      batches.forEach((batch, n) => {
        const start = performance.now();
        task(batch);
        best[t][n] = Math.min(best[t][n], performance.now() - start);
      });
    });
  }
  return best.map((times) => times.reduce((sum, time) => sum + time));
}

const perSecond = (accesses: number, milliseconds: number) => (accesses / milliseconds / 1e3).toFixed(1).padStart(6);

function printBeside(name: string, batches: readonly AccessBatch[], design: ReplayDesign): void {
  const tags = new Float64Array(4 * SETS).fill(-1);
  const replay = new CacheReplay(design);
  let hits = 0;
  const [bare, model] = fastest(
    batches,
    ({ address, count }) => {
      hits += bareTags(address, count, tags);
    },
    (batch) => replay.take(batch),
  );
  const { lookups, accesses, misses } = replay.totals();
  // An access without a look-up is a hit of the bare loop.
  if (accesses - misses !== hits) throw new Error(`${accesses - misses} hits, and ${hits} of the bare loop`);
  const count = BATCH * batches.length;
  console.log(
    `  ${name.padEnd(26)} bare ${perSecond(count, bare)}   replay ${perSecond(count, model)}   ` +
      `ratio ${(bare / model).toFixed(2)}   look-ups an access ${(lookups / accesses).toFixed(2)}`,
  );
}

/** The totals of a replay of all accesses, many times over, and the milliseconds of all but the first passes. */
interface Timed {
  readonly milliseconds: number;
  readonly totals: readonly ReplayTotals[];
}

/** The time on this thread alone, in batches of the size in which a trace is read. */
function serialTime(designs: readonly ReplayDesign[], all: AccessBatch, passes: number): Timed {
  const replay = new ManyReplays(designs);
  const batches = inBatches(all);
  const run = (times: number) => {
    for (let pass = 0; pass < times; pass++) for (const batch of batches) replay.take(batch);
  };
  run(WARM * passes);
  const start = performance.now();
  run(passes);
  const totals = replay.totals();
  return { milliseconds: performance.now() - start, totals };
}

/**
 * The time on two more threads, until both are done. The accesses lie in the batches that a source is lent in turn, as
 * if it had just filled them. There are exactly as many accesses as these batches hold.
 */
async function splitTime(designs: readonly ReplayDesign[], all: AccessBatch, passes: number): Promise<Timed> {
  const replay = new SplitReplay(designs, 2);
  const run = async (times: number) => {
    for (let block = 0; block < times * BLOCKS; block++) {
      const batch = await replay.next();
      batch.count = BLOCK_ACCESSES;
      await replay.take(batch);
    }
  };
  await replay.take(all);
  await run(WARM * passes - 1);
  const start = performance.now();
  await run(passes);
  const totals = await replay.finish();
  return { milliseconds: performance.now() - start, totals };
}

async function printCores(name: string, all: AccessBatch, designs: readonly ReplayDesign[], passes: number) {
  let serial = Infinity;
  let split = Infinity;
  for (let round = 0; round < SPLIT_ROUNDS; round++) {
    const one = serialTime(designs, all, passes);
    const two = await splitTime(designs, all, passes);
    deepStrictEqual(two.totals, one.totals);
    serial = Math.min(serial, one.milliseconds);
    split = Math.min(split, two.milliseconds);
  }
  const count = passes * all.count;
  console.log(
    `  ${name.padEnd(26)} one ${perSecond(count, serial)}   two ${perSecond(count, split)}   ` +
      `two cores ${(serial / split).toFixed(2)} times one`,
  );
}

/** Prints the cache-only replay beside the bare loop, and its speed on two cores beside one. */
export async function printReplay(design: Design): Promise<void> {
  const [scene, lone] = [inBatches(sceneAccesses(design, ACCESSES)), inBatches(loneAccesses(ACCESSES))];
  console.log(`\ncache-only replay, LRU 4-way: million accesses a second, best of ${ROUNDS} rounds in turn`);
  printBeside('each access a look-up', lone, lruDesign(design, SETS));
  printBeside('plane scene, trilinear', scene, lruDesign(design, SETS));
  console.log(`split by cache set, from accesses in memory on: best of ${SPLIT_ROUNDS} rounds in turn`);
  const eight = Array.from({ length: 8 }, (_, n) => lruDesign(design, SETS << (n % 4)));
  const count = BLOCKS * BLOCK_ACCESSES;
  await printCores('each access a look-up', loneAccesses(count), [lruDesign(design, SETS)], 96);
  await printCores('the same, 8 designs', loneAccesses(count), eight, 24);
  await printCores('plane scene, trilinear', sceneAccesses(design, count), [lruDesign(design, SETS)], 256);
  await printCores('the same, 8 designs', sceneAccesses(design, count), eight, 160);
}
