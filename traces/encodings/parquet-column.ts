/** The key under which the metadata of a Parquet file holds a trace's header. */
export const HEADER_KEY = 'texunit';

/** Rows of a column, from row `from` of those that are read together. */
export interface ColumnPart {
  readonly from: number;
  readonly rows: number;
  /** 1 for each row that has a value; null if all have one. */
  readonly present: Uint8Array | null;
  /** The values in their order; if all rows have the same, that one alone. */
  readonly values: ArrayLike<unknown>;
  readonly same: boolean;
}

type Numbers = Float32Array | Float64Array | Int32Array | BigInt64Array;

/**
 * A column of rows in a form that threads can share: numbers with a 1 for each row
 * that has none, or few different values and which of them each row has. It is null if no row has a value. `same` is
 * true of numbers that are known to be equal in all rows.
 */
export type ParquetColumn =
  | { readonly kind: 'numbers'; readonly values: Numbers; readonly missing: Uint8Array | null; readonly same: boolean }
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
  /** The columns of some rows of a row group, valid until the next call. */
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
export function rowValue(column: ParquetColumn | undefined, row: number): unknown {
  if (column === null || column === undefined) return null;
  if (column.kind === 'words') return column.words[column.index[row]];
  return column.missing?.[row] === 1 ? null : column.values[row];
}

/**
 * The memory of a column, which all rows that are read together take in turn: an array for a purpose, whose contents are
 * those of the one before.
 */
export type ColumnRoom = <A>(purpose: string, type: ArrayType<A>, length: number) => A;

export function columnRoom(allocate: (bytes: number) => ArrayBufferLike): ColumnRoom {
  const buffers = new Map<string, ArrayBufferLike>();
  return (purpose, type, length) => {
    const bytes = type.BYTES_PER_ELEMENT * length;
    let buffer = buffers.get(purpose);
    if (buffer === undefined || buffer.byteLength < bytes) {
      buffer = allocate(bytes);
      buffers.set(purpose, buffer);
    }
    return new type(buffer, 0, length);
  };
}

interface ArrayType<A> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): A;
}

const NUMBERS: readonly ArrayType<Numbers>[] = [Float32Array, Float64Array, Int32Array, BigInt64Array];

/** Joins the parts of a column, in order. Rows between them have no values. */
export function packedColumn(parts: readonly ColumnPart[], rows: number, room: ColumnRoom): ParquetColumn {
  if (parts.length === 0) return null;
  const type = NUMBERS.find((one) => parts.every(({ values }) => values.constructor === one));
  if (type === undefined) return wordsOf(parts, rows, room);
  const values = room<Numbers>('values', type, rows);
  let missing: Uint8Array | null = null;
  const miss = (from: number, to: number) => (missing ??= room('missing', Uint8Array, rows).fill(0)).fill(1, from, to);
  let row = 0;
  for (const { from, rows: count, present, values: found, same } of parts) {
    if (row < from) miss(row, from);
    row = from + count;
    if (same) values.fill(found[0] as never, from, row);
    else if (present === null) values.set(found as never, from);
    else {
      for (let n = 0, value = 0; n < count; n++) {
        if (present[n] === 1) values[from + n] = found[value++] as never;
        else miss(from + n, from + n + 1);
      }
    }
  }
  if (row < rows) miss(row, rows);
  return { kind: 'numbers', values, missing, same: parts[0].same && parts[0].rows === rows };
}

function wordsOf(parts: readonly ColumnPart[], rows: number, room: ColumnRoom): ParquetColumn {
  // The first word is that of rows without a value.
  const places = new Map<unknown, number>([[null, 0]]);
  const words: unknown[] = [null];
  const index = room('index', Uint32Array, rows).fill(0);
  for (const { from, rows: count, present, values, same } of parts) {
    for (let n = 0, next = 0; n < count; n++) {
      if (present?.[n] === 0) continue;
      const value = (same ? values[0] : values[next++]) ?? null;
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
