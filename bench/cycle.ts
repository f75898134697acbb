import type { Design } from '../rtl-model/design/design.ts';
import { type TexelMemory, layOutImages } from '../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../rtl-model/state/sampler.ts';
import { Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts';
import { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
import { planeScene } from '../src/pictures/scenes/standard-scenes.ts';
import { requests } from '../src/pictures/scenes/scene.ts';
import { checkerboard } from '../src/pictures/textures/checkerboard.ts';
import { buildMipChain } from '../src/pictures/downsampler/mip-chain.ts';

/** The result of the cycle mode on the plane scene. */
export interface CycleRun {
  readonly quads: number;
  readonly passes: number;
  readonly cycles: number;
  /** Processor time in seconds. */
  readonly seconds: number;
}

function planeMemory(design: Design): TexelMemory {
  const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
  return layOutImages([buildMipChain(checkerboard(512, 8), format)], design.cache.layout);
}

/**
 * One run of the plane scene without traces. The time includes the generation of the requests.
 *
 * @param filter changes to the trilinear default
 */
export function runPlane(
  design: Design,
  width: number,
  height: number,
  filter: Partial<Sampler>,
  options: PipelineOptions = {},
): CycleRun {
  const scene = planeScene();
  const memory = planeMemory(design);
  const sampler = { ...DEFAULT_SAMPLER, ...scene.sampler, ...filter };
  const state = { image: 0, sampler, instruction: { lod: 'implicit', projected: false } } as const;
  let lanes = 0;
  const pipeline = new Pipeline(
    design,
    memory,
    [state],
    (_quad, _x, _y, active) => {
      lanes += active;
    },
    undefined,
    options,
  );
  const batch = new QuadBatch(1024);
  const start = process.cpuUsage();
  for (const filled of requests(scene, { width, height, traversal: 'tiles', state: 0 }, batch)) pipeline.run(filled);
  const account = pipeline.finish();
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  if (lanes === 0) throw new Error('the plane scene drew nothing');
  return { quads: account.quads, passes: account.passes, cycles: account.cycles, seconds };
}

/** The latencies compared. Latency 0 comes twice: the ratio of the two series shows the scatter. */
const LATENCIES = [0, 0, 1000, 10_000];
const ROUNDS = 24;

/**
 * Every order of the latencies, used in turn: in a fixed order, garbage collections could hit the same one repeatedly.
 */
const ORDERS = permutations(LATENCIES.map((_, n) => n));

/** Prints the time of a quad when most cycles are waits, beside the same design without latency. */
export function printSkipping(design: Design): void {
  console.log(
    `cycle mode and the memory's latency, plane scene 1280x960 bilinear: median of ${ROUNDS} rounds, in every order`,
  );
  for (const outstandingMisses of [1, 4, 64]) {
    const designs = LATENCIES.map((latency) => waiting(design, latency, outstandingMisses));
    const run = (n: number) => runPlane(designs[n], 1280, 960, { mipmapMode: 'nearest' });
    for (const n of ORDERS[0]) run(n);
    const runs = LATENCIES.map((): CycleRun[] => []);
    for (let round = 0; round < ROUNDS; round++) for (const n of ORDERS[round % ORDERS.length]) runs[n].push(run(n));
    LATENCIES.forEach((latency, n) => {
      const [{ quads, cycles }] = runs[n];
      const perQuad = (1e9 * median(runs[n].map(({ seconds }) => seconds))) / quads;
      const ratio = median(runs[n].map(({ seconds }, round) => seconds / runs[0][round].seconds));
      console.log(
        `  ${String(outstandingMisses).padStart(2)} outstanding, latency ${String(latency).padStart(5)}: ` +
          `${perQuad.toFixed(0).padStart(5)} ns and ${(cycles / quads).toFixed(1).padStart(6)} cycles a quad, ` +
          `ratio ${ratio.toFixed(3)}`,
      );
    });
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function permutations(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

function waiting(design: Design, latency: number, outstandingMisses: number): Design {
  const { cache, pipeline } = design;
  return {
    ...design,
    cache: { ...cache, outstandingMisses },
    pipeline: { ...pipeline, memory: { ...pipeline.memory, latency } },
  };
}
