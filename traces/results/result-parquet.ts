import type { SchemaElement } from 'hyparquet';
import type { ParquetWriter } from 'hyparquet-writer';
import { componentListText } from '../encodings/component-text.ts';
import { headerText } from '../encodings/json-lines.ts';
import { valueAt } from '../encodings/parquet-column.ts';
import { ParquetFile } from '../encodings/parquet/parquet-file.ts';
import { parquetWriter } from '../encodings/parquet/parquet-writer.ts';
import type { ByteSink, TraceInput } from '../encodings/trace-encoding.ts';
import { type Answer, resultOf } from '../requests/lane-results.ts';
import type { RequestFault } from '../requests/result-schema.ts';
import {
  type Result,
  RESULT_KIND,
  RESULT_VERSION,
  RESULT_VERSIONS,
  type ResultOutput,
  ResultReader,
  resultText,
} from './result-trace.ts';

const GROUP_ROWS = 2 ** 14;
const LANES = [0, 1, 2, 3] as const;
const COMPONENTS = ['r', 'g', 'b', 'a'] as const;
const FLOAT_COLUMNS = LANES.flatMap((lane) => COMPONENTS.map((component) => `lane${lane}_${component}`));

const COLUMNS: readonly SchemaElement[] = [
  { name: 'id', type: 'INT64' } as const,
  { name: 'lanes', type: 'INT32' } as const,
  { name: 'json', type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const,
  ...FLOAT_COLUMNS.map((name) => ({ name, type: 'FLOAT' }) as const),
].map((column) => ({ ...column, repetition_type: 'OPTIONAL' }));

/** Writes answers as a Parquet file, a row each: FORMAT.md has the columns. */
export class ResultParquetWriter implements ResultOutput {
  private readonly writer: ParquetWriter;
  private rows = 0;
  private ids: (bigint | null)[] = [];
  private lanes: (number | null)[] = [];
  private json: (string | null)[] = [];
  private readonly components: (number | null)[][] = FLOAT_COLUMNS.map(() => []);

  constructor(sink: ByteSink) {
    this.writer = parquetWriter(sink, RESULT_KIND, COLUMNS, headerText(RESULT_KIND, RESULT_VERSION));
  }

  readonly answer = (answer: Answer): void => {
    const { id, lanes } = answer;
    if (typeof id !== 'number' || !this.storeTexels(answer)) {
      this.line(resultText(resultOf(answer)));
      return;
    }
    const { rows } = this;
    this.ids[rows] = BigInt(id);
    this.lanes[rows] = lanes;
    this.json[rows] = null;
    this.endRow();
  };

  readonly fault = (fault: RequestFault): void => this.line(JSON.stringify(fault));

  readonly flush = (): void => {};

  readonly end = (): void => {
    if (this.rows > 0) this.writeGroup();
    void this.writer.finish();
  };

  /** Stores the lanes' colours. @returns false where the result is none, or a float32 does not hold an integer */
  private storeTexels({ shape, lanes, active, colors, first }: Answer): boolean {
    if (shape.result === 'footprint' || shape.sparse) return false;
    const { components, rows } = this;
    const bits = shape.result === 'float' ? colors : new Int32Array(colors.buffer, colors.byteOffset, colors.length);
    for (let n = 0; n < FLOAT_COLUMNS.length; n++) {
      if (n >= 4 * lanes || ((active >> (n >> 2)) & 1) === 0) {
        components[n][rows] = null;
        continue;
      }
      const value = shape.result === 'uint' ? bits[first + n] >>> 0 : bits[first + n];
      if (shape.result !== 'float' && Math.fround(value) !== value) return false;
      components[n][rows] = value;
    }
    return true;
  }

  /** A row that is a line of a result trace. */
  private line(text: string): void {
    const { rows } = this;
    for (const column of this.components) column[rows] = null;
    this.ids[rows] = null;
    this.lanes[rows] = null;
    this.json[rows] = text;
    this.endRow();
  }

  private endRow(): void {
    if (++this.rows === GROUP_ROWS) this.writeGroup();
  }

  private writeGroup(): void {
    const { rows } = this;
    // A dictionary would not tell -0 from 0.
    const floats = FLOAT_COLUMNS.map((name, n) => ({
      name,
      data: this.components[n].slice(0, rows),
      encoding: 'PLAIN' as const,
    }));
    const ids = { name: 'id', data: this.ids.slice(0, rows), encoding: 'DELTA_BINARY_PACKED' as const };
    const columnData = [
      ids,
      { name: 'lanes', data: this.lanes.slice(0, rows) },
      { name: 'json', data: this.json.slice(0, rows) },
      ...floats,
    ];
    void this.writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    this.rows = 0;
  }
}

/**
 * The results that stand in a Parquet file.
 *
 * @throws TraceError when the file cannot be read, or is of another kind
 */
export async function* parquetResults(input: TraceInput): AsyncGenerator<readonly (Result & { line: number })[]> {
  const parquet = await ParquetFile.open(input);
  const reader = new ResultReader(input.name);
  reader.read(
    JSON.stringify(parquet.header(RESULT_KIND, RESULT_VERSIONS) ?? JSON.parse(headerText(RESULT_KIND, RESULT_VERSION))),
  );
  const names = COLUMNS.map(({ name }) => name).filter((name) => parquet.columns.includes(name));
  for await (const { from, to, columns } of parquet.groups(names)) {
    const texts = Array.from({ length: to - from }, (_, n) => rowText((name) => valueAt(columns.get(name), n)));
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
