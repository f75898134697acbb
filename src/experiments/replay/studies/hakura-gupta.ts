import type { Design, TexelLayout } from '../../../../rtl-model/design/design.ts';
import { layOutImages, type TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { AccessCapture } from '../capture.ts';
import { TRAVERSALS, type TraversalOrder } from '../../../pictures/scenes/traversal.ts';
import { activeLanes } from '../../../simulate/simulate.ts';
import { type Associativity, LineSizeStudy } from './line-size-study.ts';
import type { RunProgress } from '../../../platform/progress.ts';
import { keptForLast, performed, type StudyPlan } from './study-plan.ts';
import type { Study } from './study-page.ts';
import { sceneRequests, type StudyScene, studyScenes } from './study-scenes.ts';

/** The misses of one LRU cache on the accesses of one scene. The set is the line's number modulo the sets. */
export interface HakuraGuptaRun {
  readonly scene: string;
  readonly traversal: TraversalOrder | 'trace';
  readonly layout: TexelLayout;
  readonly cacheBytes: number;
  readonly lineBytes: number;
  readonly ways: Associativity;
  /** The number of texels that the filter takes, and of those that make the cache fetch a line. */
  readonly accesses: number;
  readonly misses: number;
  /** Misses over accesses, the paper's miss rate. */
  readonly missRate: number;
  /** Bytes from memory per pixel. */
  readonly bytesPerPixel: number;
}

/**
 * The experiment of Hakura and Gupta (The Design and Analysis of a Cache Architecture for Texture Mapping, 1997): the
 * miss rate of a texture cache as a function of its size, line size and associativity, of the order of the texels in
 * memory and of the order of the pixels.
 */
export type HakuraGuptaStudy = Study<'texunit-hakura-gupta-study', HakuraGuptaRun, 1>;

export interface HakuraGuptaOptions {
  readonly width: number;
  readonly height: number;
  readonly traversals: readonly TraversalOrder[];
  readonly layouts: readonly TexelLayout[];
  readonly lineBytes: readonly number[];
  /** Sizes and ways of the caches, powers of two. */
  readonly cacheBytes: readonly number[];
  readonly ways: readonly number[];
}

/** The whole study. `QUICK_HAKURA_GUPTA` is a smaller version that takes a few seconds. */
export const HAKURA_GUPTA: HakuraGuptaOptions = {
  width: 640,
  height: 480,
  traversals: TRAVERSALS,
  layouts: ['linear', 'tiled-4x4', 'tiled-8x8', 'morton'],
  lineBytes: [16, 32, 64, 128, 256],
  cacheBytes: Array.from({ length: 8 }, (_, n) => 1024 * 2 ** n),
  ways: [1, 2, 4, 8],
};

export const QUICK_HAKURA_GUPTA: HakuraGuptaOptions = {
  ...HAKURA_GUPTA,
  width: 320,
  height: 240,
  traversals: ['scanline', 'tiles'],
  layouts: ['linear', 'tiled-4x4', 'morton'],
  lineBytes: [32, 64, 128],
};

/** Runs every cache on every scene; yields its progress. */
export function hakuraGuptaStudy(
  design: Design,
  options: HakuraGuptaOptions,
): Generator<RunProgress, HakuraGuptaStudy> {
  return performed(hakuraGuptaPlan(design, options));
}

/** The parts of the study: every cache on a scene in one layout and one traversal order. */
export function hakuraGuptaPlan(
  design: Design,
  options: HakuraGuptaOptions,
  scenes: readonly StudyScene[] = studyScenes(),
): StudyPlan<HakuraGuptaRun, HakuraGuptaStudy> {
  const { width, height, traversals, layouts } = options;
  const laid = scenes.flatMap((scene) => layouts.map((layout) => ({ scene, layout })));
  const memoryOf = keptForLast(({ scene, layout }: (typeof laid)[number]) => layOutImages(scene.images, layout));
  return {
    parts: laid.flatMap((laidOut) =>
      (laidOut.scene.batches === undefined ? traversals : TRACED).map((traversal) => ({
        what: `${laidOut.scene.name}, ${laidOut.layout}, ${traversal}`,
        run: () =>
          missesOf(
            laidOut.scene.design ?? design,
            memoryOf(laidOut),
            laidOut.scene,
            laidOut.layout,
            traversal,
            options,
          ),
      })),
    ),
    result: (runs) => ({
      format: 'texunit-hakura-gupta-study',
      version: 1,
      design: design.name,
      width,
      height,
      runs,
    }),
  };
}

/** The order of a trace, which is not drawn anew. */
const TRACED = ['trace'] as const;

function* missesOf(
  design: Design,
  memory: TexelMemory,
  scene: StudyScene,
  layout: TexelLayout,
  traversal: HakuraGuptaRun['traversal'],
  options: HakuraGuptaOptions,
): Generator<number, HakuraGuptaRun[]> {
  const { width, height } = options;
  const capture = new AccessCapture({ ...design, cache: { ...design.cache, layout } }, memory, scene.states);
  const lines = options.lineBytes.map((lineBytes) => new LineSizeStudy(lineBytes, options));
  const blocks = Math.ceil(width / 2) * Math.ceil(height / 2);
  let [accesses, pixels, quads] = [0, 0, 0];
  for (const batch of sceneRequests(
    scene,
    { width, height, traversal: traversal === 'trace' ? 'tiles' : traversal },
    new QuadBatch(1024),
  )) {
    pixels += activeLanes(batch);
    quads += batch.count;
    for (const taken of capture.accesses(batch)) {
      accesses += taken.count;
      for (const line of lines) line.take(taken);
    }
    yield Math.min(1, quads / blocks);
  }
  return lines.flatMap((line) =>
    line.results().map(({ cacheBytes, ways, misses }) => ({
      scene: scene.name,
      traversal,
      layout,
      cacheBytes,
      lineBytes: line.lineBytes,
      ways,
      accesses,
      misses,
      missRate: misses / accesses,
      bytesPerPixel: (misses * line.lineBytes) / pixels,
    })),
  );
}
