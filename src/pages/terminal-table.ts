import Table from 'cli-table3';
import { withoutControls } from './wording.ts';

/**
 * A table for the terminal without rules between its rows: the first column to the left, the others to the right.
 *
 * @param color whether head and border have ANSI colours
 */
export function terminalTable(head: readonly string[], rows: readonly (readonly string[])[], color: boolean): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, n) => (n === 0 ? 'left' : 'right')),
    style: { head: color ? ['cyan'] : [], border: color ? ['gray'] : [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  });
  for (const row of rows) table.push(row.map(withoutControls));
  return table.toString();
}
