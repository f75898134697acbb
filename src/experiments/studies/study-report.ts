import { group as groupsOf } from 'd3-array';
import type { Cause } from '../../../pipeline/counters/causes.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { ChartAxis } from '../../platform/pages/chart.ts';
import type { Scale } from '../../platform/pages/chart-scale.ts';
import { csvLine, type CsvValue } from '../../platform/pages/csv-cell.ts';
import { escaped } from '../../platform/pages/escaped.ts';
import { type ChartLine, lineChart } from '../../platform/pages/line-chart.ts';
import { foldedSection, htmlPage, pageSection, tablePanel } from '../../platform/pages/page.ts';
import { terminalTable } from '../../platform/pages/terminal-table.ts';

/** The record of a study: its runs, one after the other. */
export interface Study<Run> {
  readonly format: string;
  readonly version: number;
  readonly design: string;
  /** Size of the images in pixels. */
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
}

/** A design with a scene in the sweep of a study. */
export interface StudyRow {
  readonly scene: string;
  readonly design: Design;
  /** The measures of the sweep by their names, and those of the baseline: of the design itself where there is none. */
  readonly measures: Readonly<Record<string, number>> & { readonly bound_by: Cause | null };
  readonly baseline: StudyRow['measures'];
}

/** A column of the table: its head, and its text for the runs of a row. */
export type StudyColumn<Run> = readonly [head: string, text: (runs: readonly Run[]) => string];

/** An axis of plots. */
interface PlotAxis<Run> {
  /** What it shows, of the first run of a plot. */
  readonly label: string | ((run: Run) => string);
  readonly of: (run: Run) => number;
  /** @param values of the curves of a plot */
  readonly scale: (values: readonly number[]) => Scale;
}

/** A part of a page: its plots, and a sentence or two on what they show. */
export interface StudySection<Run> {
  readonly title: string;
  readonly note: string;
  /** The runs that it shows. */
  readonly runs: readonly Run[];
  /** The title of a run's plot. */
  readonly plot: (run: Run) => string;
  /** The name of a run's curve; those of one name have one colour on the whole page. */
  readonly curve: (run: Run) => string;
  readonly x: PlotAxis<Run>;
  readonly y: PlotAxis<Run>;
  /** The name of the dashed line over the whole width that a run is, in the colour of its curve; null for a point. */
  readonly level?: (run: Run) => string | null;
  /** A dashed line over each plot, in the colour of the text: its y at an x, and the last x that it is drawn to. */
  readonly goal?: { readonly name: string; readonly at: (x: number) => number; readonly until?: number };
}

/** A study: what its runs are, and what its report shows of them. */
export interface StudyDescription<Run> {
  readonly version: number;
  /** The measures that its sweep has beside those of the plan. */
  readonly measures: readonly string[];
  /** The run of a row; without it, a row has several in its measure `study_runs`. */
  readonly runOf?: (row: StudyRow) => Run;
  /** What it answers, for help. */
  readonly question: string;
  readonly title: string;
  /** What all runs share beside the design and the size of the images. */
  readonly setting: (runs: readonly Run[]) => string;
  readonly sections: (runs: readonly Run[]) => readonly StudySection<Run>[];
  /** The key of a run's row in the table. */
  readonly caseOf: (run: Run) => string;
  readonly columns: (runs: readonly Run[]) => readonly StudyColumn<Run>[];
  /** Sentences that put the results beside the published figures; none where no figures are known. */
  readonly published?: (runs: readonly Run[]) => readonly string[];
}

const NONE_PUBLISHED = ['No published figures of this experiment are known.'];

/**
 * A study as its page, its runs for programs and as a table, and what a terminal shows.
 *
 * @param designs their names on the page, HTML
 */
export function studyReport<Run extends object>(
  study: Study<Run>,
  description: StudyDescription<Run>,
  designs = escaped(study.design),
) {
  const { runs } = study;
  const columns = description.columns(runs);
  const head = columns.map(([name]) => name);
  const cases = [...groupsOf(runs, description.caseOf).values()];
  const rows = cases.map((own) => columns.map(([, text]) => text(own)));
  const published = description.published?.(runs) ?? NONE_PUBLISHED;
  const cells = rows.map((row) => row.map(escaped));
  const table = foldedSection(
    `In numbers: ${rows.length} rows`,
    '',
    tablePanel('In numbers', head.map(escaped), cells),
  );
  const lines = [Object.keys(runs[0]), ...runs.map((run) => Object.values(run) as CsvValue[])];
  return {
    html: studyPage(study, description, published, designs, table),
    json: `${JSON.stringify(study, null, 2)}\n`,
    csv: lines.map((line) => csvLine(line)).join(''),
    text: (color: boolean) => `${terminalTable(head, rows, color)}\n${published.join('\n')}`,
  };
}

/** A study as one page without external files. @param designs,table HTML: their names, the section of all numbers */
function studyPage<Run>(
  { width, height, runs }: Study<Run>,
  { title, setting, sections }: StudyDescription<Run>,
  published: readonly string[],
  designs: string,
  table: string,
): string {
  const shown = sections(runs).map((section) => ({ ...section, plots: plotsOf(section) }));
  const names = shown.flatMap(({ plots }) => plots.flatMap(({ curves }) => curves.map(({ name }) => name)));
  const colors = [...new Set(names)];
  const parts = shown.map(({ title, note, plots }) => {
    const figures = plots.map((plot) => plotFigure(plot, colors));
    return pageSection(title, escaped(note), `<div class="grid">${figures.join('\n')}</div>`);
  });
  return htmlPage(
    `texunit: ${title}`,
    '',
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${designs}${escaped(` · ${width}x${height} pixels${setting(runs)}`)}</p>
</header>
<p>${escaped(published.join(' '))}</p>
${parts.join('\n')}
${table}`,
  );
}

/** The plots of a section, with the points of each curve from left to right. Axes of one label have one scale. */
function plotsOf<Run>({ runs, plot, curve, x, y, level, goal }: StudySection<Run>) {
  return Array.from(groupsOf(runs, plot), ([title, own]) => {
    const points = own.filter((run) => !level?.(run));
    const axis = ({ label, of, scale }: PlotAxis<Run>): ChartAxis => {
      const labelOf = (run: Run) => (typeof label === 'string' ? label : label(run));
      const shared = runs.filter((run) => !level?.(run) && labelOf(run) === labelOf(own[0]));
      return { label: labelOf(own[0]), scale: scale(shared.map(of)) };
    };
    const curves = Array.from(groupsOf(points, curve), ([name, some]) => ({
      name,
      points: some.map((run) => [x.of(run), y.of(run)] as const),
    }));
    const levels = own.flatMap((run) => {
      const name = level?.(run);
      return name ? [{ name, of: curve(run), at: () => y.of(run), until: Infinity }] : [];
    });
    const lines = goal ? [...levels, { until: Infinity, ...goal, of: '' }] : levels;
    return { title, x: axis(x), y: axis(y), curves, levels: lines };
  });
}

/** @param names of all curves of the page, in the order of their colours */
function plotFigure({ title, x, y, curves, levels }: ReturnType<typeof plotsOf>[number], names: readonly string[]) {
  const ends = curves.flatMap(({ points }) => points.map(([at]) => at)).sort((a, b) => a - b);
  const lines: readonly ChartLine[] = [
    ...levels.map((level) => ({
      name: level.name,
      series: names.indexOf(level.of),
      dashed: true,
      points: [ends[0], Math.min(ends.at(-1)!, level.until)].map((x) => [x, level.at(x)] as const),
    })),
    ...curves.map(({ name, points }) => ({ name, series: names.indexOf(name), points })),
  ];
  return lineChart({ title, x, y, lines, marked: true });
}
