import type { ParquetWriter } from 'hyparquet-writer';
import { findColumns } from '../encodings/columns.ts';
import { checked, fileValue } from '../encodings/json-lines.ts';
import { type ParquetColumn, rowValue } from '../encodings/parquet-column.ts';
import { PARQUET, ParquetFile, type RowGroup } from '../encodings/parquet/parquet-file.ts';
import { parquetWriter } from '../encodings/parquet/parquet-writer.ts';
import type { ByteSink, TraceInput } from '../encodings/trace-encoding.ts';
import type { TraceError } from '../encodings/trace-error.ts';
import {
  ACCESS_FIELDS,
  ACCESS_RANGES,
  AccessBatch,
  AccessFaults,
  type AccessField,
  endsInRange,
} from './access-batch.ts';
import {
  type AccessEncoding,
  type AccessReading,
  type AccessSource,
  type BatchLender,
  oneBatch,
} from './access-source.ts';
import { type TracedImage, tracedImagesSchema } from './image-table.ts';
import { TEXEL_HEADER, texelHeaderText } from './texel-trace-writer.ts';

/** A row for each access. */
export const ACCESS_PARQUET = {
  ...PARQUET,
  read: parquetAccesses,
  write: ({ bytes }, images) => new ParquetAccessWriter(bytes, images),
} as const satisfies AccessEncoding;

/**
 * Reads accesses from a Parquet file: one of texunit's own, or any with integer columns.
 *
 * @throws TraceError when the file cannot be read, is of another kind, or lacks a column
 */
export async function parquetAccesses(
  input: Pick<TraceInput, 'name' | 'parquet'>,
  options: AccessReading,
): Promise<AccessSource> {
  const parquet = await ParquetFile.open(input);
  const { name } = input;
  const header = parquet.header({ ...TEXEL_HEADER, versions: [2] });
  const place = { file: name, line: 1 };
  const images = header === null ? [] : checked(tracedImagesSchema, header.images, place, 'images');
  const places = findColumns(ACCESS_FIELDS, ['address'], parquet.summary.columns, options.names ?? {}, place);
  const faults = new AccessFaults(name, options.names, options.units);
  const fields = ACCESS_FIELDS.filter((field) => places[field] >= 0);
  const columns = fields.map((field) => new AccessColumn(field, faults));
  return {
    images,
    total: parquet.summary.rows,
    batches: (lender = oneBatch()) => batches(parquet, columns, options.size, faults, lender),
  };
}

async function* batches(
  parquet: ParquetFile,
  columns: readonly AccessColumn[],
  size: number,
  faults: AccessFaults,
  lender: BatchLender,
): AsyncGenerator<AccessBatch, void, void> {
  const left = ACCESS_FIELDS.filter((field) => columns.every((column) => column.field !== field));
  const cycles = columns.find(({ field }) => field === 'cycle');
  let cycle = 0;
  for await (const group of parquet.groups(columns.map(({ column }) => column))) {
    for (let row = group.from; row < group.to;) {
      const batch = await lender.next();
      const count = Math.min(batch.capacity, group.to - row);
      let good = count;
      let fault: TraceError | null = null;
      for (const column of columns) {
        const read = column.read(group, row, good, batch[column.field]);
        if (read < good) fault = column.fault;
        good = read;
      }
      for (const field of left) batch[field].fill(field === 'bytes' ? size : 0, 0, good);
      for (let n = 0; left.includes('quad') && n < good; n++) batch.quad[n] = row + n;
      // An access may end beyond the addresses; the first column is that of the addresses.
      const far = columns[0].largest > ACCESS_RANGES.address.largest - ACCESS_RANGES.bytes.largest;
      for (let n = 0; n < (far ? good : 0); n++) {
        if (endsInRange(batch.address[n], batch.bytes[n])) continue;
        fault = faults.end(row + n + 1, batch.address[n], batch.bytes[n]);
        good = n;
      }
      if (cycles !== undefined && Math.max(cycles.largest, cycle) > 0) {
        for (let n = 0; n < good; n++) {
          if (batch.cycle[n] >= cycle) cycle = batch.cycle[n];
          else {
            fault = faults.order(row + n + 1, batch.cycle[n], cycle);
            good = n;
          }
        }
      }
      batch.count = good;
      if (good > 0) yield batch;
      if (fault !== null) throw fault;
      row += count;
    }
  }
}

/** A field's column. */
class AccessColumn {
  readonly column = this.faults.column(this.field);
  /** The fault of the value at which the last reading stopped. */
  fault: TraceError | null = null;
  /** No value of the last reading is larger. */
  largest = 0;
  private numbers = new Float64Array(0);
  private readonly least = ACCESS_RANGES[this.field].smallest;
  private readonly most = this.faults.largest(this.field);

  constructor(
    readonly field: AccessField,
    private readonly faults: AccessFaults,
  ) {}

  /**
   * Reads `count` values from row `from` on.
   *
   * @returns how many come before the first that is no such integer
   */
  read({ columns, from: first }: RowGroup, from: number, count: number, to: AccessBatch[AccessField]): number {
    const column = columns.get(this.column) ?? null;
    const same = column?.kind === 'numbers' && column.same && count > 0;
    const good = this.copy(column, from - first, same ? 1 : count, to);
    if (same && good === 1) to.fill(to[0], 0, count);
    if (good === (same ? 1 : count)) return count;
    const value = rowValue(column, from - first + good);
    const shown = typeof value === 'bigint' ? String(value) : fileValue(value);
    this.fault = this.faults.value(from + good + 1, this.field, shown);
    return good;
  }

  /**
   * Copies values up to the first that is no such integer. Each loop reads one kind of array; 64-bit integers are read as
   * halves, so that no BigInt is made of them.
   *
   * @returns how many
   */
  private copy(column: ParquetColumn, from: number, count: number, to: AccessBatch[AccessField]): number {
    const { least, most } = this;
    const values = column?.kind === 'numbers' && column.missing === null ? column.values : null;
    let n = 0;
    if (values instanceof Int32Array) {
      const found = values.subarray(from, from + count);
      while (n < count && found[n] >= least && found[n] <= most) n++;
      to.set(found.subarray(0, n));
      this.largest = Math.min(most, 2 ** 31);
      return n;
    }
    if (this.numbers.length < count) this.numbers = new Float64Array(count);
    const { numbers } = this;
    let largest = 0;
    if (values instanceof BigInt64Array) {
      const halves = new Int32Array(values.buffer, values.byteOffset + 8 * from, 2 * count);
      for (; n < count; n++) {
        const value = halves[2 * n + 1] * 2 ** 32 + (halves[2 * n] >>> 0);
        if (value < least || value > most) break;
        if (value > largest) largest = value;
        numbers[n] = value;
      }
    } else {
      for (; n < count; n++) {
        const found = rowValue(column, from + n);
        const isNumber = typeof found === 'number' || typeof found === 'bigint';
        const value = isNumber || (typeof found === 'boolean' && most === 1) ? Number(found) : NaN;
        if (!(value >= least && value <= most && Number.isInteger(value))) break;
        numbers[n] = value;
      }
      largest = Infinity;
    }
    to.set(numbers.subarray(0, n));
    this.largest = largest;
    return n;
  }
}

/** Rows that are written together. */
const GROUP_ROWS = 2 ** 17;

const COLUMNS = ACCESS_FIELDS.map((name) => {
  return { name, type: ACCESS_RANGES[name].type, repetition_type: 'REQUIRED' } as const;
});

/** Writes accesses as a Parquet file, a row each. */
export class ParquetAccessWriter {
  private readonly writer: ParquetWriter;
  private readonly rows = new AccessBatch(GROUP_ROWS);

  constructor(sink: ByteSink, images: readonly TracedImage[]) {
    this.writer = parquetWriter(sink, TEXEL_HEADER.kind, COLUMNS, texelHeaderText(images));
  }

  write(batch: AccessBatch): void {
    const { rows } = this;
    for (let from = 0; from < batch.count;) {
      const until = Math.min(batch.count, from + rows.capacity - rows.count);
      rows.add(batch, from, until);
      from = until;
      if (rows.count === GROUP_ROWS) this.flush();
    }
  }

  end(): void {
    if (this.rows.count > 0) this.flush();
    void this.writer.finish();
  }

  private flush(): void {
    const { rows } = this;
    // The sink writes at once: nothing is pending.
    void this.writer.write({
      columnData: COLUMNS.map(({ name, type }) => {
        const values = rows[name].subarray(0, rows.count);
        const data = type === 'INT64' ? integers64(values) : Int32Array.from(values);
        // One value takes a run of its index in a dictionary.
        return { name, data, encoding: values.every((value) => value === values[0]) ? 'RLE_DICTIONARY' : 'PLAIN' };
      }),
      rowGroupSize: GROUP_ROWS,
      pageSize: 16 * GROUP_ROWS,
    });
    rows.count = 0;
  }
}

/** @param values integers from 0 to 2^53 - 1 */
function integers64(values: AccessBatch[AccessField]): BigInt64Array {
  const halves = new Uint32Array(2 * values.length);
  for (let n = 0; n < values.length; n++) {
    halves[2 * n] = values[n];
    halves[2 * n + 1] = values[n] / 2 ** 32;
  }
  return new BigInt64Array(halves.buffer);
}
