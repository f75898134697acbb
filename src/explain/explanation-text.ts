import type { Explanation, Section, Step, StepTable } from './explanation.ts';

/** An explanation for people: a heading for each unit, columns aligned. */
export function explanationText({ id, design, op, lane, sections }: Explanation): string {
  const head = `Request ${JSON.stringify(id)}: ${op}, lane ${lane}, design ${design}\n`;
  return `${head}${sections.map(sectionText).join('')}`;
}

/** Columns of a line, at most: longer notes go on in the next line, wider tables in a second one. */
const WIDEST = 100;
/** The least room of a note beside its step, and its place below it. */
const LEAST_ROOM = 30;
const INDENT = 6;

function sectionText({ title, steps, table }: Section): string {
  const lines = folded(steps.map(stepCells));
  return `\n${title}\n${'-'.repeat(title.length)}\n${lines}${table === undefined ? '' : tableText(table)}`;
}

/** Rows of cells, aligned. A long last cell goes on under its beginning, or below where there is little room. */
function folded(rows: readonly (readonly string[])[]): string {
  const lines = aligned(rows).split('\n').slice(0, -1);
  return lines.map((line, n) => `${foldedLine(line, rows[n].findLast((cell) => cell !== '') ?? '')}\n`).join('');
}

function foldedLine(line: string, last: string): string {
  if (line.length <= WIDEST) return line;
  const own = line.length - last.length;
  const longest = Math.max(LEAST_ROOM, ...last.split(' ').map((word) => word.length));
  const start = own + longest > WIDEST ? INDENT : own;
  const done = start === own ? [] : [line.slice(0, own).trimEnd()];
  let rest = start === own ? line : ' '.repeat(start) + last;
  while (rest.length > WIDEST) {
    const cut = rest.lastIndexOf(' ', WIDEST);
    if (cut <= start) break;
    done.push(rest.slice(0, cut));
    rest = ' '.repeat(start) + rest.slice(cut + 1);
  }
  return [...done, rest].join('\n');
}

function stepCells({ name, value, bits = '', format = '', note = '' }: Step): readonly string[] {
  return [name, bits, format, String(value), note];
}

/** The first column comes again in front of the columns that a line has no room for. */
function tableText({ columns, rows }: StepTable): string {
  if (rows.length === 0) return '';
  const widths = columns.map((column, n) => Math.max(column.length, ...rows.map((cells) => cells[n].length)) + 2);
  const parts: number[][] = [];
  for (let n = 1; n < columns.length; n++) {
    const part = parts.at(-1) ?? [];
    const isFull = part.reduce((sum, one) => sum + widths[one], widths[0] + widths[n]) > WIDEST;
    if (parts.length === 0 || isFull) parts.push([n]);
    else part.push(n);
  }
  const text = (part: readonly number[]) =>
    aligned([columns, ...rows].map((cells) => [cells[0], ...part.map((n) => cells[n])]));
  return parts.map((part) => `\n${text(part)}`).join('');
}

/** Rows of cells as lines: two blanks between columns, none at the end of a line. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((cells) => cells[n].length)));
  const line = (cells: readonly string[]) =>
    cells.flatMap((cell, n) => (widths[n] === 0 ? [] : [cell.padEnd(widths[n])])).join('  ');
  return rows.map((cells) => `  ${line(cells).trimEnd()}\n`).join('');
}
