import { escaped } from '../../pages/escaped.ts';
import { designColumns } from './design-columns.ts';
import type { DesignReport } from './replay-report.ts';
import { cacheText } from './replay-text.ts';

/** The designs as an HTML table, one numbered row each. */
export function designTable(designs: readonly DesignReport[]): string {
  if (designs.length === 0) return '';
  const columns = designColumns(designs, 'page');
  const rows = designs.map((design, n) => {
    const cells = columns.map(({ cell }) => `<td>${cell(design)}</td>`);
    const text = `<b>${n + 1}. ${escaped(design.name)}</b><small>${escaped(cacheText(design.cache))}</small>`;
    return `<tr><td class="name">${text}</td>${cells.join('')}</tr>`;
  });
  // Non-breaking hyphens prevent line ends within a word.
  const heads = columns.map(({ head }) => `<th>${head.replaceAll('-', '\u2011')}</th>`);
  return `<table>
<thead><tr><th class="name">design</th>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
}
