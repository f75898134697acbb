import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pipeline } from '../pipeline/pipeline.ts';
import type { Design } from '../rtl-model/design/design.ts';
import { layOutImages } from '../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import { texunit } from '../src/cli/program.ts';
import { sceneRequests, studyScenes } from '../src/experiments/studies/study-scenes.ts';

const SIZE = { width: 640, height: 480 };
/** 200 designs. */
const VARIED = {
  'cache.ways': [1, 2, 4, 8],
  'cache.sets': [16, 32, 64, 128, 256],
  'pipeline.memory.latency': { from: 50, to: 500, step: 50 },
};
const DESIGNS = 200;

/** Prints the use of the cores by a sweep in cycle mode, and its processor time of a design beside a run of its own. */
export async function printSweep(design: Design): Promise<void> {
  const cores = availableParallelism();
  const one = await sweep({ 'cache.ways': [4] });
  const all = await sweep(VARIED);
  const shared = (all.processor - one.processor) / (DESIGNS - 1);
  const alone = singleRun(design);
  console.log(`\nsweep of ${DESIGNS} designs, globe at ${SIZE.width}x${SIZE.height}, cycle mode, ${cores} cores`);
  console.log(`  use of the cores      ${((100 * all.processor) / (cores * all.wall)).toFixed(0)} %`);
  console.log(`  a design              ${(1000 * shared).toFixed(0)} ms of processor time`);
  console.log(
    `  a run of its own      ${(1000 * alone).toFixed(0)} ms without its start: ${(shared / alone).toFixed(2)}`,
  );
}

/** Seconds of a sweep, of the clock and of all threads. */
async function sweep(vary: object): Promise<{ readonly wall: number; readonly processor: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'texunit-bench-'));
  const plan = join(folder, 'plan.json');
  const measures = ['cycles_per_quad', 'l1_miss_ratio'];
  writeFileSync(
    plan,
    JSON.stringify({
      designs: ['full-quality'],
      vary,
      workloads: [{ scene: 'globe', ...SIZE }],
      mode: 'cycle',
      measures,
    }),
  );
  const used = process.cpuUsage();
  const start = performance.now();
  const { code, message } = await texunit(['sweep', plan, '--out', join(folder, 'out')]);
  const wall = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(used);
  rmSync(folder, { recursive: true });
  if (code !== 0) throw new Error(message ?? 'the sweep failed');
  return { wall, processor: (user + system) / 1e6 };
}

/** Seconds of a pipeline's run of the same requests, the median of five. */
function singleRun(design: Design): number {
  const scene = studyScenes().find(({ name }) => name === 'globe')!;
  const memory = layOutImages(scene.images, design.cache.layout);
  const frame = { ...SIZE, traversal: 'tiles' } as const;
  const times = Array.from({ length: 5 }, () => {
    let used = 0;
    const pipeline = new Pipeline(design, memory, scene.states, () => {});
    for (const batch of sceneRequests(scene, frame, new QuadBatch(1024))) {
      const before = process.cpuUsage();
      pipeline.run(batch);
      const { user, system } = process.cpuUsage(before);
      used += user + system;
    }
    pipeline.finish();
    return used / 1e6;
  });
  return times.sort((a, b) => a - b)[2];
}
