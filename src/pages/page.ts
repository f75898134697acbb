import { CHART_STYLE } from './chart.ts';
import { escaped } from './escaped.ts';
import { HEAT_GRADIENT } from './heat-picture.ts';

/** Styles of every page, light or dark as the reader's system is. */
const STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --panel: #fff; --line: #dcdbd6; --text: #1c1d1f; --quiet: #62646a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --panel: #1c2027; --line: #333943; --text: #e6e7e9; --quiet: #a2a7b0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px; background: var(--page); color: var(--text);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 26px; overflow-wrap: anywhere; }
h2 { margin: 32px 0 4px; font-size: 18px; }
header p { margin: 4px 0 0; overflow-wrap: anywhere; }
small, figcaption, .note, .setting { color: var(--quiet); font-size: 13px; font-weight: 400; }
.note { margin: 2px 0 10px; max-width: 960px; }
.panel, .tiles li { padding: 12px 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 12px; margin: 20px 0;
  padding: 0; list-style: none; }
.tiles b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; }
.tiles small { display: block; }
table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 6px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
td { white-space: nowrap; }
th { color: var(--quiet); font-size: 12px; font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; white-space: normal; }
td small { display: block; }
tr:last-child td { border-bottom: 0; }
@media (max-width: 720px) { table { display: block; overflow-x: auto; } }
figure { margin: 0; }
figcaption { margin-top: 6px; }
img { display: block; max-width: 100%; background: #14171c; }
.heat { image-rendering: pixelated; }
.ramp { display: inline-block; width: 60px; height: 9px; border-radius: 3px; background: ${HEAT_GRADIENT}; }
${CHART_STYLE}`;

/**
 * One HTML page without external files.
 *
 * @param title plain text, of the tab  @param style of the page beside that of every page, CSS  @param body HTML
 */
export function htmlPage(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A table; its cells are HTML. */
export function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>
<thead>${line(head, 'th')}</thead>
<tbody>
${rows.map((row) => line(row, 'td')).join('\n')}
</tbody>
</table>`;
}
