import type { Design } from '../rtl-model/design.ts';
import { layOutImages } from '../rtl-model/image.ts';
import { QuadBatch } from '../rtl-model/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../rtl-model/sampler.ts';
import { TEXEL_FORMATS } from '../rtl-model/texel-decoder/texel-format.ts';
import { CacheReplay } from '../src/replay/cache-replay.ts';
import { AccessCapture } from '../src/replay/capture.ts';
import type { ReplayDesign } from '../src/replay/lookup-levels.ts';
import { ManyReplays } from '../src/replay/many-replays.ts';
import { SplitReplay } from '../src/replay/split-replay.ts';
import { planeScene } from '../src/scenes/plane.ts';
import { requests } from '../src/scenes/scene.ts';
import { checkerboard } from '../src/textures/checkerboard.ts';
import { buildMipChain } from '../src/textures/mip-chain.ts';
import { AccessBatch } from '../traces/access-batch.ts';
import { bareTags } from './bare-tags.ts';

const SETS = 64;
const ACCESSES = 2 ** 20;
const BATCH = 8192;
const ROUNDS = 15;
const SPLIT_ROUNDS = 5;
const WARM_PASSES = 4;

/** LRU, 4 ways, lines of 64 bytes in one sector. */
function lruDesign({ cache, pipeline }: Design, sets: number): ReplayDesign {
  const lines = { lineBytes: 64, sectorBytes: 64, sets, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
  return { cache: { ...cache, ...lines, victimLines: 0, l2: null }, memory: { ...pipeline.memory, rows: null } };
}

/** The accesses of the plane scene, trilinear: 16 and more to a pass, most of them to a line that it has looked up. */
function sceneAccesses(design: Design): AccessBatch {
  const scene = planeScene();
  const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
  const memory = layOutImages([buildMipChain(checkerboard(512, 8), format)], 'tiled-4x4');
  const sampler = { ...DEFAULT_SAMPLER, ...scene.sampler };
  const state = { image: 0, sampler, instruction: { lod: 'implicit', projected: false } } as const;
  const capture = new AccessCapture(design, memory, [state]);
  const all = new AccessBatch(ACCESSES);
  const quads = new QuadBatch(1024);
  for (const filled of requests(scene, { width: 640, height: 480, traversal: 'tiles', state: 0 }, quads)) {
    for (const { address, bytes, quad, pass, count } of capture.accesses(filled)) {
      const room = Math.min(count, all.capacity - all.count);
      all.address.set(address.subarray(0, room), all.count);
      all.bytes.set(bytes.subarray(0, room), all.count);
      all.quad.set(quad.subarray(0, room), all.count);
      all.pass.set(pass.subarray(0, room), all.count);
      all.count += room;
    }
  }
  return all;
}

/** Accesses of a quad each, so that each is a look-up: a walk that jumps back and forth over a few thousand lines. */
function loneAccesses(): AccessBatch {
  const all = new AccessBatch(ACCESSES);
  all.count = ACCESSES;
  all.bytes.fill(4);
  let line = 0;
  for (let n = 0; n < ACCESSES; n++) {
    const dice = Math.imul(n, 0x9e3779b1) >>> 16;
    line = dice % 8 === 0 ? (dice >>> 3) % 512 : (line + (dice % 3)) % 4096;
    all.address[n] = 64 * line;
    all.quad[n] = n;
  }
  return all;
}

/** A batch in batches of the size that a trace is read in. */
function inBatches(all: AccessBatch): AccessBatch[] {
  return Array.from({ length: Math.floor(all.count / BATCH) }, (_, n) => {
    const batch = new AccessBatch(BATCH);
    batch.count = BATCH;
    for (const field of ['address', 'bytes', 'quad', 'pass'] as const) {
      batch[field].set(all[field].subarray(n * BATCH, (n + 1) * BATCH));
    }
    return batch;
  });
}

/**
 * Milliseconds that each task takes for all batches, run in turn, batch by batch: of each batch the shortest time of all
 * rounds, so that what else the machine does meets the tasks alike, and seldom.
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
  // An access that makes no look-up is a hit of the bare loop.
  if (accesses - misses !== hits) throw new Error(`${accesses - misses} hits, and ${hits} of the bare loop`);
  const count = BATCH * batches.length;
  console.log(
    `  ${name.padEnd(26)} bare ${perSecond(count, bare)}   replay ${perSecond(count, model)}   ` +
      `ratio ${(bare / model).toFixed(2)}   look-ups an access ${(lookups / accesses).toFixed(2)}`,
  );
}

/** Milliseconds of one replay of all batches, many times over, by this thread alone. */
function serialTime(designs: readonly ReplayDesign[], batches: readonly AccessBatch[], passes: number): number {
  const replay = new ManyReplays(designs);
  for (let pass = 0; pass < WARM_PASSES; pass++) for (const batch of batches) replay.take(batch);
  const start = performance.now();
  for (let pass = 0; pass < passes; pass++) for (const batch of batches) replay.take(batch);
  replay.totals();
  return performance.now() - start;
}

/** The same by two threads, until both are done; this one copies the accesses to them. */
async function splitTime(
  designs: readonly ReplayDesign[],
  batches: readonly AccessBatch[],
  passes: number,
): Promise<number> {
  const replay = new SplitReplay(designs, 2);
  for (let pass = 0; pass < WARM_PASSES; pass++) for (const batch of batches) await replay.take(batch);
  const start = performance.now();
  for (let pass = 0; pass < passes; pass++) for (const batch of batches) await replay.take(batch);
  await replay.finish();
  return performance.now() - start;
}

async function printCores(name: string, batches: readonly AccessBatch[], designs: readonly ReplayDesign[]) {
  const passes = Math.ceil(32 / designs.length);
  let serial = Infinity;
  let split = Infinity;
  for (let round = 0; round < SPLIT_ROUNDS; round++) {
    serial = Math.min(serial, serialTime(designs, batches, passes));
    split = Math.min(split, await splitTime(designs, batches, passes));
  }
  const count = passes * BATCH * batches.length;
  console.log(
    `  ${name.padEnd(26)} one ${perSecond(count, serial)}   two ${perSecond(count, split)}   ` +
      `two cores ${(serial / split).toFixed(2)} times one`,
  );
}

/** The cache-only replay beside the bare loop, and on two cores beside one. */
export async function printReplay(design: Design): Promise<void> {
  const [scene, lone] = [inBatches(sceneAccesses(design)), inBatches(loneAccesses())];
  console.log(`\ncache-only replay, LRU 4-way: million accesses a second, best of ${ROUNDS} rounds in turn`);
  printBeside('each access a look-up', lone, lruDesign(design, SETS));
  printBeside('plane scene, trilinear', scene, lruDesign(design, SETS));
  console.log(`split by cache set, from accesses in memory on: best of ${SPLIT_ROUNDS} rounds in turn`);
  const eight = Array.from({ length: 8 }, (_, n) => lruDesign(design, SETS << (n % 4)));
  await printCores('each access a look-up', lone, [lruDesign(design, SETS)]);
  await printCores('the same, 8 designs', lone, eight);
  await printCores('plane scene, trilinear', scene, [lruDesign(design, SETS)]);
  await printCores('the same, 8 designs', scene, eight);
}
