import { heldUpBy } from '../../../simulate/report/words.ts';
import { linearScale, octaveScale } from '../../../platform/pages/chart-scale.ts';
import { measured, percent } from '../../../platform/pages/wording.ts';
import { type CurvePlot, NONE_PUBLISHED, type StudyTable, studyPage } from './study-page.ts';
import { WARPS_GOAL, type WarpsRun, type WarpsStudy } from './warps.ts';

/** The runs of one scene and one depth of the FIFO. */
interface Case {
  readonly scene: string;
  readonly fragmentFifo: number;
  readonly unlimited: WarpsRun;
  /** The runs by their warps, rising. */
  readonly byWarps: readonly WarpsRun[];
}

function casesOf({ runs }: WarpsStudy): readonly Case[] {
  return runs
    .filter(({ warps }) => warps === null)
    .map((unlimited) => {
      const { scene, fragmentFifo } = unlimited;
      const own = runs.filter((run) => run.scene === scene && run.fragmentFifo === fragmentFifo);
      return { scene, fragmentFifo, unlimited, byWarps: own.filter(({ warps }) => warps !== null) };
    });
}

/** The results, one row for each scene and depth of the FIFO. */
export function warpsTable(study: WarpsStudy): StudyTable {
  const rows = casesOf(study).map(({ scene, fragmentFifo, unlimited, byWarps }) => {
    const enough = byWarps.find(({ ofUnlimited }) => ofUnlimited >= WARPS_GOAL);
    const [fewest] = byWarps;
    return [
      scene,
      String(fragmentFifo),
      measured(unlimited.quads / unlimited.cycles),
      heldUpBy(unlimited.boundBy),
      percent(fewest.ofUnlimited),
      enough === undefined ? `more than ${byWarps.at(-1)!.warps}` : String(enough.warps),
    ];
  });
  return {
    head: [
      'scene',
      'fragment FIFO',
      'quads a cycle without waits',
      'held up most by',
      `with ${study.runs.find(({ warps }) => warps !== null)!.warps} warp`,
      `warps for ${100 * WARPS_GOAL} %`,
    ],
    rows,
  };
}

/** The study as a page, warps.html. */
export function warpsPage(study: WarpsStudy): string {
  const cases = casesOf(study);
  const [{ quadsPerWarp, instructionsBetween }] = study.runs;
  const most = Math.max(...study.runs.map(({ quads, cycles }) => quads / cycles));
  const warps = study.runs.flatMap((run) => (run.warps === null ? [] : [run.warps]));
  const plots = [...new Set(cases.map(({ fragmentFifo }) => fragmentFifo))].map((depth): CurvePlot => {
    const own = cases.filter(({ fragmentFifo }) => fragmentFifo === depth);
    return {
      title: `fragment FIFO of ${depth} entries`,
      x: { label: 'warps in flight', scale: octaveScale(1, Math.max(...warps), String) },
      y: { label: 'quads a cycle', scale: linearScale(0, most, measured) },
      curves: own.map(({ scene, byWarps }) => ({
        name: scene,
        points: byWarps.map((run) => [run.warps!, run.quads / run.cycles] as const),
      })),
      levels: own.map(({ scene, unlimited }) => ({
        name: `${scene}, without waits`,
        of: scene,
        y: unlimited.quads / unlimited.cycles,
      })),
    };
  });
  return studyPage(
    'How many warps hide the latency of the texture unit',
    `${study.design} · ${study.width}x${study.height} pixels in tiles order · trilinear · ${quadsPerWarp} quads a warp, ` +
      `${instructionsBetween} instructions between a result and the next request`,
    [
      {
        title: 'Throughput over the warps in flight',
        note:
          'Dashed the throughput of requests that wait for no result: more warps cannot pass it, a deeper FIFO may. Where a ' +
          'curve stays below its line, the shader has too few warps; where the line itself is low, the unit or the memory ' +
          'is too slow.',
        plots,
      },
    ],
    warpsTable(study),
    NONE_PUBLISHED,
  );
}
