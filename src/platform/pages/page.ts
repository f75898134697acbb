import { escaped } from './escaped.ts';
import { FIGURE_STYLE, SAVE_SCRIPT } from './figure.ts';

/**
 * The colours of every page, light or dark as the reader's system is, and light on paper. Each series has a contrast of
 * at least 4.5 with the panel (WCAG AA), so that it can be a line on the panel, or a ground for text in the panel's
 * colour.
 */
export const PALETTE = `
:root { color-scheme: light dark;
  --page: light-dark(#fbfbfa, #14171c); --panel: light-dark(#fff, #1c2027); --line: light-dark(#dcdbd6, #333943);
  --text: light-dark(#1c1d1f, #e6e7e9); --quiet: light-dark(#5d5f65, #a2a7b0); --focus: light-dark(#0b63c4, #8cc4ff);
  --pass: light-dark(#00704f, #4cc38a); --fail: light-dark(#c0392b, #ff7b6b); --open: light-dark(#8a6100, #e0b04c);
  --series-1: light-dark(#0072b2, #4aa3e0); --series-2: light-dark(#c84e00, #f58a3c);
  --series-3: light-dark(#00845f, #2fc294); --series-4: light-dark(#b0568c, #df97c2);
  --series-5: light-dark(#96700a, #e6b13a); --series-6: light-dark(#5d3a9b, #b79cf0);
  --series-7: light-dark(#7a4a1c, #c79a6e); --series-8: light-dark(#00747a, #45c4cc);
  --series-9: light-dark(#a3002f, #ff7f93); --series-10: light-dark(#5f6a00, #b9c24a);
  --series-11: light-dark(#4a5568, #a9b4c4); --series-12: light-dark(#b3007d, #ff8fd0); }
@media print { :root { color-scheme: light; --page: #fff; } }
`;

/** Styles of every page, from 400 pixels wide to 4K, and on paper. */
export const STYLE = `${PALETTE}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--page); color: var(--text);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 26px; overflow-wrap: anywhere; }
h2 { margin: 32px 0 4px; font-size: 18px; }
h3 { margin: 0 0 6px; font-size: 15px; }
h2, h3, p { overflow-wrap: anywhere; }
header p { margin: 4px 0 0; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
small, figcaption, .note, .setting { color: var(--quiet); font-size: 13px; font-weight: 400; }
.note { margin: 2px 0 10px; max-width: 960px; }
.pass { color: var(--pass); } .fail, .cut { color: var(--fail); } .open { color: var(--open); }
.verdict, .cut { font-weight: 600; }
.panel, .tiles li, pre { padding: 12px 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.panel > .table { margin: -6px -8px; }
.panel:has(> .table:only-child) { width: fit-content; max-width: 100%; }
section > .panel + .panel, details > .panel { margin-top: 12px; }
.tiles, .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); gap: 12px;
  margin: 20px 0; padding: 0; list-style: none; }
.grid { grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 16px; margin: 12px 0; }
.tiles b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; }
.tiles small { display: block; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: 6px 14px 6px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--quiet); font-size: 12px; vertical-align: bottom; }
tbody th { min-width: 150px; font-weight: 400; overflow-wrap: break-word; }
td:last-child:not(.number) { min-width: 190px; }
.number { text-align: right; }
td.number { white-space: nowrap; }
th small, td small { display: block; }
tr:last-child > * { border-bottom: 0; }
.mono, pre { font: 12px/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin-top: 16px; }
summary { cursor: pointer; font-weight: 600; }
${FIGURE_STYLE}
@media (max-width: 560px) { body { padding: 12px; } td:last-child:not(.number) { min-width: 300px; }
  .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tiles li { padding: 8px 10px; overflow-wrap: anywhere; } }
@media (min-width: 2400px) { body { zoom: 1.5; } }
@media (min-width: 3600px) { body { zoom: 2; } }
@media print {
  @page { margin: 14mm 12mm; }
  body { max-width: none; padding: 0; font-size: 10pt; zoom: 1; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, thead, .note { break-after: avoid; }
  figure, tr, .tiles li { break-inside: avoid; }
  figure.panel { padding: 6px 8px; }
  .grid { grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); }
  .grid > figure:only-child { max-width: 400px; }
  .table { overflow: visible; }
  table, thead th, table small, .mono { font-size: 8pt; }
  table:has(th:nth-child(8)), table:has(th:nth-child(8)) :is(th, small, .mono) { font-size: 6.2pt; }
  th, td { padding: 3px 6px 3px 4px; overflow-wrap: break-word; }
  td:not(.number) { overflow-wrap: anywhere; }
  tbody th, td:last-child:not(.number) { min-width: 84px; overflow-wrap: anywhere; }
}`;

/**
 * One HTML page without external files.
 *
 * @param title plain text, of the tab  @param style of the page beside that of every page, CSS  @param body HTML: a
 *   header, and the page's content
 */
export function htmlPage(title: string, style: string, body: string): string {
  const [, header, content] = /^(<header>[^]*?<\/header>)?([^]*)$/.exec(body)!;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
${header ?? ''}
<main>${content}</main>
${content.includes('class="save"') ? SAVE_SCRIPT : ''}
</body>
</html>
`;
}

/** A section of a page, which is left out without a content. @param note HTML; none if empty */
export function pageSection(title: string, note: string, content: string): string {
  return content === '' ? '' : `<section>\n<h2>${escaped(title)}</h2>\n${noteLine(note)}${content}\n</section>`;
}

/**
 * A section that is folded until its summary is pressed, or a link leads into it; folded on paper, too.
 *
 * @param summary plain text: what is inside, and how much of it
 */
export function foldedSection(summary: string, note: string, content: string): string {
  if (content === '') return '';
  return `<details><summary>${escaped(summary)}</summary>\n${noteLine(note)}${content}\n</details>`;
}

function noteLine(note: string): string {
  return note === '' ? '' : `<p class="note">${note}</p>\n`;
}

/** A text that a link leads from; the text alone without one. @param text plain */
export function linked(text: string, link: string | null | undefined): string {
  return link ? `<a href="${escaped(link)}">${escaped(text)}</a>` : escaped(text);
}

/** A line with a link; empty without one. @param text plain */
export function linkLine(text: string, link: string | null | undefined): string {
  return link ? `<p>${linked(text, link)}</p>` : '';
}

/** A section with a table. @param head,rows as `htmlTable` has them */
export function tableSection(title: string, head: Cells, rows: readonly Cells[], note = ''): string {
  return pageSection(title, note, tablePanel(title, head, rows));
}

/** A table in a panel. @param caption,head,rows as `htmlTable` has them */
export function tablePanel(caption: string, head: Cells, rows: readonly Cells[]): string {
  return `<div class="panel">${htmlTable(caption, head, rows)}</div>`;
}

/** The cells of a row, in HTML. */
type Cells = readonly string[];

/** A number in large letters, with its unit and what it says. */
export interface Tile {
  readonly value: string;
  readonly unit: string;
  readonly detail: string;
}

export function tiles(list: readonly Tile[]): string {
  const unbroken = (text: string) => escaped(text.replaceAll(' %', '\u00a0%'));
  const items = list.map(
    ({ value, unit, detail }) =>
      `<li><b>${unbroken(value)}</b> ${escaped(unit)}<small>${unbroken(detail)}</small></li>`,
  );
  return `<ul class="tiles">\n${items.join('\n')}\n</ul>`;
}

/**
 * A table whose first column names the rows. Columns of numbers are aligned to the right, empty ones are left out. A
 * table that is wider than the page scrolls by itself.
 *
 * @param caption plain text, for screen readers: a heading says the same to others
 */
export function htmlTable(caption: string, head: Cells, rows: readonly Cells[]): string {
  const used = [...head.keys()].filter((n) => n === 0 || rows.length === 0 || rows.some((row) => row[n] !== ''));
  const kinds = head.map((_, n) => (n > 0 && rows.every((row) => isNumber(row[n])) ? ' class="number"' : ''));
  const cells = (row: readonly string[]) => used.slice(1).map((n) => `<td${kinds[n]}>${row[n]}</td>`);
  const lines = rows.map((row) => `<tr><th scope="row">${row[0]}</th>${cells(row).join('')}</tr>`);
  return `<div class="table" role="group" aria-label="${escaped(caption)}" tabindex="0"><table>
<caption>${escaped(caption)}</caption>
<thead><tr>${used.map((n) => (head[n] === '' ? '<td></td>' : `<th scope="col"${kinds[n]}>${head[n]}</th>`)).join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table></div>`;
}

/** True if the cell is empty, or short and begins with a number or a word for a missing one. */
function isNumber(cell: string): boolean {
  const text = cell.replaceAll(/<[^>]*>/g, '');
  return text.length <= 24 && /^(?:$|[-+−~]?[\d.]|[-−]$|-?Infinity|equal$|not known$)/.test(text);
}
