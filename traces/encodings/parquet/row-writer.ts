import type { SchemaElement } from 'hyparquet';
import type { ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { ByteSink } from '../trace-encoding.ts';
import { parquetWriter } from './parquet-writer.ts';

const GROUP_ROWS = 2 ** 14;

/** A column of rows; a row may have no value in it. */
export interface WrittenColumn extends Pick<ColumnSource, 'encoding'> {
  readonly name: string;
  readonly type: 'INT64' | 'INT32' | 'FLOAT' | 'UTF8';
}

/** Writes a Parquet file row by row. */
export class RowWriter {
  private readonly writer: ParquetWriter;
  private readonly columns: readonly WrittenColumn[];
  private readonly cells: unknown[][];
  private rows = 0;

  /** @param header the first line of the trace in JSON Lines */
  constructor(sink: ByteSink, kind: string, columns: readonly WrittenColumn[], header: string) {
    this.writer = parquetWriter(sink, kind, columns.map(schemaOf), header);
    this.columns = columns;
    this.cells = columns.map(() => []);
  }

  /** @param values of the columns, in their order; null where there is none */
  write(values: readonly unknown[]): void {
    for (let n = 0; n < values.length; n++) this.cells[n][this.rows] = values[n];
    if (++this.rows === GROUP_ROWS) this.flush();
  }

  end(): void {
    if (this.rows > 0) this.flush();
    void this.writer.finish();
  }

  private flush(): void {
    const columnData = this.columns.map(({ name, type, encoding }, n) => {
      const cells = this.cells[n].slice(0, this.rows);
      const data = type === 'INT64' ? cells.map((cell) => (cell === null ? null : BigInt(cell as number))) : cells;
      // A dictionary would not tell -0 from 0.
      const plain = type === 'FLOAT' ? 'PLAIN' : encoding;
      return { name, data, ...(plain && { encoding: plain }) };
    });
    void this.writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    this.rows = 0;
  }
}

function schemaOf({ name, type }: WrittenColumn): SchemaElement {
  const stored = type === 'UTF8' ? ({ type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const) : { type };
  return { name, ...stored, repetition_type: 'OPTIONAL' };
}
