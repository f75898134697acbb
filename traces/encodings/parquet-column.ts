/** The key under which the metadata of a Parquet file holds a trace's header. */
export const HEADER_KEY = 'texunit';

/** Rows that have one value. */
export class Run {
  /** An array of the type that many values have, with the one. */
  readonly one: ArrayLike<unknown>;
  readonly length: number;

  constructor(one: ArrayLike<unknown>, length: number) {
    this.one = one;
    this.length = length;
  }
}

/** Values of a column, from row `from` of those that are read together. */
export interface ColumnPart {
  readonly from: number;
  readonly values: ArrayLike<unknown> | Run;
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

/** The memory of a column, which all rows that are read together take in turn. */
export class ColumnRoom {
  private readonly allocate: (bytes: number) => ArrayBufferLike;
  private readonly buffers = new Map<string, ArrayBufferLike>();

  constructor(allocate: (bytes: number) => ArrayBufferLike) {
    this.allocate = allocate;
  }

  /** An array for a purpose; its contents are those of the one before. */
  array<A>(purpose: string, type: ArrayType<A>, length: number): A {
    const bytes = type.BYTES_PER_ELEMENT * length;
    let buffer = this.buffers.get(purpose);
    if (buffer === undefined || buffer.byteLength < bytes) {
      buffer = this.allocate(bytes);
      this.buffers.set(purpose, buffer);
    }
    return new type(buffer, 0, length);
  }
}

interface ArrayType<A> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): A;
}

/** Joins the parts of a column, in order. Rows between them have no values. */
export function packedColumn(parts: readonly ColumnPart[], rows: number, room: ColumnRoom): ParquetColumn {
  const numbers = numbersOf(parts, rows, room);
  return numbers === undefined ? wordsOf(parts, rows, room) : numbers;
}

/** @returns undefined where a value is no number, null where there is none at all */
function numbersOf(parts: readonly ColumnPart[], rows: number, room: ColumnRoom): ParquetColumn | undefined {
  const type = typeOf(parts);
  const values = type && room.array<Numbers>('values', type, rows);
  if (values === undefined || values === null) return values;
  let missing: Uint8Array | null = null;
  const miss = (from: number, to: number) =>
    (missing ??= room.array('missing', Uint8Array, rows).fill(0)).fill(1, from, to);
  let row = 0;
  for (const { from, values: found } of parts) {
    if (row < from) miss(row, from);
    row = from + found.length;
    if (sameKind(manyOf(found), values)) {
      if (found instanceof Run) values.fill(found.one[0] as never, from, row);
      else values.set(found as never, from);
      continue;
    }
    if (found instanceof Run) return undefined;
    for (let n = 0; n < found.length; n++) {
      const value = found[n];
      if (value === null || value === undefined) miss(from + n, from + n + 1);
      else if (fits(value, values)) values[from + n] = value as never;
      else return undefined;
    }
  }
  if (row < rows) miss(row, rows);
  const [first] = parts;
  const same = parts.length === 1 && first.values instanceof Run && missing === null;
  return { kind: 'numbers', values, missing, same };
}

/** The array that holds a column, by its first value; undefined where that is no number, null where there is none. */
function typeOf(parts: readonly ColumnPart[]): ArrayType<Numbers> | undefined | null {
  for (const part of parts) {
    const values = manyOf(part.values);
    if (values instanceof Float32Array) return Float32Array;
    if (values instanceof Int32Array) return Int32Array;
    for (let n = 0; n < values.length; n++) {
      const value = values[n];
      if (value === null || value === undefined) continue;
      if (typeof value === 'bigint') return BigInt64Array;
      return typeof value === 'number' ? Float64Array : undefined;
    }
  }
  return null;
}

/** Values, or an array of their type. */
function manyOf(values: ColumnPart['values']): ArrayLike<unknown> {
  return values instanceof Run ? values.one : values;
}

function fits(value: unknown, values: Numbers): boolean {
  if (values instanceof BigInt64Array) return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
  return typeof value === 'number';
}

function sameKind(found: ArrayLike<unknown>, values: Numbers): boolean {
  return ArrayBuffer.isView(found) && found.constructor === values.constructor;
}

function wordsOf(parts: readonly ColumnPart[], rows: number, room: ColumnRoom): ParquetColumn {
  // The first word is that of rows without a value.
  const places = new Map<unknown, number>([[null, 0]]);
  const words: unknown[] = [null];
  const index = room.array('index', Uint32Array, rows).fill(0);
  for (const { from, values } of parts) {
    for (let n = 0; n < values.length; n++) {
      const value = (values instanceof Run ? values.one[0] : values[n]) ?? null;
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
