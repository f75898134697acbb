import type { Design } from '../../../../rtl-model/design/design.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { unitCycles } from '../../../../pipeline/stages/account.ts';
import type { Cause } from '../../../../pipeline/counters/causes.ts';
import { boundBy } from '../../../simulate/report/report.ts';
import type { Study } from './study-page.ts';
import { keptForLast, type StudyPlan } from './study-plan.ts';
import { runScene, type StudyScene, studyScenes } from './study-scenes.ts';

/** A run with so many warps in flight, and so many entries of the fragment FIFO. */
export interface WarpsRun {
  readonly scene: string;
  readonly fragmentFifo: number;
  /** Null for requests that wait for no result. */
  readonly warps: number | null;
  readonly quadsPerWarp: number;
  readonly instructionsBetween: number;
  readonly quads: number;
  readonly cycles: number;
  /** Throughput relative to that of the same unit, whose requests wait for no result. */
  readonly ofUnlimited: number;
  /** Share of the cycles whose cause is the wait of the warps. */
  readonly waiting: number;
  /** The cause of most of the cycles without a result. */
  readonly boundBy: Cause | null;
}

export type WarpsStudy = Study<'texunit-warps-study', WarpsRun, 1>;

export interface WarpsOptions {
  readonly width: number;
  readonly height: number;
  readonly warps: readonly number[];
  readonly fragmentFifos: readonly number[];
  readonly instructionsBetween: number;
}

/** The whole study. `QUICK_WARPS` is a smaller version that takes a few seconds. */
export const WARPS: WarpsOptions = {
  width: 640,
  height: 480,
  warps: [1, 2, 4, 8, 16, 24, 32, 48, 64, 96],
  fragmentFifos: [32, 128, 256, 512],
  instructionsBetween: 20,
};

export const QUICK_WARPS: WarpsOptions = {
  ...WARPS,
  width: 320,
  height: 240,
  warps: [1, 4, 16, 48, 96],
  fragmentFifos: [32, 256],
};

/** Share of the throughput without waits that so many warps must reach. */
export const WARPS_GOAL = 0.97;

type LoneRun = Omit<WarpsRun, 'ofUnlimited'>;

/** The parts of the study: a scene and a depth of the FIFO, first with requests that wait for no result. */
export function warpsPlan(
  design: Design,
  options: WarpsOptions,
  scenes: readonly StudyScene[] = studyScenes(),
): StudyPlan<LoneRun, WarpsStudy> {
  const { width, height } = options;
  const texelsOf = keptForLast(({ images, design: own = design }: StudyScene) =>
    layOutImages(images, own.cache.layout),
  );
  return {
    parts: scenes.flatMap((scene) =>
      options.fragmentFifos.flatMap((fragmentFifo) =>
        [null, ...options.warps].map((warps) => ({
          what: `${scene.name}, FIFO ${fragmentFifo}, ${warps ?? 'unlimited'} warps`,
          // oxlint-disable-next-line require-yield
          *run() {
            const changed = designWith(scene.design ?? design, fragmentFifo, warps, options.instructionsBetween);
            const account = runScene(changed, texelsOf(scene), scene, options);
            const { quads, cycles, causes } = account;
            const { quadsPerWarp, instructionsBetween } = changed.pipeline.shader;
            const setting = { fragmentFifo, warps, quadsPerWarp, instructionsBetween };
            const waiting = causes.warps / unitCycles(account);
            return [{ scene: scene.name, ...setting, quads, cycles, waiting, boundBy: boundBy(account) }];
          },
        })),
      ),
    ),
    result(all) {
      let unlimited = 0;
      const runs = all.map(({ waiting, boundBy, ...run }): WarpsRun => {
        if (run.warps === null) unlimited = run.cycles;
        return { ...run, ofUnlimited: unlimited / run.cycles, waiting, boundBy };
      });
      return { format: 'texunit-warps-study', version: 1, design: design.name, width, height, runs };
    },
  };
}

function designWith(design: Design, fragment: number, warps: number | null, instructionsBetween: number): Design {
  const { pipeline } = design;
  return {
    ...design,
    pipeline: {
      ...pipeline,
      fifoDepth: { ...pipeline.fifoDepth, fragment },
      shader: { ...pipeline.shader, warps: warps ?? 'unlimited', instructionsBetween },
    },
  };
}
