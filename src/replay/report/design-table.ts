import { escaped } from '../../pages/escaped.ts';
import { htmlTable } from '../../pages/page.ts';
import { designColumns } from './design-columns.ts';
import type { DesignReport } from './replay-report.ts';
import { cacheText } from './replay-text.ts';

/** The designs as an HTML table, one numbered row each. */
export function designTable(designs: readonly DesignReport[]): string {
  if (designs.length === 0) return '';
  const columns = designColumns(designs, 'page');
  const rows = designs.map((design, n) => {
    const name = `<b>${n + 1}. ${escaped(design.name)}</b><small>${escaped(cacheText(design.cache))}</small>`;
    return [name, ...columns.map(({ cell }) => cell(design))];
  });
  // No line ends within a word.
  return htmlTable(['design', ...columns.map(({ head }) => head.replaceAll('-', '\u2011'))], rows);
}
