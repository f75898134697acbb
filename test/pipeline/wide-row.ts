import type { Account } from '../../pipeline/stages/account.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { preset } from './random-work.ts';

/** A sampler without mipmaps, for the nearest texel. */
export const POINT: Sampler = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };
export const FULL = preset('full-quality');

/** A design with large capacities, so that only the tested property limits it. */
export function roomy(
  changes: Partial<Design['cache']> = {},
  memory: Partial<Design['pipeline']['memory']> = {},
): Design {
  const deep = Object.fromEntries(Object.keys(FULL.pipeline.fifoDepth).map((name) => [name, 64]));
  return {
    ...FULL,
    cache: { ...FULL.cache, layout: 'linear', ...changes },
    pipeline: {
      ...FULL.pipeline,
      fifoDepth: { ...(deep as unknown as Design['pipeline']['fifoDepth']), fragment: 1024 },
      memory: { ...FULL.pipeline.memory, latency: 100, bytesPerCycle: 64, burstBytes: 1, ...memory },
    },
  };
}

/** Requests whose four lanes sample the given columns of a wide one-row image, quad after quad. */
export function columnsBatch(width: number, columns: readonly (readonly number[])[]): QuadBatch {
  const batch = new QuadBatch(columns.length);
  batch.count = columns.length;
  batch.active.fill(15);
  columns.forEach((lanes, quad) => {
    for (let lane = 0; lane < 4; lane++) batch.s[4 * quad + lane] = (lanes[lane] + 0.5) / width;
  });
  return batch;
}

/** Width of the image in columns. */
export const WIDTH = 4096;

/** A pipeline over an image of one row, with a cold cache. */
export function pipelineOf(design: Design, format: string, sampler: Sampler): Pipeline {
  const texel = TEXEL_FORMATS.get(format)!;
  const levels = [new Uint8Array(WIDTH * texel.texelBytes)];
  const memory = layOutImages([{ format: texel, width: WIDTH, height: 1, layers: 1, levels }], design.cache.layout);
  const state = { image: 0, sampler, instruction: { lod: 'explicit', projected: false } } as const;
  return new Pipeline(design, memory, [state], () => {});
}

/** Runs quads whose four lanes all sample texel (columns[k], 0), from a cold cache. */
export function run(
  design: Design,
  columns: readonly number[],
  sampler = POINT,
  format = 'r32g32b32a32_sfloat',
): Account {
  const pipeline = pipelineOf(design, format, sampler);
  pipeline.run(
    columnsBatch(
      WIDTH,
      columns.map((column) => [column, column, column, column]),
    ),
  );
  return pipeline.finish();
}

/** Cycles of `n` equal quads with their lines in the cache and an empty pipeline, and the account of both runs. */
export function warmRun(design: Design, lanes: readonly number[], n: number, format: string, sampler = POINT) {
  const pipeline = pipelineOf(design, format, sampler);
  pipeline.run(columnsBatch(WIDTH, [lanes]));
  const before = pipeline.finish();
  pipeline.run(
    columnsBatch(
      WIDTH,
      Array.from({ length: n }, () => lanes),
    ),
  );
  const after = pipeline.finish();
  const cycles = after.cycles - before.cycles;
  const stall = (stage: 'tag' | 'data', activity: 'tagPorts' | 'bankConflict') =>
    after.stages[stage][activity] - before.stages[stage][activity];
  const tagReads = after.tagReads - before.tagReads;
  return { cycles, tagReads, tagPorts: stall('tag', 'tagPorts'), bankConflict: stall('data', 'bankConflict') };
}

/** Cycles from a quad's entry to its exit, less the one that its rate counts. */
export function depth({ pipeline: { latency } }: Design): number {
  return Object.values(latency).reduce((sum, cycles) => sum + cycles, 0) - 1;
}
