import { heldUpBy } from '../../../simulate/report/words.ts';
import { linearScale } from '../../../platform/pages/chart-scale.ts';
import { measured } from '../../../platform/pages/wording.ts';
import { type CurvePlot, NONE_PUBLISHED, type StudyTable, studyPage } from './study-page.ts';
import { PAYS, type UnitsRun, type UnitsStudy } from './units.ts';

/** The runs of one scene and one distribution, by the number of units, rising. */
interface Case {
  readonly name: string;
  readonly scene: string;
  readonly distribution: string;
  readonly runs: readonly UnitsRun[];
}

function casesOf({ runs }: UnitsStudy): readonly Case[] {
  return runs
    .filter(({ units }) => units === 1)
    .map(({ scene, distribution }) => ({
      name: `${scene}, ${distribution}`,
      scene,
      distribution,
      runs: runs.filter((run) => run.scene === scene && run.distribution === distribution),
    }));
}

/** The largest number of units up to which each step pays: it adds at least PAYS of a unit for each unit of the step. */
export function unitsThatPay(runs: readonly UnitsRun[]): number {
  let last = runs[0];
  for (const run of runs.slice(1)) {
    if (run.speedup - last.speedup < PAYS * (run.units - last.units)) break;
    last = run;
  }
  return last.units;
}

/** The results, one row for each scene and distribution. */
export function unitsTable(study: UnitsStudy): StudyTable {
  const cases = casesOf(study);
  const counts = cases[0].runs.map(({ units }) => units);
  const rows = cases.map(({ scene, distribution, runs }) => {
    const [one] = runs;
    const last = runs.at(-1)!;
    return [
      scene,
      distribution,
      measured(one.quads / one.cycles),
      ...runs.slice(1).map(({ speedup }) => measured(speedup)),
      String(unitsThatPay(runs)),
      measured(last.memoryBytesPerPixel / one.memoryBytesPerPixel),
      measured(last.l2BytesPerPixel / one.l2BytesPerPixel),
      heldUpBy(last.boundBy),
    ];
  });
  const most = counts.at(-1)!;
  return {
    head: [
      'scene',
      'distribution',
      'quads a cycle of one unit',
      ...counts.slice(1).map((count) => `speedup of ${count}`),
      'units that pay',
      `memory bytes, ${most} of one`,
      `L2 bytes, ${most} of one`,
      `${most} held up most by`,
    ],
    rows,
  };
}

/** The study as a page, units.html. */
export function unitsPage(study: UnitsStudy): string {
  const cases = casesOf(study);
  const most = Math.max(...study.runs.map(({ units }) => units));
  const plot = (title: string, label: string, distribution: string, of: (run: UnitsRun) => number): CurvePlot => {
    const largest = Math.max(...study.runs.map(of));
    return {
      title: `${title}, quads given out by ${distribution}`,
      x: { label: 'units', scale: linearScale(1, most) },
      y: { label, scale: linearScale(0, largest, measured) },
      curves: cases
        .filter((one) => one.distribution === distribution)
        .map(({ scene, runs }) => ({ name: scene, points: runs.map((run) => [run.units, of(run)] as const) })),
    };
  };
  const plots = (title: string, label: string, of: (run: UnitsRun) => number) =>
    [...new Set(cases.map(({ distribution }) => distribution))].map((name) => plot(title, label, name, of));
  return studyPage(
    'Does one more texture unit pay?',
    `${study.design} · ${study.width}x${study.height} pixels in tiles order · trilinear · one L2 and one memory`,
    [
      {
        title: 'Speedup over the number of units',
        note:
          `Throughput relative to that of one unit. A unit pays in the table below if it adds at least ${PAYS} of what the ` +
          'first one has. A curve bends where the shared L2 and memory, or the share of the busiest unit, sets the pace.',
        plots: plots('Speedup', 'speedup', ({ speedup }) => speedup),
      },
      {
        title: 'Traffic over the number of units',
        note: 'Bytes that the units get from the L2, for each pixel: lines that several units have are fetched several times.',
        plots: plots('Traffic', 'bytes a pixel', ({ l2BytesPerPixel }) => l2BytesPerPixel),
      },
      {
        title: 'Balance over the number of units',
        note: 'Quads of the unit with the most of them, over the mean of all: 1 if all have the same.',
        plots: plots('Imbalance', 'most over mean', ({ imbalance }) => imbalance),
      },
    ],
    unitsTable(study),
    NONE_PUBLISHED,
  );
}
