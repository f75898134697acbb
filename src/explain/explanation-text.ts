import type { Explanation, Section, Step, StepTable } from './explanation.ts';

/** An explanation for people: a heading for each unit, columns aligned. */
export function explanationText({ id, design, op, lane, sections }: Explanation): string {
  const head = `Request ${JSON.stringify(id)}: ${op}, lane ${lane}, design ${design}\n`;
  return `${head}${sections.map(sectionText).join('')}`;
}

function sectionText({ title, steps, table }: Section): string {
  return `\n${title}\n${'-'.repeat(title.length)}\n${aligned(steps.map(stepCells))}${table === undefined ? '' : tableText(table)}`;
}

function stepCells({ name, value, bits = '', format = '', note = '' }: Step): readonly string[] {
  return [name, bits, format, String(value), note];
}

function tableText({ columns, rows }: StepTable): string {
  return rows.length === 0 ? '' : `\n${aligned([columns, ...rows])}`;
}

/** Rows of cells as lines: two blanks between columns, none at the end of a line. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((cells) => cells[n].length)));
  const line = (cells: readonly string[]) =>
    cells.flatMap((cell, n) => (widths[n] === 0 ? [] : [cell.padEnd(widths[n])])).join('  ');
  return rows.map((cells) => `  ${line(cells).trimEnd()}\n`).join('');
}
