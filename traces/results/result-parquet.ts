import { componentListText, COMPONENTS } from '../encodings/component-text.ts';
import { headerText } from '../encodings/json-lines.ts';
import { rowValue } from '../encodings/parquet-column.ts';
import { ParquetFile } from '../encodings/parquet/parquet-file.ts';
import { rowWriter, type WrittenColumn } from '../encodings/parquet/row-writer.ts';
import type { ByteSink, TraceInput } from '../encodings/trace-encoding.ts';
import { type LaneAnswer, numbersIn, resultOf } from '../requests/lane-results.ts';
import { type Result, RESULT_HEADER, type ResultOutput, ResultReader, resultText } from './result-trace.ts';

const LANES = [0, 1, 2, 3] as const;
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
export function resultRows(sink: ByteSink): ResultOutput {
  const rows = rowWriter(sink, RESULT_HEADER.kind, COLUMNS, headerText(RESULT_HEADER));
  /** The row that is made. */
  const row = COLUMNS.map((): unknown => null);
  /** A row that is a line of a result trace. */
  const line = (text: string) => rows.write(COLUMNS.map(({ name }) => (name === 'json' ? text : null)));
  return {
    answer: (answer) => {
      const { id, lanes } = answer;
      row.fill(null);
      if (typeof id !== 'number' || !storeTexels(answer, row)) {
        line(resultText(resultOf(answer)));
        return;
      }
      row[0] = id;
      row[1] = lanes;
      rows.write(row);
    },
    fault: (fault) => line(JSON.stringify(fault)),
    flush: () => {},
    end: rows.end,
  };
}

/** Stores the lanes' colours. @returns false where the result is none, or a float32 does not hold an integer */
function storeTexels({ shape, lanes, active, colors, first }: LaneAnswer, row: unknown[]): boolean {
  if (shape.result === 'footprint' || shape.sparse) return false;
  const numbers = numbersIn(colors, shape.result);
  for (let n = 0; n < 4 * lanes; n++) {
    if (((active >> (n >> 2)) & 1) === 0) continue;
    const value = numbers[first + n];
    if (shape.result !== 'float' && Math.fround(value) !== value) return false;
    row[FIRST_FLOAT + n] = value;
  }
  return true;
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
  const names = COLUMNS.map(({ name }) => name).filter((name) => parquet.summary.columns.includes(name));
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
