import { linearScale, octaveScale } from '../../platform/pages/chart-scale.ts';
import { measured, percent } from '../../platform/pages/wording.ts';
import { heldUpBy } from '../../simulate/report/words.ts';
import type { StudyDescription, StudyRow } from './study-report.ts';

/** A run with so many warps in flight, and so many entries of the fragment FIFO. */
function warpsRun({ scene, design, measures, baseline }: StudyRow) {
  const { fifoDepth, shader } = design.pipeline;
  return {
    scene,
    fragmentFifo: fifoDepth.fragment,
    /** Null for requests that wait for no result. */
    warps: shader.warps === 'unlimited' ? null : shader.warps,
    quadsPerWarp: shader.quadsPerWarp,
    instructionsBetween: shader.instructionsBetween,
    quads: measures.quads,
    cycles: measures.cycles,
    /** Throughput relative to that of the same unit, whose requests wait for no result. */
    ofUnlimited: baseline.cycles / measures.cycles,
    /** Share of the cycles whose cause is the wait of the warps. */
    waiting: measures.warps_waiting,
    /** The cause of most of the cycles without a result. */
    boundBy: measures.bound_by,
  };
}

export type WarpsRun = Readonly<ReturnType<typeof warpsRun>>;

/** Share of the throughput without waits that so many warps must reach. */
export const WARPS_GOAL = 0.97;

/** Warps against the latency: each scene and depth of the FIFO, first with requests that wait for no result. */
export const WARPS: StudyDescription<WarpsRun> = {
  version: 1,
  measures: ['quads', 'cycles', 'warps_waiting', 'bound_by'],
  runOf: warpsRun,
  question: 'How many warps of a shader hide the latency of the texture unit, and how deep its FIFO must be.',
  title: 'How many warps hide the latency of the texture unit',
  setting: ([{ quadsPerWarp, instructionsBetween }]) =>
    ` in tiles order · trilinear · ${quadsPerWarp} quads a warp, ` +
    `${instructionsBetween} instructions between a result and the next request`,
  sections: (runs) => [
    {
      title: 'Throughput over the warps in flight',
      note:
        'Dashed the throughput of requests that wait for no result: more warps cannot pass it, a deeper FIFO may. Where a ' +
        'curve stays below its line, the shader has too few warps; where the line itself is low, the unit or the memory ' +
        'is too slow.',
      runs,
      plot: ({ fragmentFifo }) => `fragment FIFO of ${fragmentFifo} entries`,
      curve: ({ scene }) => scene,
      x: {
        label: 'warps in flight',
        of: ({ warps }) => warps!,
        scale: (warps) => octaveScale(1, Math.max(...warps), String),
      },
      y: {
        label: 'quads a cycle',
        of: throughput,
        scale: () => linearScale(0, Math.max(...runs.map(throughput)), measured),
      },
      level: ({ scene, warps }) => (warps === null ? `${scene}, without waits` : null),
    },
  ],
  caseOf: ({ scene, fragmentFifo }) => `${scene} ${fragmentFifo}`,
  columns: (all) => [
    ['scene', ([{ scene }]) => scene],
    ['fragment FIFO', ([{ fragmentFifo }]) => String(fragmentFifo)],
    ['quads a cycle without waits', ([unlimited]) => measured(throughput(unlimited))],
    ['held up most by', ([unlimited]) => heldUpBy(unlimited.boundBy)],
    [`with ${all[1].warps} warp`, ([, fewest]) => percent(fewest.ofUnlimited)],
    [
      `warps for ${100 * WARPS_GOAL} %`,
      ([, ...byWarps]) => {
        const enough = byWarps.find(({ ofUnlimited }) => ofUnlimited >= WARPS_GOAL);
        return enough === undefined ? `more than ${byWarps.at(-1)!.warps}` : String(enough.warps);
      },
    ],
  ],
};

function throughput({ quads, cycles }: WarpsRun): number {
  return quads / cycles;
}
