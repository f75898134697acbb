import { group as groupsOf } from 'd3-array';
import type { Design, TexelLayout } from '../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TraversalOrder } from '../../pictures/scenes/traversal.ts';
import { decadeScale, octaveScale } from '../../platform/pages/chart-scale.ts';
import { measured, sizeText } from '../../platform/pages/wording.ts';
import type { RunProgress } from '../../platform/progress.ts';
import { activeLanes } from '../../simulate/simulate.ts';
import { AccessCapture } from '../replay/capture.ts';
import { type Associativity, LineSizeStudy } from './line-size-study.ts';
import type { Study, StudyColumn, StudyDescription } from './study-report.ts';
import { sceneRequests, studyScenes } from './study-scenes.ts';

/** The caches of the experiment; sizes and ways are powers of two. */
type HakuraGuptaCaches = Readonly<Record<'lineBytes' | 'cacheBytes' | 'ways', readonly number[]>>;

/** Those of the whole experiment. */
export const HAKURA_GUPTA_CACHES: HakuraGuptaCaches = {
  lineBytes: [16, 32, 64, 128, 256],
  cacheBytes: Array.from({ length: 8 }, (_, n) => 1024 * 2 ** n),
  ways: [1, 2, 4, 8],
};

export interface HakuraGuptaOptions extends HakuraGuptaCaches {
  readonly width: number;
  readonly height: number;
  readonly traversals: readonly TraversalOrder[];
  readonly layouts: readonly TexelLayout[];
}

/** Runs every cache on every scene; yields its progress. */
export function* hakuraGuptaStudy(
  design: Design,
  options: HakuraGuptaOptions,
): Generator<RunProgress, Study<HakuraGuptaRun>> {
  const { width, height, traversals, layouts } = options;
  const scenes = studyScenes();
  const runs: HakuraGuptaRun[] = [];
  for (const [s, scene] of scenes.entries()) {
    for (const [l, layout] of layouts.entries()) {
      const laidOut = { ...design, cache: { ...design.cache, layout } };
      const capture = new AccessCapture(laidOut, texelMemory(laidOut, scene.images), scene.states);
      for (const [t, traversal] of traversals.entries()) {
        const done = (s + (l + t / traversals.length) / layouts.length) / scenes.length;
        yield { what: `${scene.name}, ${layout}, ${traversal}`, part: done };
        const batches = sceneRequests(scene, { width, height, traversal }, new QuadBatch());
        runs.push(...hakuraGuptaRuns({ scene: scene.name, traversal, layout }, capture, batches, options));
      }
    }
  }
  return { format: 'texunit-hakura-gupta-study', version: 1, design: design.name, width, height, runs };
}

interface Drawn {
  readonly scene: string;
  readonly traversal: TraversalOrder | 'trace';
  readonly layout: TexelLayout;
}

/** The misses of every LRU cache on the requests of one scene. The set is the line's number modulo the sets. */
export function hakuraGuptaRuns(
  drawn: Drawn,
  capture: AccessCapture,
  batches: Iterable<QuadBatch>,
  caches: HakuraGuptaCaches,
) {
  const lines = caches.lineBytes.map((lineBytes) => new LineSizeStudy(lineBytes, caches));
  let [accesses, pixels] = [0, 0];
  for (const batch of batches) {
    pixels += activeLanes(batch);
    for (const taken of capture.accesses(batch)) {
      accesses += taken.count;
      for (const line of lines) line.take(taken);
    }
  }
  return lines.flatMap((line) =>
    line.results().map(({ cacheBytes, ways, misses }) => ({
      ...drawn,
      cacheBytes,
      lineBytes: line.lineBytes,
      ways,
      /** The number of texels that the filter takes, and of those that make the cache fetch a line. */
      accesses,
      misses,
      /** Misses over accesses, the paper's miss rate. */
      missRate: misses / accesses,
      /** Bytes from memory per pixel. */
      bytesPerPixel: (misses * line.lineBytes) / pixels,
    })),
  );
}

export type HakuraGuptaRun = Readonly<ReturnType<typeof hakuraGuptaRuns>[number]>;

/** The values of the settings that a plot does not vary. */
const STANDARD = { cacheBytes: 16384, lineBytes: 64, ways: 2, layout: 'tiled-4x4', traversal: 'tiles' } as const;

type CacheSetting = Pick<HakuraGuptaRun, keyof typeof STANDARD>;

/** The cache of the published saving; its other settings are STANDARD's. */
const SAVING_BYTES = 32768;
/** A working set is the least cache that one of twice the size improves by less than this. */
const IMPROVES = 0.1;
const TEXEL_BYTES = 4;

/**
 * The miss rate of a texture cache as a function of its size, line size and associativity, of the order of the texels in
 * memory and of the order of the pixels (Hakura and Gupta, The Design and Analysis of a Cache Architecture for Texture
 * Mapping, 1997).
 */
export const HAKURA_GUPTA: StudyDescription<HakuraGuptaRun> = {
  version: 1,
  measures: ['study_runs'],
  question: 'What a texture cache misses by size, line, ways and layout (Hakura, Gupta 1997).',
  title: "Hakura and Gupta's experiment: what a texture cache misses",
  setting: () => ' · trilinear · LRU · misses a texel access',
  sections(runs) {
    const { cacheBytes, lineBytes, ways, layout, traversal } = STANDARD;
    return [
      {
        title: 'Cache size and line size',
        note: 'Texels in 4x4 tiles, two ways, pixels in tiles. Longer lines miss less as long as there are enough of them.',
        curve: (run) => `${run.lineBytes}-byte lines`,
        ...missRate(matching(runs, { ways, layout, traversal }), 'cacheBytes'),
      },
      {
        title: 'Associativity',
        note: 'Lines of 64 bytes. Two levels that lie alike in memory are in use at once: with one way they push each other out.',
        curve: (run) => (run.ways === 1 ? 'one way' : run.ways === 'full' ? 'full' : `${run.ways} ways`),
        ...missRate(matching(runs, { lineBytes, layout, traversal }), 'cacheBytes'),
      },
      {
        title: 'Order of the texels in memory',
        note: 'A cache of 16 KiB with two ways. A line should be as high as it is wide on the texture, so the tile should be as large as the line.',
        curve: (run) => run.layout,
        ...missRate(matching(runs, { cacheBytes, ways, traversal }), 'lineBytes'),
      },
      {
        title: 'Order of the pixels',
        note: 'Lines of 64 bytes, fully associative: what remains is the working set. Bytes from memory for each pixel.',
        curve: (run) => `${run.layout}, ${run.traversal}`,
        ...overBytes(
          (['linear', layout] as const).flatMap((name) => matching(runs, { lineBytes, ways: 'full', layout: name })),
          'cacheBytes',
          'bytesPerPixel',
          'bytes from memory a pixel',
          String,
        ),
      },
    ];
  },
  caseOf: ({ scene, traversal, layout }) => `${scene} ${traversal} ${layout}`,
  // A cache of 16 KiB by line size, with two ways and fully associative.
  columns(all) {
    const { cacheBytes } = STANDARD;
    const cell = (runs: readonly HakuraGuptaRun[], lineBytes: number, ways: Associativity) =>
      measured(100 * matching(runs, { cacheBytes, lineBytes, ways })[0].missRate);
    return [
      ['scene', ([{ scene }]) => scene],
      ['pixels', ([{ traversal }]) => traversal],
      ['texels', ([{ layout }]) => layout],
      ...[...new Set(all.map(({ lineBytes }) => lineBytes))].map((bytes): StudyColumn<HakuraGuptaRun> => [
        `misses of 100, ${bytes}-byte lines`,
        (runs) => `${cell(runs, bytes, STANDARD.ways)} (${cell(runs, bytes, 'full')})`,
      ]),
    ];
  },
  published(runs) {
    const { lineBytes, traversal, layout, ways } = STANDARD;
    const scenes = [...groupsOf(matching(runs, { lineBytes, traversal, layout }), ({ scene }) => scene)];
    const sets = scenes.map(([scene, own]) => {
      const full = matching(own, { ways: 'full' }).toSorted((a, b) => a.cacheBytes - b.cacheBytes);
      const least = full.find((run, n) => (full[n + 1]?.misses ?? 0) > (1 - IMPROVES) * run.misses) ?? full.at(-1)!;
      return `${scene} ${sizeText(least.cacheBytes)}`;
    });
    const saved = scenes.flatMap(([scene, own]) =>
      matching(own, { cacheBytes: SAVING_BYTES, ways }).map(
        (run) => `${scene} ${measured((TEXEL_BYTES * run.accesses) / (run.misses * lineBytes))}`,
      ),
    );
    // The published figures are from the abstract.
    return [
      `Published: a working set of at most 16 KiB. Here, of lines of 64 bytes: ${sets.join(', ')}.`,
      `Published: 3 to 15 times less memory bandwidth with ${sizeText(SAVING_BYTES)}. Here: ${saved.join(', ') || 'not run'}.`,
      "The scenes are not those of Hakura and Gupta (1997), whose figures are from the paper's abstract.",
    ];
  },
};

function missRate(runs: readonly HakuraGuptaRun[], x: 'cacheBytes' | 'lineBytes') {
  return overBytes(
    runs,
    x,
    'missRate',
    'misses a texel access',
    (value) => `${Number((100 * value).toPrecision(2))} %`,
  );
}

/** The plots of a quantity over a size, one for each scene. */
function overBytes(
  runs: readonly HakuraGuptaRun[],
  x: 'cacheBytes' | 'lineBytes',
  y: 'missRate' | 'bytesPerPixel',
  label: string,
  text: (value: number) => string,
) {
  return {
    runs,
    plot: ({ scene }: HakuraGuptaRun) => scene,
    x: {
      label: x === 'cacheBytes' ? 'cache size' : 'line size',
      of: (run: HakuraGuptaRun) => run[x],
      scale: (sizes: readonly number[]) => octaveScale(Math.min(...sizes), Math.max(...sizes), sizeText),
    },
    y: {
      label,
      of: (run: HakuraGuptaRun) => run[y],
      scale(values: readonly number[]) {
        const seen = values.filter((value) => value > 0);
        return decadeScale(Math.min(...seen), Math.max(...seen), text);
      },
    },
  };
}

function matching(runs: readonly HakuraGuptaRun[], setting: Partial<CacheSetting>): readonly HakuraGuptaRun[] {
  const fields = Object.entries(setting) as [keyof CacheSetting, unknown][];
  // A trace has one order of pixels, which counts as any order.
  return runs.filter((run) =>
    fields.every(([field, value]) => run[field] === value || (field === 'traversal' && run.traversal === 'trace')),
  );
}
