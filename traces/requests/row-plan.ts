import { ID, INTEGER, NATURAL, type RequestPlan } from './request-plan.ts';
import {
  FLOAT_COLUMNS,
  given,
  INTEGER_COLUMNS,
  lineColumns,
  type NumberColumn,
  type RequestRow,
  type RequestRows,
  TEXT_COLUMNS,
} from './request-row.ts';

const NUMBER_COLUMNS = [...INTEGER_COLUMNS, ...FLOAT_COLUMNS];

/** A RequestPlan for rows: it takes the numbers from the columns. */
export class RowPlan {
  readonly request: RequestPlan;
  private readonly row: RequestRow;
  /** Columns of the slots. */
  private readonly slots: readonly string[];
  /** Columns of numbers that must be those of the row. */
  private readonly fixed: readonly string[];
  /** The row group that was matched last, and what it has in the columns. */
  private rows: RequestRows | null = null;
  private possible = false;
  private sources: readonly NumberColumn['values'][] = [];
  private masks: readonly { readonly missing: Uint8Array; readonly wanted: number }[] = [];
  private constants: readonly { readonly values: ArrayLike<unknown>; readonly wanted: unknown }[] = [];

  private constructor(row: RequestRow, request: RequestPlan, columns: readonly string[]) {
    this.request = request;
    this.row = row;
    this.slots = Array.from(request.ordinals, (ordinal) => columns[ordinal]);
    this.fixed = NUMBER_COLUMNS.filter((column) => !this.slots.includes(column));
  }

  /**
   * @param request the plan of the row's line
   * @param row without `json`
   * @returns null where the numbers of the line are not those of the columns, as in a row with NaN
   */
  static of(row: RequestRow, request: RequestPlan): RowPlan | null {
    const columns = lineColumns(row);
    return request.numberCount === columns.length ? new RowPlan(row, request, columns) : null;
  }

  /** Reads row `n`. @returns n + 1; -1 where it differs from that of the plan in more than its numbers */
  match(rows: RequestRows, n: number): number {
    if (rows !== this.rows) this.open(rows);
    if (!this.possible) return -1;
    for (const { missing, wanted } of this.masks) if (missing[n] !== wanted) return -1;
    for (const { values, wanted } of this.constants) if (values[n] !== wanted) return -1;
    const { sources, request } = this;
    const { kinds, numbers } = request;
    for (let slot = 0; slot < sources.length; slot++) {
      const value = sources[slot][n];
      if (kinds[slot] === INTEGER) {
        if ((value | 0) !== value) return -1;
      } else if (kinds[slot] === NATURAL) {
        if ((value | 0) !== value || value < 0) return -1;
      } else if (kinds[slot] === ID) {
        if (!(Number.isSafeInteger(value) && value >= 0)) return -1;
        request.id = value;
      }
      numbers[slot] = value;
    }
    return n + 1;
  }

  private open(rows: RequestRows): void {
    this.rows = rows;
    const { plain, numbers, texts } = rows;
    const { row, slots, fixed } = this;
    this.possible =
      plain &&
      slots.every((name) => numbers.has(name)) &&
      TEXT_COLUMNS.every((name) => texts.has(name) || !given(row[name]));
    const masks: { missing: Uint8Array; wanted: number }[] = [];
    const constants: { values: ArrayLike<unknown>; wanted: unknown }[] = [];
    for (const name of NUMBER_COLUMNS) {
      const column = numbers.get(name);
      const isGiven = given(row[name]);
      if (column === undefined || column.missing === null) {
        this.possible &&= isGiven === (column !== undefined);
      } else {
        masks.push({ missing: column.missing, wanted: isGiven ? 0 : 1 });
      }
      if (column !== undefined && isGiven && fixed.includes(name)) {
        constants.push({ values: column.values, wanted: Number(row[name]) });
      }
    }
    for (const name of TEXT_COLUMNS) {
      const values = texts.get(name);
      if (values !== undefined) constants.push({ values, wanted: row[name] ?? null });
    }
    this.masks = masks;
    this.constants = constants;
    this.sources = this.possible ? slots.map((name) => numbers.get(name)!.values) : [];
  }
}
