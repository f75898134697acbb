import { escaped } from '../../pages/escaped.ts';
import { htmlPage, htmlTable } from '../../pages/page.ts';

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

/** A part of a page: its plots, and a sentence or two on what they show. */
export interface StudySection {
  readonly title: string;
  readonly note: string;
  readonly plots: readonly string[];
}

const STYLE = `
.panel { overflow-x: auto; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 16px; }
`;

/** A study as one page without external files. */
export function studyPage(
  title: string,
  setting: string,
  sections: readonly StudySection[],
  table: StudyTable,
): string {
  const parts = sections.map(
    (section) => `<section>
<h2>${escaped(section.title)}</h2>
<p class="note">${escaped(section.note)}</p>
<div class="plots">${section.plots.join('\n')}</div>
</section>`,
  );
  return htmlPage(
    `texunit: ${title}`,
    STYLE,
    `<header>
<h1>${escaped(title)}</h1>
<p class="setting">${escaped(setting)}</p>
</header>
${parts.join('\n')}
<section>
<h2>In numbers</h2>
<div class="panel">${htmlTable(
      table.head.map(escaped),
      table.rows.map((row) => row.map(escaped)),
    )}</div>
</section>`,
  );
}

/** Records as CSV, one column a field. */
export function csvText(records: readonly object[]): string {
  const fields = Object.keys(records[0] ?? {});
  const lines = records.map((record) => Object.values(record).map(String).join(','));
  return `${[fields.join(','), ...lines].join('\n')}\n`;
}
