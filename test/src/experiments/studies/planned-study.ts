import { fileURLToPath } from 'node:url';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import type { HakuraGuptaRun } from '../../../../src/experiments/studies/hakura-gupta.ts';
import type { IgehyRun } from '../../../../src/experiments/studies/igehy.ts';
import type { StudyName } from '../../../../src/experiments/studies/studies.ts';
import type { UnitsRun } from '../../../../src/experiments/studies/units.ts';
import type { WarpsRun } from '../../../../src/experiments/studies/warps.ts';
import { ChosenDesigns } from '../../../../src/experiments/sweep/chosen-designs.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { ALL_DESIGNS } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import { reportOfRows } from '../../../../src/experiments/sweep/rows/study-rows.ts';
import { DesignRuns } from '../../../../src/experiments/sweep/runs/design-runs.ts';
import type { Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { readPlan } from '../../../../src/inputs/workloads/plan-file.ts';
import { readWorkloads } from '../../../../src/inputs/workloads/sweep-workloads.ts';
import { resultOf } from '../../platform/threads/steps.ts';

/** The runs of each study. */
interface Runs {
  readonly igehy: IgehyRun;
  readonly 'hakura-gupta': HakuraGuptaRun;
  readonly warps: WarpsRun;
  readonly units: UnitsRun;
}

/** What a test changes of the plan of a study. */
interface Changes {
  readonly vary?: object;
  readonly study?: object;
  /** Names of the scenes; all of the study's if left out. */
  readonly scenes?: readonly string[];
  readonly design?: Design;
}

/** The runs of a study on scenes of 160x120 pixels, and what its report shows of them. */
export async function plannedStudy<Name extends StudyName>(
  name: Name,
  { vary, study, scenes, design = PRESETS.get('full-quality')! }: Changes,
) {
  const file = fileURLToPath(new URL(`../../../../src/experiments/studies/plans/${name}.json`, import.meta.url));
  const { source } = readPlan(file);
  const changed = {
    ...source,
    constraints: [],
    vary: { ...source.vary, ...vary },
    study: { ...source.study, width: 160, height: 120, ...study },
    workloads: source.workloads.filter((one) => scenes?.includes(one.name ?? one.scene!) ?? true),
  };
  const { plan } = parsePlan(JSON.stringify(changed), file, () => design);
  const workloads = await resultOf(readWorkloads(plan, file));
  const chosen = new ChosenDesigns(plan, ALL_DESIGNS, { index: 0, of: 1 });
  const tasks = [...chosen.numbers()].flatMap((number) =>
    number === null ? [] : [{ number, workloads: [...workloads.keys()] }],
  );
  const rows: Row[] = [];
  for await (const some of new DesignRuns(plan, workloads, 'none').rows(tasks)) rows.push(...some);
  const report = reportOfRows(
    plan,
    rows.toSorted((a, b) => a.design - b.design),
  );
  return { ...report, runs: JSON.parse(report.json).runs as readonly Runs[Name][] };
}

/** The cells of the table that a report shows on a terminal, its head first. */
export function tableOf({ text }: Pick<Awaited<ReturnType<typeof plannedStudy>>, 'text'>): readonly string[][] {
  const lines = text(false)
    .split('\n')
    .filter((line) => line.startsWith('│'));
  return lines.map((line) =>
    line
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
