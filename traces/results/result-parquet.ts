import { componentListText } from '../encodings/component-text.ts';
import { headerText } from '../encodings/json-lines.ts';
import { rowValue } from '../encodings/parquet-column.ts';
import { ParquetFile } from '../encodings/parquet/parquet-file.ts';
import { type WrittenColumn, RowWriter } from '../encodings/parquet/row-writer.ts';
import type { ByteSink, TraceInput } from '../encodings/trace-encoding.ts';
import { type LaneAnswer, numbersIn, resultOf } from '../requests/lane-results.ts';
import type { RequestFault } from '../requests/result-schema.ts';
import { type Result, RESULT_HEADER, type ResultOutput, ResultReader, resultText } from './result-trace.ts';

const LANES = [0, 1, 2, 3] as const;
const COMPONENTS = ['r', 'g', 'b', 'a'] as const;
const FLOAT_COLUMNS = LANES.flatMap((lane) => COMPONENTS.map((component) => `lane${lane}_${component}`));
const COLUMNS: readonly WrittenColumn[] = [
  { name: 'id', type: 'INT64', encoding: 'DELTA_BINARY_PACKED' },
  { name: 'lanes', type: 'INT32' },
  { name: 'json', type: 'UTF8' },
  ...FLOAT_COLUMNS.map((name) => ({ name, type: 'FLOAT' }) as const),
];
/** Columns before those of the components. */
const FIRST_FLOAT = COLUMNS.length - FLOAT_COLUMNS.length;

/** Writes answers as a Parquet file, a row each: FORMAT.md has the columns. */
export class ResultParquetWriter implements ResultOutput {
  private readonly rows: RowWriter;
  /** The row that is made. */
  private readonly row = COLUMNS.map((): unknown => null);

  constructor(sink: ByteSink) {
    this.rows = new RowWriter(sink, RESULT_HEADER.kind, COLUMNS, headerText(RESULT_HEADER));
  }

  readonly answer = (answer: LaneAnswer): void => {
    const { id, lanes } = answer;
    const { row } = this;
    row.fill(null);
    if (typeof id !== 'number' || !this.storeTexels(answer)) {
      this.line(resultText(resultOf(answer)));
      return;
    }
    row[0] = id;
    row[1] = lanes;
    this.rows.write(row);
  };

  readonly fault = (fault: RequestFault): void => this.line(JSON.stringify(fault));

  readonly flush = (): void => {};

  readonly end = (): void => this.rows.end();

  /** Stores the lanes' colours. @returns false where the result is none, or a float32 does not hold an integer */
  private storeTexels({ shape, lanes, active, colors, first }: LaneAnswer): boolean {
    if (shape.result === 'footprint' || shape.sparse) return false;
    const numbers = numbersIn(colors, shape.result);
    for (let n = 0; n < 4 * lanes; n++) {
      if (((active >> (n >> 2)) & 1) === 0) continue;
      const value = numbers[first + n];
      if (shape.result !== 'float' && Math.fround(value) !== value) return false;
      this.row[FIRST_FLOAT + n] = value;
    }
    return true;
  }

  /** A row that is a line of a result trace. */
  private line(text: string): void {
    this.rows.write(COLUMNS.map(({ name }) => (name === 'json' ? text : null)));
  }
}

/**
 * The results in a Parquet file.
 *
 * @throws TraceError when the file cannot be read, or is of another kind
 */
export async function* parquetResults(input: TraceInput): AsyncGenerator<readonly (Result & { line: number })[]> {
  const parquet = await ParquetFile.open(input);
  const reader = new ResultReader(input.name);
  reader.read(parquet.headerLine(RESULT_HEADER));
  const names = COLUMNS.map(({ name }) => name).filter((name) => parquet.columns.includes(name));
  for await (const { from, to, columns } of parquet.groups(names)) {
    const texts = Array.from({ length: to - from }, (_, n) => rowText((name) => rowValue(columns.get(name), n)));
    yield texts.flatMap((text) => reader.read(text) ?? []);
  }
}

/** The line of a row. */
function rowText(valueOf: (column: string) => unknown): string {
  const json = valueOf('json');
  if (typeof json === 'string') return json;
  const texels = LANES.slice(0, Number(valueOf('lanes') ?? 1)).map((lane) => {
    const texel = COMPONENTS.map((component) => valueOf(`lane${lane}_${component}`));
    return texel.includes(null) ? 'null' : componentListText(texel.map(Number));
  });
  const id = valueOf('id');
  const idText = typeof id === 'bigint' ? String(id) : JSON.stringify(id);
  return `{"id":${idText},${texels.length === 1 ? `"texel":${texels[0]}` : `"texels":[${texels.join()}]`}}`;
}
