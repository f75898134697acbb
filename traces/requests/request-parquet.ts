import type { AsyncBuffer, SchemaElement } from 'hyparquet';
import type { ParquetWriter } from 'hyparquet-writer';
import { checkHeader, headerText, parseObject } from '../encodings/json-lines.ts';
import { PARQUET, ParquetFile, parquetWriter, type RowGroup } from '../encodings/parquet-file.ts';
import type { LinePiece } from '../encodings/line-pieces.ts';
import type { ByteSink } from '../encodings/trace-encoding.ts';
import {
  FLOAT_COLUMNS,
  INTEGER_COLUMNS,
  requestLineText,
  requestRow,
  type RequestRow,
  type RequestRows,
  TEXT_COLUMNS,
} from './request-row.ts';
import {
  type RequestEncoding,
  REQUEST_HEADER_FIELDS,
  REQUEST_KIND,
  REQUEST_VERSION,
  REQUEST_VERSIONS,
} from './request-trace.ts';

const GROUP_ROWS = 2 ** 14;

const COLUMNS: readonly SchemaElement[] = [
  ...INTEGER_COLUMNS.map((name) => ({ name, type: name === 'id' ? 'INT64' : 'INT32' }) as const),
  ...TEXT_COLUMNS.map((name) => ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8' }) as const),
  ...FLOAT_COLUMNS.map((name) => ({ name, type: 'FLOAT' }) as const),
].map((column) => ({ ...column, repetition_type: 'OPTIONAL' }));

/** A row for each line of the trace. */
export const REQUEST_PARQUET: RequestEncoding = {
  ...PARQUET,
  read: (input) => ({
    lines: async function* () {
      for await (const block of parquetBlocks(await input.anyOrder(), input.name)) yield linesOfBlock(block);
    },
    blocks: async function* () {
      yield* parquetBlocks(await input.anyOrder(), input.name);
    },
  }),
  write: ({ bytes }) => new RequestParquetWriter(bytes),
};

/** Writes the lines of a request trace as a Parquet file, a row each. Its text sink is that of a RequestWriter. */
class RequestParquetWriter {
  private readonly sink: ByteSink;
  private writer: ParquetWriter | null = null;
  private rows: RequestRow[] = [];
  private lines = 0;

  constructor(sink: ByteSink) {
    this.sink = sink;
  }

  /**
   * Takes whole lines, the header first.
   *
   * @throws TraceError when they are no lines of a request trace
   */
  readonly write = (text: string): void => {
    for (const line of text.split('\n')) if (line !== '') this.line(line);
  };

  end(): void {
    if (this.rows.length > 0) this.flush();
    void this.writer?.finish();
  }

  private line(text: string): void {
    const place = { file: 'requests', line: ++this.lines };
    const value = parseObject(text, place);
    if (this.writer === null) {
      checkHeader(value, place, REQUEST_KIND, REQUEST_VERSIONS, REQUEST_HEADER_FIELDS);
      this.writer = parquetWriter(this.sink, REQUEST_KIND, COLUMNS, text);
      return;
    }
    this.rows.push(requestRow(text, value));
    if (this.rows.length === GROUP_ROWS) this.flush();
  }

  private flush(): void {
    const { rows } = this;
    void this.writer!.write({
      columnData: COLUMNS.map(({ name, type }) => {
        const values = rows.map((row) => row[name] ?? null);
        const data =
          type === 'INT64' ? values.map((value) => (value === null ? null : BigInt(value as number))) : values;
        // A dictionary would not tell -0 from 0.
        return { name, data, ...(type === 'FLOAT' && { encoding: 'PLAIN' as const }) };
      }),
      rowGroupSize: GROUP_ROWS,
    });
    this.rows = [];
  }
}

/**
 * A request trace that stands in a Parquet file: its header as a line, and the row groups.
 *
 * @param trace its file, for messages
 * @throws TraceError when the file cannot be read, or is of another kind
 */
async function* parquetBlocks(file: AsyncBuffer, trace: string): AsyncGenerator<LinePiece | RequestRows, void, void> {
  const parquet = await ParquetFile.open(file, trace);
  const header = parquet.header(REQUEST_KIND, REQUEST_VERSIONS, REQUEST_HEADER_FIELDS);
  const text = header === null ? headerText(REQUEST_KIND, REQUEST_VERSION) : `${JSON.stringify(header)}\n`;
  yield { bytes: new TextEncoder().encode(text), ended: true };
  const columns = COLUMNS.map(({ name }) => name).filter((column) => parquet.columns.includes(column));
  for await (const group of parquet.groups(columns)) yield rowsOf(group, columns);
}

function linesOfBlock(block: LinePiece | RequestRows): readonly string[] {
  if ('bytes' in block) return [new TextDecoder().decode(block.bytes).trimEnd()];
  return Array.from({ length: block.count }, (_, n) => requestLineText(block.row(n)));
}

function rowsOf({ from, to, columns }: RowGroup, names: readonly string[]): RequestRows {
  const values = names.map((name) => {
    const parts = columns.get(name) ?? [];
    const all = new Array<unknown>(to - from).fill(null);
    for (const part of parts) for (let n = 0; n < part.values.length; n++) all[part.from - from + n] = part.values[n];
    return all;
  });
  return {
    count: to - from,
    row: (n) => Object.fromEntries(names.map((name, column) => [name, values[column][n]])),
  };
}
