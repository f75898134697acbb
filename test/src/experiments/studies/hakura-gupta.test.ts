import { describe, expect, it } from 'vitest';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import {
  HAKURA_GUPTA,
  type HakuraGuptaRun,
  hakuraGuptaStudy,
} from '../../../../src/experiments/studies/hakura-gupta.ts';
import { studyReport } from '../../../../src/experiments/studies/study-report.ts';
import { sceneRequests, studyScenes } from '../../../../src/experiments/studies/study-scenes.ts';
import { plannedStudy, tableOf } from './planned-study.ts';

const DESIGN = PRESETS.get('full-quality')!;
const OPTIONS = {
  width: 96,
  height: 64,
  traversals: ['scanline', 'tiles'],
  layouts: ['linear', 'tiled-4x4'],
  lineBytes: [32, 64],
  cacheBytes: [2048, 8192, 16384],
  ways: [1, 2, 4],
} as const;

describe("Hakura and Gupta's experiment in small", () => {
  const steps = hakuraGuptaStudy(DESIGN, OPTIONS);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const study = step.value;
  const find = (setting: Partial<HakuraGuptaRun>) =>
    study.runs.filter((run) =>
      Object.entries(setting).every(([field, value]) => run[field as keyof HakuraGuptaRun] === value),
    );

  it('has every cache on every scene in every order', () => {
    expect(study.runs).toHaveLength(3 * 2 * 2 * 2 * 3 * 4);
  });

  it('has the misses of the cycle mode', () => {
    const scene = studyScenes()[1];
    const cache = { ...DESIGN.cache, layout: 'tiled-4x4', lineBytes: 64, sectorBytes: 64, sets: 32, ways: 4 } as const;
    const memory = layOutImages(scene.images, cache.layout);
    const pipeline = new Pipeline({ ...DESIGN, cache }, memory, scene.states, () => {});
    const frame = { width: OPTIONS.width, height: OPTIONS.height, traversal: 'tiles' } as const;
    for (const batch of sceneRequests(scene, frame, new QuadBatch(256))) pipeline.run(batch);
    const account = pipeline.finish();
    const setting = {
      scene: scene.name,
      layout: cache.layout,
      traversal: 'tiles',
      lineBytes: 64,
      cacheBytes: 8192,
    } as const;
    const [run] = find({ ...setting, ways: 4 });
    expect([run.misses, run.accesses]).toEqual([account.cache.misses, account.taps]);
    expect(run.bytesPerPixel).toBe(account.memoryBytes / account.pixels);
  });

  it('never misses more with more lines if fully associative', () => {
    for (const scene of ['plane', 'tunnel', 'globe']) {
      for (const lineBytes of OPTIONS.lineBytes) {
        const own = find({ scene, lineBytes, ways: 'full', layout: 'linear', traversal: 'tiles' });
        const misses = own.map((run) => run.misses);
        expect(misses.toSorted((a, b) => b - a)).toEqual(misses);
        expect(misses).toHaveLength(3);
      }
    }
  });

  it('misses less with tiled than with linear texels, on textures seen at an angle', () => {
    const rate = (layout: 'linear' | 'tiled-4x4') =>
      find({ scene: 'tunnel', layout, lineBytes: 64, cacheBytes: 2048, ways: 'full', traversal: 'tiles' })[0].missRate;
    expect(rate('tiled-4x4')).toBeLessThan(rate('linear') / 1.5);
  });

  it('finds in the sweep of its plan what it finds alone', async () => {
    const layouts = ['linear', 'tiled-4x4'];
    const scenes = ['tunnel, scanline', 'tunnel, tiles'];
    const sizes = { width: OPTIONS.width, height: OPTIONS.height, lineBytes: OPTIONS.lineBytes };
    const planned = await plannedStudy('hakura-gupta', {
      vary: { 'cache.layout': layouts },
      scenes,
      study: sizes,
    });
    const alone = find({ scene: 'tunnel' });
    const own = planned.runs.filter(
      ({ cacheBytes, ways }) => OPTIONS.cacheBytes.some((bytes) => bytes === cacheBytes) && ways !== 8,
    );
    expect(own).toEqual(alone);
  });

  it('has a page and a table', () => {
    const report = studyReport(study, HAKURA_GUPTA);
    expect(report.html.match(/<svg /g)).toHaveLength(4 * 3);
    // The three scenes of a section have one scale, so that they can be compared.
    const axes = report.html
      .split('<svg ')
      .map((svg) => [...svg.matchAll(/class="[xy]">([^<]*)</g)].map(([, text]) => text));
    for (let n = 1; n < axes.length; n += 3) expect([axes[n + 1], axes[n + 2]]).toEqual([axes[n], axes[n]]);
    const [head, ...rows] = tableOf(report);
    expect(rows).toHaveLength(3 * 2 * 2);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
  });
});
