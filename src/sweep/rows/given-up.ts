import { grouped, withoutControls } from '../../pages/wording.ts';
import { isGivenUp } from '../runs/design-row.ts';
import type { Cell } from '../runs/design-runs.ts';
import type { TableWriter } from './row-table.ts';
import type { SweepHeader } from './sweep-header.ts';

/** The designs of a table that were given up: it takes rows as a table does, and counts. */
export class GivenUpDesigns implements TableWriter {
  private readonly design: number;
  private readonly fault: number;
  private readonly found = new Map<Cell, Cell>();

  constructor({ columns }: SweepHeader) {
    this.design = columns.findIndex(({ name }) => name === 'design');
    this.fault = columns.findIndex(({ name }) => name === 'fault');
  }

  get count(): number {
    return this.found.size;
  }

  /** A line of their number, and the reason of the first one; empty where there is none. */
  get text(): string {
    const [first] = this.found;
    if (first === undefined) return '';
    const reason = withoutControls(String(first[1]));
    return `\nDesigns that were given up: ${grouped(this.count)}, the first of them #${first[0]} (${reason})`;
  }

  write(rows: readonly (readonly Cell[])[]): void {
    for (const row of rows) {
      const [design, fault] = [row[this.design], row[this.fault]];
      if (isGivenUp({ fault }) && !this.found.has(design)) this.found.set(design, fault);
    }
  }

  end(): void {}
}
