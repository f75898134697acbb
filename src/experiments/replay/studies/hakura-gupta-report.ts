import { decadeScale, octaveScale } from '../../../platform/pages/chart-scale.ts';
import { measured, sizeText } from '../../../platform/pages/wording.ts';
import { groupsOf } from '../groups-of.ts';
import type { HakuraGuptaRun, HakuraGuptaStudy } from './hakura-gupta.ts';
import { type CurvePlot, type StudySection, type StudyTable, studyPage } from './study-page.ts';

/** The values of the settings that a plot does not vary. */
const STANDARD = { cacheBytes: 16384, lineBytes: 64, ways: 2, layout: 'tiled-4x4', traversal: 'tiles' } as const;

type Setting = Pick<HakuraGuptaRun, keyof typeof STANDARD>;

/**
 * The miss rates of a cache of 16 KiB by line size, with two ways and fully associative: one row a scene, traversal and
 * layout.
 */
export function hakuraGuptaTable(study: HakuraGuptaStudy): StudyTable {
  const lineSizes = distinct(study.runs.map(({ lineBytes }) => lineBytes));
  const cell = (runs: readonly HakuraGuptaRun[], lineBytes: number, ways: HakuraGuptaRun['ways']) =>
    measured(100 * matching(runs, { cacheBytes: STANDARD.cacheBytes, lineBytes, ways })[0].missRate);
  const groups = groupsOf(study.runs, ({ scene, traversal, layout }) => `${scene} ${traversal} ${layout}`);
  const rows = Array.from(groups.values(), (runs) => [
    runs[0].scene,
    runs[0].traversal,
    runs[0].layout,
    ...lineSizes.map((lineBytes) => `${cell(runs, lineBytes, STANDARD.ways)} (${cell(runs, lineBytes, 'full')})`),
  ]);
  return {
    head: ['scene', 'pixels', 'texels', ...lineSizes.map((bytes) => `misses of 100, ${bytes}-byte lines`)],
    rows,
  };
}

/** The published figures, from the abstract of the paper. */
const PUBLISHED = { workingSet: 16384, saved: [3, 15] } as const;
/** A working set is the least cache that one of twice the size improves by less than this. */
const IMPROVES = 0.1;
const TEXEL_BYTES = 4;

/** Sentences that put the results beside the published figures. */
export function hakuraGuptaPublished({ runs }: HakuraGuptaStudy): readonly string[] {
  const scenes = distinct(runs.map(({ scene }) => scene));
  const { lineBytes, traversal, layout, ways } = STANDARD;
  const sets = scenes.map((scene) => {
    const full = matching(runs, { lineBytes, traversal, layout, ways: 'full' })
      .filter((run) => run.scene === scene)
      .toSorted((a, b) => a.cacheBytes - b.cacheBytes);
    const least = full.find((run, n) => (full[n + 1]?.misses ?? 0) > (1 - IMPROVES) * run.misses) ?? full.at(-1)!;
    return `${scene} ${sizeText(least.cacheBytes)}`;
  });
  const saved = scenes.flatMap((scene) =>
    matching(runs, { cacheBytes: SAVING.cacheBytes, lineBytes, traversal, layout, ways })
      .filter((run) => run.scene === scene)
      .map((run) => `${scene} ${measured((TEXEL_BYTES * run.accesses) / (run.misses * lineBytes))}`),
  );
  const [low, high] = PUBLISHED.saved;
  return [
    `Published: a working set of at most ${sizeText(PUBLISHED.workingSet)}. Here, of lines of 64 bytes: ${sets.join(', ')}.`,
    `Published: ${low} to ${high} times less memory bandwidth with ${sizeText(SAVING.cacheBytes)}. Here: ${saved.join(', ') || 'not run'}.`,
    "The scenes are not those of Hakura and Gupta (1997), whose figures are from the paper's abstract.",
  ];
}

/** The cache of the published saving; its other settings are STANDARD's. */
const SAVING = { cacheBytes: 32768 } as const;

/** The study as a page, hakura-gupta.html. */
export function hakuraGuptaPage(study: HakuraGuptaStudy): string {
  const { runs, design, width, height } = study;
  const scenes = distinct(runs.map(({ scene }) => scene));
  const plots = (
    x: 'cacheBytes' | 'lineBytes',
    y: 'missRate' | 'bytesPerPixel',
    by: (run: HakuraGuptaRun) => string,
    still: Partial<Setting>,
    leaves: (run: HakuraGuptaRun) => boolean = () => false,
  ) =>
    scenes.map((scene) => {
      const own = matching(runs, still).filter((run) => run.scene === scene && !leaves(run));
      return plotOf(scene, own, x, y, by);
    });
  const { cacheBytes, lineBytes, ways, layout, traversal } = STANDARD;
  const sections: readonly StudySection[] = [
    {
      title: 'Cache size and line size',
      note: `Texels in 4x4 tiles, two ways, pixels in tiles. Longer lines miss less as long as there are enough of them.`,
      plots: plots('cacheBytes', 'missRate', (run) => `${run.lineBytes}-byte lines`, { ways, layout, traversal }),
    },
    {
      title: 'Associativity',
      note: 'Lines of 64 bytes. Two levels that lie alike in memory are in use at once: with one way they push each other out.',
      plots: plots(
        'cacheBytes',
        'missRate',
        (run) => (run.ways === 1 ? 'one way' : run.ways === 'full' ? 'full' : `${run.ways} ways`),
        {
          lineBytes,
          layout,
          traversal,
        },
      ),
    },
    {
      title: 'Order of the texels in memory',
      note: 'A cache of 16 KiB with two ways. A line should be as high as it is wide on the texture, so the tile should be as large as the line.',
      plots: plots('lineBytes', 'missRate', (run) => run.layout, { cacheBytes, ways, traversal }),
    },
    {
      title: 'Order of the pixels',
      note: 'Lines of 64 bytes, fully associative: what remains is the working set. Bytes from memory for each pixel.',
      plots: plots(
        'cacheBytes',
        'bytesPerPixel',
        (run) => `${run.layout}, ${run.traversal}`,
        { lineBytes, ways: 'full' },
        (run) => run.layout !== 'linear' && run.layout !== STANDARD.layout,
      ),
    },
  ];
  const setting = `${design} · ${width}x${height} pixels · trilinear · LRU · misses a texel access`;
  const title = "Hakura and Gupta's experiment: what a texture cache misses";
  return studyPage(title, setting, sections, hakuraGuptaTable(study), hakuraGuptaPublished(study));
}

function plotOf(
  scene: string,
  runs: readonly HakuraGuptaRun[],
  x: 'cacheBytes' | 'lineBytes',
  y: 'missRate' | 'bytesPerPixel',
  by: (run: HakuraGuptaRun) => string,
): CurvePlot {
  const values = runs.map((run) => run[y]).filter((value) => value > 0);
  const places = runs.map((run) => run[x]);
  const curves = Array.from(groupsOf(runs, by), ([name, own]) => ({
    name,
    points: own.map((run) => [run[x], run[y]] as const),
  }));
  const valueText = y === 'missRate' ? (value: number) => `${Number((100 * value).toPrecision(2))} %` : String;
  return {
    title: scene,
    x: {
      label: x === 'cacheBytes' ? 'cache size' : 'line size',
      scale: octaveScale(Math.min(...places), Math.max(...places), sizeText),
    },
    y: {
      label: y === 'missRate' ? 'misses a texel access' : 'bytes from memory a pixel',
      scale: decadeScale(Math.min(...values), Math.max(...values), valueText),
    },
    curves,
  };
}

function matching(runs: readonly HakuraGuptaRun[], setting: Partial<Setting>): readonly HakuraGuptaRun[] {
  const fields = Object.entries(setting) as [keyof Setting, unknown][];
  // A trace has one order of pixels, which counts as any order.
  return runs.filter((run) =>
    fields.every(([field, value]) => run[field] === value || (field === 'traversal' && run.traversal === 'trace')),
  );
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
