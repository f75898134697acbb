import { bisector } from 'd3-array';
import type { SchemaElement } from 'hyparquet';
import type { ByteSink } from '../../../../traces/encodings/trace-encoding.ts';
import { parquetWriter } from '../../../../traces/encodings/parquet/parquet-writer.ts';
import type { TextSink } from '../../../../traces/encodings/text-sink.ts';
import { csvLine } from '../../../platform/pages/csv-cell.ts';
import { grouped } from '../../../platform/pages/wording.ts';
import type { Cell, Row } from '../runs/design-row.ts';
import { DerivedColumns } from './derived-columns.ts';
import { FinishedRows } from './finished-rows.ts';
import { LocatedRows } from './located-rows.ts';
import type { LogReader } from './log-reader.ts';
import { type RowColumn, sharedColumns, type SweepHeader } from './sweep-header.ts';

/** Rows of a group of a Parquet file. */
const GROUP_ROWS = 2 ** 14;

/** A table that takes rows in their order. @param shown how many rows there are, of how many, in words */
export interface TableWriter {
  readonly write: (rows: readonly (readonly Cell[])[]) => void;
  readonly end: (shown: string) => void;
}

/** The columns of a table: those of a row, and those that all rows share. */
export function tableColumns({ columns }: SweepHeader): readonly RowColumn[] {
  return [...columns, ...sharedColumns()];
}

/**
 * Writes the rows of logs to tables, in the order of the designs and, for each, of the workloads. Some bytes are held
 * for a row, not the row itself.
 *
 * @param logs of one plan
 * @param whole how many rows there should be, once all are read; null where that is not known
 * @returns the number of rows, also in words, and those of designs that were given up
 * @throws RowsError at a line that is no row, or a row that comes twice; FileError
 */
export function writeTables(
  logs: readonly LogReader[],
  header: SweepHeader,
  whole: (finished: FinishedRows) => number | null,
  tables: readonly TableWriter[],
): { readonly rows: number; readonly shown: string; readonly givenUp: readonly Row[] } {
  const finished = new FinishedRows(header.workloads);
  let expected: number | null = null;
  const each = header.workloads.length;
  const located = new LocatedRows();
  const keys: number[] = [];
  const names = header.columns.map(({ name }) => name);
  const derived = new DerivedColumns(logs[0].plan);
  try {
    for (const log of logs) {
      for (const [, row] of located.of(log, log.rows(finished))) keys.push(finished.keyOf(row));
    }
    expected = whole(finished);
    const order = Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
    const byKey = bisector((n: number) => keys[n]);
    const rowsOf = (design: number) => {
      const [from, until] = [design, design + 1].map((one) => byKey.left(order, one * each));
      return Array.from(order.subarray(from, until), (n) => located.read(n));
    };
    const group: (readonly Cell[])[] = [];
    for (let at = 0; at < order.length;) {
      const rows = rowsOf(Math.floor(keys[order[at]] / each));
      at += rows.length;
      for (const row of derived.of(rows, rowsOf))
        group.push([...names.map((name) => row[name]), ...sharedCells(header, finished.place(row)), expected]);
      while (group.length >= GROUP_ROWS || (at === order.length && group.length > 0)) {
        const written = group.splice(0, GROUP_ROWS);
        for (const table of tables) table.write(written);
      }
    }
  } finally {
    located.close();
  }
  const rows = keys.length;
  const of = rows === expected ? '' : ` of ${expected === null ? 'more' : grouped(expected)}`;
  const shown = `${grouped(rows)}${of} rows`;
  for (const table of tables) table.end(shown);
  return { rows, shown, givenUp: finished.givenUp };
}

function sharedCells({ workloads, program, node, command, taking }: SweepHeader, w: number): readonly Cell[] {
  const { weight, hash } = workloads[w];
  return [weight, hash, program, node, command, taking.seed];
}

/** The table as CSV, with the names of the columns in its first line. */
export function csvTable(sink: TextSink, header: SweepHeader): TableWriter {
  sink(csvLine(tableColumns(header).map(({ name }) => name)));
  return { write: (rows) => rows.forEach((row) => sink(csvLine(row))), end: () => {} };
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
  const { folder: _, ...facts } = header;
  const writer = parquetWriter(sink, 'sweep', schema, JSON.stringify(facts), { units: JSON.stringify(units) });
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

function parquetValue(cell: Cell, type: RowColumn['type']): bigint | Cell {
  if (cell === null) return null;
  if (type === 'integer') return BigInt(cell);
  if (type === 'number') return typeof cell === 'string' ? Infinity : cell;
  return type === 'text' ? String(cell) : cell;
}
