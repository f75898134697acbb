import type { Chosen } from './app.tsx';
import type { Column, DesignTable } from './design-table.ts';
import type { Filters } from './filter.ts';

/** What every view of the page shows, and how it tells what the reader does. */
export interface View {
  readonly table: DesignTable;
  /** All columns; `measures` are those of the chosen workload. */
  readonly columns: readonly Column[];
  readonly measures: readonly Column[];
  /** Places of the designs that the filters let through. */
  readonly designs: readonly number[];
  readonly chosen: Chosen;
  readonly choose: (part: Partial<Chosen>) => void;
  /** Sets the filters of columns; an empty text removes one. */
  readonly filter: (filters: Filters) => void;
}
