import { ISSUE } from '../../../rtl-model/registers/quad-batch.ts';
import { checkHeader, parseObject } from '../../encodings/json-lines.ts';
import { type ParquetColumn, rowValue } from '../../encodings/parquet-column.ts';
import { PARQUET, ParquetFile, type RowGroup } from '../../encodings/parquet/parquet-file.ts';
import { type RowSink, rowWriter, type WrittenColumn } from '../../encodings/parquet/row-writer.ts';
import type { LinePiece } from '../../encodings/line-pieces.ts';
import { decodeUtf8 } from '../../encodings/utf8-text.ts';
import type { ByteSink, TraceInput } from '../../encodings/trace-encoding.ts';
import {
  FLOAT_COLUMNS,
  INTEGER_COLUMNS,
  type NumberColumn,
  requestLineText,
  requestRow,
  type RequestRows,
  TEXT_COLUMNS,
} from '../request-row.ts';
import { type RequestEncoding, type RequestOutput, REQUEST_HEADER } from '../request-trace.ts';

/** Columns of integers that may need more than 32 bits. */
const LONG: ReadonlySet<string> = new Set(['id', ...ISSUE]);

const COLUMNS: readonly WrittenColumn[] = [
  ...INTEGER_COLUMNS.map((name) => ({ name, type: LONG.has(name) ? 'INT64' : 'INT32' }) as const),
  ...TEXT_COLUMNS.map((name) => ({ name, type: 'UTF8' }) as const),
  ...FLOAT_COLUMNS.map((name) => ({ name, type: 'FLOAT' }) as const),
];

/** A row for each line of the trace. */
export const REQUEST_PARQUET: RequestEncoding = {
  ...PARQUET,
  read: (input) => ({
    lines: async function* () {
      for await (const block of parquetBlocks(input)) {
        if ('bytes' in block) yield [decodeUtf8(block.bytes).trimEnd()];
        else yield Array.from({ length: block.count }, (_, n) => requestLineText(block.row(n)));
      }
    },
    blocks: () => parquetBlocks(input),
  }),
  write: ({ bytes }) => requestRows(bytes),
};

/**
 * Writes the lines of a request trace as a Parquet file, a row each. Its text sink is that of a RequestWriter: it takes
 * whole lines, the header first.
 *
 * @throws TraceError when they are no lines of a request trace
 */
function requestRows(sink: ByteSink): RequestOutput {
  let rows: RowSink | null = null;
  let lines = 0;
  const line = (text: string) => {
    const place = { file: 'requests', line: ++lines };
    const value = parseObject(text, place);
    if (rows === null) {
      checkHeader(value, place, REQUEST_HEADER);
      rows = rowWriter(sink, REQUEST_HEADER.kind, COLUMNS, text);
      return;
    }
    const row = requestRow(text, value);
    rows.write(COLUMNS.map(({ name }) => row[name] ?? null));
  };
  return {
    write: (text) => text.split('\n').filter(Boolean).forEach(line),
    end: () => rows?.end(),
  };
}

/**
 * A request trace in a Parquet file: its header as a line, and the row groups.
 *
 * @throws TraceError when the file cannot be read, or is of another kind
 */
async function* parquetBlocks(input: TraceInput): AsyncGenerator<LinePiece | RequestRows, void, void> {
  const parquet = await ParquetFile.open(input);
  yield { bytes: new TextEncoder().encode(parquet.headerLine(REQUEST_HEADER)), ended: true };
  const columns = COLUMNS.map(({ name }) => name).filter((column) => parquet.summary.columns.includes(column));
  for await (const group of parquet.groups(columns)) yield rowsOf(group, columns);
}

function rowsOf({ from, to, columns }: RowGroup, names: readonly string[]): RequestRows {
  const numbers = new Map<string, NumberColumn>();
  const texts = new Map<string, ArrayLike<unknown>>();
  let plain = true;
  for (const name of names) {
    const column = columns.get(name) ?? null;
    if ((TEXT_COLUMNS as readonly string[]).includes(name))
      texts.set(
        name,
        Array.from({ length: to - from }, (_, n) => rowValue(column, n)),
      );
    else if (column?.kind === 'words') plain = false;
    else if (column !== null) numbers.set(name, numberColumn(column, FLOAT_COLUMNS.includes(name)));
  }
  const row = (n: number) => Object.fromEntries(names.map((name) => [name, rowValue(columns.get(name), n)]));
  return { count: to - from, numbers, texts, plain, row };
}

function numberColumn({ values, missing }: ParquetColumn & { kind: 'numbers' }, isFloat: boolean): NumberColumn {
  if (isFloat && values instanceof Float32Array) return { values, missing };
  const numbers = isFloat ? new Float32Array(values.length) : new Float64Array(values.length);
  for (let n = 0; n < values.length; n++) numbers[n] = Number(values[n]);
  return { values: numbers, missing };
}
