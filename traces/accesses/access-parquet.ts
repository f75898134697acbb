import type { AccessBatch } from './access-batch.ts';
import {
  accessColumns,
  ACCESS_FIELDS,
  type AccessField,
  endProblem,
  endsInRange,
  expectedOf,
  largestOf,
  orderProblem,
  SMALLEST,
} from './access-columns.ts';
import { ParquetAccessWriter } from './access-parquet-writer.ts';
import {
  type AccessEncoding,
  type AccessReading,
  type AccessSource,
  type BatchLender,
  oneBatch,
} from './access-source.ts';
import { ColumnError } from '../encodings/columns.ts';
import { checked, shown } from '../encodings/json-lines.ts';
import { type ParquetColumn, valueAt } from '../encodings/parquet-column.ts';
import { PARQUET, ParquetFile, type RowGroup } from '../encodings/parquet-file.ts';
import { TEXEL_KIND, TEXEL_VERSION } from './texel-trace-lines.ts';
import type { TraceInput } from '../encodings/trace-encoding.ts';
import { TraceError } from '../encodings/trace-error.ts';
import { tracedImagesSchema } from './image-table.ts';

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
  const header = parquet.header(TEXEL_KIND, [TEXEL_VERSION], ['images']);
  const place = { file: name, line: 1 };
  const images = header === null ? [] : checked(tracedImagesSchema, header.images, place, 'images');
  const { names = {} } = options;
  try {
    const places = accessColumns(parquet.columns, names);
    const fields = ACCESS_FIELDS.filter((field) => places[field] >= 0);
    const columns = fields.map((field) => new AccessColumn(field, names[field] ?? field, name, options.units));
    return {
      images,
      total: parquet.rows,
      batches: (lender = oneBatch()) => batches(parquet, columns, options.size, name, lender),
    };
  } catch (error) {
    if (!(error instanceof ColumnError)) throw error;
    throw new TraceError(place, error.column, error.message, { cause: error });
  }
}

async function* batches(
  parquet: ParquetFile,
  columns: readonly AccessColumn[],
  size: number,
  file: string,
  lender: BatchLender,
): AsyncGenerator<AccessBatch, void, void> {
  const read = new Set(columns.map(({ field }) => field));
  const cycles = columns.find(({ field }) => field === 'cycle');
  let cycle = 0;
  for await (const group of parquet.groups(columns.map(({ column }) => column))) {
    for (let row = group.from; row < group.to;) {
      const batch = await lender.next();
      const count = Math.min(batch.capacity, group.to - row);
      let good = count;
      let fault: TraceError | null = null;
      for (const column of columns) {
        const faulty = column.read(group, row, good, batch[column.field]);
        if (faulty < 0) continue;
        good = faulty;
        fault = column.fault;
      }
      if (!read.has('bytes')) batch.bytes.fill(size, 0, good);
      if (!read.has('pass')) batch.pass.fill(0, 0, good);
      if (!read.has('lane')) batch.lane.fill(0, 0, good);
      if (!read.has('quad')) for (let n = 0; n < good; n++) batch.quad[n] = row + n;
      for (let n = 0; n < good; n++) {
        if (endsInRange(batch.address[n], batch.bytes[n])) continue;
        const problem = endProblem(batch.address[n], batch.bytes[n]);
        fault = new TraceError({ file, line: row + n + 1 }, columns[0].column, problem);
        good = n;
      }
      if (cycles !== undefined) {
        for (let n = 0; n < good; n++) {
          if (batch.cycle[n] >= cycle) cycle = batch.cycle[n];
          else {
            fault = new TraceError({ file, line: row + n + 1 }, cycles.column, orderProblem(batch.cycle[n], cycle));
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
  readonly field: AccessField;
  readonly column: string;
  /** The fault of the value at which the last reading stopped. */
  fault: TraceError | null = null;
  private readonly file: string;
  private readonly smallest: number;
  private readonly largest: number;
  private readonly units: number | undefined;

  /** @param units as in AccessReading */
  constructor(field: AccessField, column: string, file: string, units?: number) {
    this.field = field;
    this.column = column;
    this.file = file;
    this.smallest = SMALLEST[field];
    this.largest = largestOf(field, units);
    this.units = units;
  }

  /**
   * Reads `count` values from row `from` on.
   *
   * @returns which of them is the first that is no such integer, -1 where all are
   */
  read({ columns, from: first }: RowGroup, from: number, count: number, to: AccessBatch[AccessField]): number {
    const column = columns.get(this.column) ?? null;
    const faulty = this.copy(column, from - first, count, to);
    if (faulty < 0) return -1;
    const problem = `is ${shownValue(valueAt(column, from - first + faulty))}, ${expectedOf(this.field, this.units)}`;
    this.fault = new TraceError({ file: this.file, line: from + faulty + 1 }, this.column, problem);
    return faulty;
  }

  private copy(column: ParquetColumn, from: number, count: number, to: AccessBatch[AccessField]): number {
    if (column?.kind === 'numbers' && column.missing === null) {
      const { values } = column;
      if (values instanceof BigInt64Array) {
        const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
        return this.copyWords(halves, 2, from, count, to);
      }
      if (values instanceof Int32Array) return this.copyWords(values, 1, from, count, to);
    }
    const { smallest, largest } = this;
    for (let n = 0; n < count; n++) {
      const found = valueAt(column, from + n);
      const value = typeof found === 'boolean' && largest === 1 ? Number(found) : found;
      if (typeof value !== 'number' && typeof value !== 'bigint') return n;
      if (!(value >= smallest && value <= largest) || !Number.isInteger(Number(value))) return n;
      to[n] = Number(value);
    }
    return -1;
  }

  /** @param size words of a value: 64-bit integers are read as halves, so that no BigInt is made of them */
  private copyWords(words: Int32Array, size: 1 | 2, from: number, count: number, to: AccessBatch[AccessField]): number {
    const { smallest, largest } = this;
    for (let n = 0; n < count; n++) {
      const k = size * (from + n);
      const value = size === 1 ? words[k] : words[k + 1] * 2 ** 32 + (words[k] >>> 0);
      if (value < smallest || value > largest) return n;
      to[n] = value;
    }
    return -1;
  }
}

function shownValue(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : shown(value);
}
