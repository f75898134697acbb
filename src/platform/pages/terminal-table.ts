import Table from 'cli-table3';
import pc from 'picocolors';
import { withoutControls } from './wording.ts';

const BOX_DRAWING = /[\u2500-\u257F]+/gu;

/**
 * A table for the terminal without rules between its rows: the first column to the left, the others to the right.
 *
 * @param color whether head and border have ANSI colours
 */
export function terminalTable(head: readonly string[], rows: readonly (readonly string[])[], color: boolean): string {
  const { cyan, gray } = pc.createColors(color);
  const table = new Table({
    head: head.map((text) => cyan(text)),
    colAligns: head.map((_, n) => (n === 0 ? 'left' : 'right')),
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const row of rows) table.push(row.map(withoutControls));
  return table.toString().replaceAll(BOX_DRAWING, gray);
}
