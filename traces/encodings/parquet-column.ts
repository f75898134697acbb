/** The key under which the metadata of a Parquet file holds a trace's header. */
export const HEADER_KEY = 'texunit';

/** Values of a column, from row `from` of those that are read together. */
export interface ColumnPart {
  readonly from: number;
  readonly values: ArrayLike<unknown>;
}

type Numbers = Float32Array | Float64Array | Int32Array | BigInt64Array;

/**
 * A column of a row group in a form that is handed from thread to thread without a copy: numbers with a 1 for each row
 * that has none, or few different values and which of them each row has. It is null if no row has a value.
 */
export type ParquetColumn =
  | { readonly kind: 'numbers'; readonly values: Numbers; readonly missing: Uint8Array | null }
  | { readonly kind: 'words'; readonly words: readonly unknown[]; readonly index: Uint32Array }
  | null;

/** The facts of a Parquet file's footer. */
export interface ParquetSummary {
  /** Names of the columns that hold one value a row. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The header of the trace; null where texunit did not write the file. */
  readonly header: string | null;
  readonly groups: readonly { readonly rows: number; readonly bytes: number }[];
}

/** A Parquet file that is open. Its errors have one line, without the name of the file. */
export interface ParquetSource {
  readonly summary: () => Promise<ParquetSummary>;
  /** The columns of some rows of a row group. */
  readonly rows: (range: RowRange) => Promise<readonly ParquetColumn[]>;
}

/** Rows of a row group that are read together. */
export interface RowRange {
  readonly group: number;
  readonly columns: readonly string[];
  /** The first row in the group: 0, or where the rows that were read last end. */
  readonly from: number;
  readonly count: number;
}

/** The value of a row; null where it has none. */
export function valueAt(column: ParquetColumn | undefined, row: number): unknown {
  if (column === null || column === undefined) return null;
  if (column.kind === 'words') return column.words[column.index[row]];
  return column.missing?.[row] === 1 ? null : column.values[row];
}

/** The buffers of a column. */
export function buffersOf(column: ParquetColumn): readonly ArrayBuffer[] {
  if (column === null) return [];
  const arrays = column.kind === 'words' ? [column.index] : [column.values, column.missing];
  return arrays.flatMap((array) => (array === null ? [] : [array.buffer as ArrayBuffer]));
}

/** Joins the parts of a column, in order. Rows between them have no values. */
export function packedColumn(parts: readonly ColumnPart[], rows: number): ParquetColumn {
  return numbersOf(parts, rows) ?? wordsOf(parts, rows);
}

/** @returns undefined where a value is no number, null where there is none at all */
function numbersOf(parts: readonly ColumnPart[], rows: number): ParquetColumn | undefined {
  const values = arrayFor(parts, rows);
  if (values === undefined || values === null) return values;
  const missing = new Uint8Array(rows);
  let none = 0;
  let row = 0;
  for (const { from, values: found } of parts) {
    missing.fill(1, row, from);
    none += from - row;
    row = from + found.length;
    if (sameKind(found, values)) {
      values.set(found as never, from);
      continue;
    }
    for (let n = 0; n < found.length; n++) {
      const value = found[n];
      if (value === null || value === undefined) {
        missing[from + n] = 1;
        none++;
      } else if (fits(value, values)) values[from + n] = value as never;
      else return undefined;
    }
  }
  missing.fill(1, row);
  none += rows - row;
  return { kind: 'numbers', values, missing: none === 0 ? null : missing };
}

/** An array for all values of a column by the first of them; undefined where that is no number. */
function arrayFor(parts: readonly ColumnPart[], rows: number): Numbers | undefined | null {
  for (const { values } of parts) {
    if (values instanceof Float32Array) return new Float32Array(rows);
    if (values instanceof Int32Array) return new Int32Array(rows);
    for (let n = 0; n < values.length; n++) {
      const value = values[n];
      if (value === null || value === undefined) continue;
      if (typeof value === 'bigint') return new BigInt64Array(rows);
      return typeof value === 'number' ? new Float64Array(rows) : undefined;
    }
  }
  return null;
}

function fits(value: unknown, values: Numbers): boolean {
  if (values instanceof BigInt64Array) return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
  return typeof value === 'number';
}

function sameKind(found: ArrayLike<unknown>, values: Numbers): boolean {
  return ArrayBuffer.isView(found) && found.constructor === values.constructor;
}

function wordsOf(parts: readonly ColumnPart[], rows: number): ParquetColumn {
  // The first word is that of rows without a value.
  const places = new Map<unknown, number>([[null, 0]]);
  const words: unknown[] = [null];
  const index = new Uint32Array(rows);
  for (const { from, values } of parts) {
    for (let n = 0; n < values.length; n++) {
      const value = values[n] ?? null;
      let place = places.get(value);
      if (place === undefined) {
        place = words.push(value) - 1;
        places.set(value, place);
      }
      index[from + n] = place;
    }
  }
  return { kind: 'words', words, index };
}
