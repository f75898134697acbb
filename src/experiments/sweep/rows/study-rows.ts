import { group as groupsOf } from 'd3-array';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { linked } from '../../../platform/pages/page.ts';
import { type StudyDescription, type StudyRow, studyReport } from '../../studies/study-report.ts';
import { STUDIES } from '../../studies/studies.ts';
import { WITH_L2 } from '../../studies/units.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan, PlannedWorkload } from '../plan/parse-plan.ts';
import type { Row } from '../runs/design-row.ts';
import { RowsError } from './log-reader.ts';
import { type TableWriter, tableColumns } from './row-table.ts';
import type { SweepHeader } from './sweep-header.ts';

/** The scene of a study's workload: its name without the order of the pixels. */
export function studySceneName({ name, traversal }: Pick<PlannedWorkload, 'name' | 'traversal'>): string {
  return traversal !== undefined && name.endsWith(`, ${traversal}`) ? name.slice(0, -traversal.length - 2) : name;
}

/** Keeps the rows by the names of their columns. */
export function keptTable(kept: Row[], header: SweepHeader): TableWriter {
  const names = tableColumns(header).map(({ name }) => name);
  return {
    write: (rows) =>
      void kept.push(...rows.map((row) => Object.fromEntries(names.map((name, n) => [name, row[n]])) as Row)),
    end: () => {},
  };
}

/**
 * The report of the plan's study, scene by scene.
 *
 * @param rows all of the sweep's, in the order of its designs
 * @param linkOf the link of a design to an inspector
 * @throws RowsError where a design does not suit a workload, or the baseline is refused
 */
export function reportOfRows(plan: Plan, rows: readonly Row[], linkOf: (design: Design) => string | null = () => null) {
  const { bases, workloads } = plan;
  const { name, width = 640, height = 480 } = plan.study!;
  // A study reports the runs that it has made itself, whatever their type.
  const description = STUDIES[name] as unknown as StudyDescription<object>;
  const space = new DesignSpace(plan);
  const planned = new Map(workloads.map((workload) => [workload.name, workload]));
  const keyOf = (design: number, workload: string) => `${design} ${workload}`;
  const rowAt = new Map(rows.map((row) => [keyOf(row.design, row.workload), row]));
  const byScene = groupsOf(rows, ({ workload }) => studySceneName(planned.get(workload)!));
  const runs = Array.from(byScene, ([scene, own]) =>
    own.flatMap((row) => {
      const { design, base, workload, fault } = row;
      const compared = rowAt.get(keyOf(space.baselineOf(design), workload));
      if (fault !== null || compared === undefined) {
        throw new RowsError(`${workload} with ${base} #${design}: ${fault ?? 'its baseline is refused'}`);
      }
      const shown = bases.length === 1 ? scene : `${scene} (${base.replace(WITH_L2, '')})`;
      const measures = { measures: row, baseline: compared } as unknown as Pick<StudyRow, 'measures' | 'baseline'>;
      const run = description.runOf?.({ scene: shown, design: space.designAt(design) as Design, ...measures });
      return run ?? (JSON.parse(row.study_runs as string) as object[]).map((one) => ({ ...one, scene: shown }));
    }),
  ).flat();
  const names = bases.map((base) => base.name.replace(WITH_L2, ''));
  const linkedNames = bases.map((base, n) => linked(names[n], linkOf(base))).join(', ');
  const format = `texunit-${name}-study`;
  const study = { format, version: description.version, design: names.join(', '), width, height, runs };
  return studyReport(study, description, linkedNames);
}
