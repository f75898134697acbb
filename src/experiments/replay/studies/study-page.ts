import { csvLine, type CsvValue } from '../../../platform/pages/csv-cell.ts';
import { escaped } from '../../../platform/pages/escaped.ts';
import type { ChartAxis } from '../../../platform/pages/chart.ts';
import { type ChartLine, lineChart } from '../../../platform/pages/line-chart.ts';
import { htmlPage, htmlTable } from '../../../platform/pages/page.ts';

/** The record of a study: its runs, one after the other. */
export interface Study<Format extends string, Run, Version extends number> {
  readonly format: Format;
  readonly version: Version;
  readonly design: string;
  /** Size of the images in pixels. */
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
}

/** A table of texts; the first column is left-aligned, the others are right-aligned. */
export interface StudyTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A curve as its points from left to right. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
}

export interface CurvePlot {
  readonly title: string;
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** The curves; those of one name have one colour on the whole page. */
  readonly curves: readonly Curve[];
  /** Dashed lines over the whole width, in the colour of the curve `of`, or else of the text. */
  readonly levels?: readonly { readonly name: string; readonly of?: string; readonly y: number }[];
}

/** A part of a page: its plots, and a sentence or two on what they show. */
export interface StudySection {
  readonly title: string;
  readonly note: string;
  readonly plots: readonly CurvePlot[];
}

/** Said of a study that repeats none. */
export const NONE_PUBLISHED = ['No published figures of this experiment are known.'] as const;

/**
 * A study as one page without external files.
 *
 * @param published sentences that put the results beside the published figures
 */
export function studyPage(
  title: string,
  setting: string,
  sections: readonly StudySection[],
  table: StudyTable,
  published: readonly string[],
): string {
  const plots = sections.flatMap((section) => section.plots);
  const names = [...new Set(plots.flatMap(({ curves }) => curves.map(({ name }) => name)))];
  const parts = sections.map(
    (section) => `<section>
<h2>${escaped(section.title)}</h2>
<p class="note">${escaped(section.note)}</p>
<div class="grid">${section.plots.map((plot) => curvePlot(plot, names)).join('\n')}</div>
</section>`,
  );
  return htmlPage(
    `texunit: ${title}`,
    '',
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${escaped(setting)}</p>
</header>
${parts.join('\n')}
<section>
<h2>Beside the published figures</h2>
<p class="note">${escaped(published.join(' '))}</p>
</section>
<section>
<h2>In numbers</h2>
<div class="panel">${htmlTable(
      'In numbers',
      table.head.map(escaped),
      table.rows.map((row) => row.map(escaped)),
    )}</div>
</section>`,
  );
}

/** @param names of all curves of the page, in the order of their colours */
function curvePlot({ title, x, y, curves, levels = [] }: CurvePlot, names: readonly string[]): string {
  const ends = curves.flatMap(({ points }) => points.map(([at]) => at)).sort((a, b) => a - b);
  const lines: readonly ChartLine[] = [
    ...levels.map((level) => ({
      name: level.name,
      series: names.indexOf(level.of ?? ''),
      dashed: true,
      points: [ends[0], ends.at(-1)!].map((at) => [at, level.y] as const),
    })),
    ...curves.map(({ name, points }) => ({ name, series: names.indexOf(name), points })),
  ];
  return lineChart({ title, x, y, lines, marked: true });
}

/** Records as CSV, one column a field. */
export function csvText(records: readonly object[]): string {
  const lines = [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record) as CsvValue[])];
  return lines.map((line) => csvLine(line)).join('');
}
