import { closeSync, readSync } from 'node:fs';
import type { SchemaElement } from 'hyparquet';
import type { ByteSink } from '../../../traces/encodings/trace-encoding.ts';
import { parquetWriter } from '../../../traces/encodings/parquet-writer.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { openRegular } from '../../files/whole-file.ts';
import { csvCell } from '../../pages/csv-cell.ts';
import type { Cell, Row } from '../runs/design-runs.ts';
import { loggedRows } from './row-log.ts';
import { type Column, sharedColumns, type SweepHeader } from './sweep-header.ts';

/** Rows of a group of a Parquet file. */
const GROUP_ROWS = 2 ** 14;

/** A table that takes rows in their order. */
export interface TableWriter {
  readonly write: (rows: readonly (readonly Cell[])[]) => void;
  readonly end: () => void;
}

/** The columns of a table: those of a row, and those that all rows share. */
export function tableColumns({ columns }: SweepHeader): readonly Column[] {
  return [...columns, ...sharedColumns()];
}

/**
 * Writes the rows of logs to tables, in the order of the designs and, for each, of the workloads. Some bytes are held
 * for a row, not the row itself.
 *
 * @param paths logs of one plan; a row that stands in two of them is written once
 * @returns the number of rows
 */
export function writeTables(paths: readonly string[], header: SweepHeader, tables: readonly TableWriter[]): number {
  const places = new Map(header.workloads.map(({ name }, w) => [name, w]));
  const index = new RowIndex();
  for (const [file, path] of paths.entries()) {
    for (const { row, offset, length } of loggedRows(path, header)) {
      index.add(row.design * places.size + places.get(row.workload)!, file, offset, length);
    }
  }
  const order = index.order();
  const names = header.columns.map(({ name }) => name);
  const descriptors = paths.map((path) => openRegular(path).descriptor);
  try {
    for (let from = 0; from < order.length; from += GROUP_ROWS) {
      const group = Array.from(order.subarray(from, from + GROUP_ROWS), (n) => {
        const bytes = Buffer.alloc(index.length(n));
        readSync(descriptors[index.file(n)], bytes, 0, bytes.length, index.offset(n));
        const row = JSON.parse(bytes.toString()) as Row;
        return [...names.map((name) => row[name]), ...sharedCells(header, places.get(row.workload)!)];
      });
      for (const table of tables) table.write(group);
    }
  } finally {
    descriptors.forEach((descriptor) => closeSync(descriptor));
  }
  for (const table of tables) table.end();
  return order.length;
}

function sharedCells({ workloads, program, node, command, taking }: SweepHeader, w: number): readonly Cell[] {
  const { weight, hash } = workloads[w];
  return [weight, hash, program, node, command, taking.seed];
}

/** The places of rows in logs, 28 bytes each. */
class RowIndex {
  private keys = new Float64Array(1024);
  private offsets = new Float64Array(1024);
  private lengths = new Uint32Array(1024);
  private files = new Uint32Array(1024);
  private count = 0;

  add(key: number, file: number, offset: number, length: number): void {
    if (this.count === this.keys.length) this.grow();
    this.keys[this.count] = key;
    this.files[this.count] = file;
    this.offsets[this.count] = offset;
    this.lengths[this.count] = length;
    this.count++;
  }

  /** The numbers of rows in the order of their keys, each key once. */
  order(): Uint32Array {
    const { keys } = this;
    const sorted = Uint32Array.from({ length: this.count }, (_, n) => n).sort((a, b) => keys[a] - keys[b] || a - b);
    return sorted.filter((n, k) => k === 0 || keys[n] !== keys[sorted[k - 1]]);
  }

  file(n: number): number {
    return this.files[n];
  }

  offset(n: number): number {
    return this.offsets[n];
  }

  length(n: number): number {
    return this.lengths[n];
  }

  private grow(): void {
    const size = 2 * this.keys.length;
    const { keys, offsets, lengths, files } = this;
    this.keys = new Float64Array(size);
    this.offsets = new Float64Array(size);
    this.lengths = new Uint32Array(size);
    this.files = new Uint32Array(size);
    this.keys.set(keys);
    this.offsets.set(offsets);
    this.lengths.set(lengths);
    this.files.set(files);
  }
}

/** The table as CSV, with the names of the columns in its first line. */
export function csvTable(sink: TextSink, header: SweepHeader): TableWriter {
  const line = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\n`;
  sink(line(tableColumns(header).map(({ name }) => name)));
  return { write: (rows) => rows.forEach((row) => sink(line(row))), end: () => {} };
}

const PARQUET_TYPES = {
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

/** The table as Parquet. Its metadata has the header, and the units of the measures under `units`. */
export function parquetTable(sink: ByteSink, header: SweepHeader): TableWriter {
  const columns = tableColumns(header);
  const schema = columns.map(({ name, type }): SchemaElement => {
    return { name, ...PARQUET_TYPES[type], repetition_type: 'OPTIONAL' };
  });
  const units = Object.fromEntries(columns.flatMap(({ name, unit }) => (unit === null ? [] : [[name, unit]])));
  const writer = parquetWriter(sink, 'sweep', schema, JSON.stringify(header), { units: JSON.stringify(units) });
  return {
    write: (rows) => {
      const columnData = columns.map(({ name, type }, n) => ({
        name,
        data: rows.map((row) => parquetValue(row[n], type)),
      }));
      void writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    },
    end: () => void writer.finish(),
  };
}

function parquetValue(cell: Cell, type: Column['type']): bigint | Cell {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(cell);
  if (type === 'number') return typeof cell === 'string' ? Infinity : cell;
  return type === 'text' ? String(cell) : cell;
}
