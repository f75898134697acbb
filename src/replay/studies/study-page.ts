import { CHART_STYLE } from '../../pages/chart.ts';
import { escaped } from '../../pages/escaped.ts';
import { htmlPage } from '../../pages/page.ts';

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
:root { color-scheme: light dark; --page: #fbfbfa; --panel: #fff; --line: #dcdbd6; --text: #1c1d1f; --quiet: #62646a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --panel: #1c2027; --line: #333943; --text: #e6e7e9; --quiet: #a2a7b0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--page); color: var(--text);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 26px; }
h2 { margin: 32px 0 4px; font-size: 18px; }
header p { margin: 4px 0 0; }
.setting, .note { color: var(--quiet); font-size: 13px; }
.note { margin: 2px 0 10px; max-width: 900px; }
.panel { padding: 12px 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 16px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
th { color: var(--quiet); font-size: 12px; vertical-align: bottom; }
tr:last-child td { border-bottom: 0; }
${CHART_STYLE}`;

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
<div class="panel">${tableHtml(table)}</div>
</section>`,
  );
}

function tableHtml({ head, rows }: StudyTable): string {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>\n${[line(head, 'th'), ...rows.map((row) => line(row, 'td'))].join('\n')}\n</table>`;
}

/** Records as CSV, one column a field. */
export function csvText(records: readonly object[]): string {
  const fields = Object.keys(records[0] ?? {});
  const lines = records.map((record) => Object.values(record).map(String).join(','));
  return `${[fields.join(','), ...lines].join('\n')}\n`;
}
