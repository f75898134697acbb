import type { TableColumn, DesignTable } from './design-table.ts';
import type { Filters } from './filter.ts';
import type { Goal } from './pareto-front.ts';

/** All that a reader chooses on the page. */
export interface ViewChoice {
  /** Place of a workload, or MEAN. */
  readonly workload: number;
  /** Measures of the front, where they are chosen, of the effects and of the parallel coordinates, by name. */
  readonly x: string | null;
  readonly y: string | null;
  readonly effect: string;
  /** Fields of the lines: across, and one with a line for each value, or null. */
  readonly over: string;
  readonly by: string | null;
  readonly shown: readonly string[];
  readonly goals: Readonly<Record<string, Goal>>;
  readonly filters: Filters;
  readonly order: { readonly column: string; readonly rising: boolean };
  /** True for logarithmic axes of the front, where the values are above zero. */
  readonly logarithmic: boolean;
  /** Place of the design with details; null without. */
  readonly design: number | null;
}

/** The data of every view of the page, and the functions for what the reader chooses. */
export interface PageView {
  readonly table: DesignTable;
  /** All columns; `measures` are those of the chosen workload. */
  readonly columns: readonly TableColumn[];
  readonly measures: readonly TableColumn[];
  /** Places of the designs that the filters let through. */
  readonly designs: readonly number[];
  readonly chosen: ViewChoice;
  readonly choose: (part: Partial<ViewChoice>) => void;
  /** Sets the filters of columns; an empty text removes one. */
  readonly filter: (filters: Filters) => void;
}
