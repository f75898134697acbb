import { type Account, unitCycles } from '../../../../pipeline/stages/account.ts';
import type { Design, L2Design, UnitsDesign } from '../../../../rtl-model/design/design.ts';
import { L2 } from '../../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../../rtl-model/design/field.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { Cause } from '../../../../pipeline/counters/causes.ts';
import { boundBy } from '../../../simulate/report/report.ts';
import type { Study } from './study-page.ts';
import { keptForLast, type StudyPlan } from './study-plan.ts';
import { runScene, type StudyScene, studyScenes } from './study-scenes.ts';

type Distribution = UnitsDesign['distribution'];

/** A run with so many units. */
export interface UnitsRun {
  readonly scene: string;
  readonly distribution: Distribution;
  readonly units: number;
  readonly quads: number;
  readonly cycles: number;
  /** Throughput relative to that of one unit. */
  readonly speedup: number;
  /** Bytes read from memory, and those that came from the L2 to the units, for each pixel. */
  readonly memoryBytesPerPixel: number;
  readonly l2BytesPerPixel: number;
  /** Quads of the unit with the most of them, over the mean. */
  readonly imbalance: number;
  /** Share of the cycles in which the memory's bus moved data. */
  readonly memoryBus: number;
  /** The cause of most of the cycles without a result. */
  readonly boundBy: Cause | null;
}

export type UnitsStudy = Study<'texunit-units-study', UnitsRun, 1>;

export interface UnitsOptions {
  readonly width: number;
  readonly height: number;
  readonly units: readonly number[];
  readonly distributions: readonly Distribution[];
}

/** The whole study. `QUICK_UNITS` is a smaller version that takes a few seconds. */
export const UNITS: UnitsOptions = {
  width: 640,
  height: 480,
  units: [1, 2, 3, 4, 5, 6, 8, 12, 16],
  distributions: ['tiles', 'batch'],
};

export const QUICK_UNITS: UnitsOptions = { ...UNITS, width: 320, height: 240, units: [1, 2, 4, 8] };

/** A unit pays if the throughput grows by this part of what the first unit has. */
export const PAYS = 0.5;

/** The L2 of a design that has none: 128 KiB. */
export const STUDY_L2: L2Design = {
  ...freeValues(L2),
  lineBytes: 64,
  sets: 256,
  ways: 8,
  setIndex: 'xor-folded',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 40,
  bytesPerCycle: 64,
};

type LoneRun = Omit<UnitsRun, 'speedup'>;

/** The parts of the study: a scene and a distribution, first with one unit. */
export function unitsPlan(
  design: Design,
  options: UnitsOptions,
  scenes: readonly StudyScene[] = studyScenes(),
): StudyPlan<LoneRun, UnitsStudy> {
  const { width, height } = options;
  const texelsOf = keptForLast(({ images, design: own = design }: StudyScene) =>
    layOutImages(images, own.cache.layout),
  );
  return {
    parts: scenes.flatMap((scene) =>
      options.distributions.flatMap((distribution) =>
        options.units.map((units) => ({
          what: `${scene.name}, ${distribution}, ${units} units`,
          // oxlint-disable-next-line require-yield
          *run() {
            const account = runScene(
              designWith(scene.design ?? design, units, distribution),
              texelsOf(scene),
              scene,
              options,
            );
            return [{ scene: scene.name, distribution, units, ...measuredOf(account) }];
          },
        })),
      ),
    ),
    result(all) {
      let one = 0;
      const runs = all.map(({ scene, distribution, units, quads, cycles, ...run }): UnitsRun => {
        if (units === 1) one = cycles;
        return { scene, distribution, units, quads, cycles, speedup: one / cycles, ...run };
      });
      return { format: 'texunit-units-study', version: 1, design: design.name, width, height, runs };
    },
  };
}

function measuredOf(account: Account) {
  const { quads, pixels, cycles, memoryBytes, cacheLevels, utilization } = account;
  const most = Math.max(...(account.units ?? [account]).map((unit) => unit.quads));
  return {
    quads,
    cycles,
    memoryBytesPerPixel: memoryBytes / pixels,
    l2BytesPerPixel: cacheLevels.l2ReadBytes / pixels,
    imbalance: (most * unitCycles(account)) / (quads * cycles),
    memoryBus: utilization.memoryBus,
    boundBy: boundBy(account),
  };
}

/** The design with its L2, or else with STUDY_L2. An L2 of victims becomes one that keeps what it misses. */
function designWith(design: Design, count: number, distribution: Distribution): Design {
  const { cache, pipeline } = design;
  const own = cache.l2 ?? { ...STUDY_L2, lineBytes: Math.max(STUDY_L2.lineBytes, cache.lineBytes) };
  const l2: L2Design = own.allocation === 'victim' ? { ...own, allocation: 'on-miss' } : own;
  return {
    ...design,
    cache: { ...cache, l2 },
    pipeline: { ...pipeline, units: { ...pipeline.units, count, distribution } },
  };
}
