import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import type { ByteSink } from '../trace-encoding.ts';
import { parquetWriter } from './parquet-writer.ts';

const GROUP_ROWS = 2 ** 14;

/** A column of rows; a row may have no value in it. */
export interface WrittenColumn extends Pick<ColumnSource, 'encoding'> {
  readonly name: string;
  readonly type: 'INT64' | 'INT32' | 'FLOAT' | 'UTF8';
}

/** Takes the rows of a file. */
export interface RowSink {
  /** @param values of the columns, in their order; null where there is none */
  readonly write: (values: readonly unknown[]) => void;
  readonly end: () => void;
}

/** Writes a Parquet file row by row. @param header the first line of the trace in JSON Lines */
export function rowWriter(sink: ByteSink, kind: string, columns: readonly WrittenColumn[], header: string): RowSink {
  const writer = parquetWriter(sink, kind, columns.map(schemaOf), header);
  const cells = columns.map((): unknown[] => []);
  let rows = 0;
  const flush = () => {
    const columnData = columns.map(({ name, type, encoding }, n) => {
      const found = cells[n].slice(0, rows);
      const data = type === 'INT64' ? found.map((cell) => (cell === null ? null : BigInt(cell as number))) : found;
      // A dictionary would not tell -0 from 0.
      const plain = type === 'FLOAT' ? 'PLAIN' : encoding;
      return { name, data, ...(plain && { encoding: plain }) };
    });
    void writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    rows = 0;
  };
  return {
    write: (values) => {
      for (let n = 0; n < values.length; n++) cells[n][rows] = values[n];
      if (++rows === GROUP_ROWS) flush();
    },
    end: () => {
      if (rows > 0) flush();
      void writer.finish();
    },
  };
}

function schemaOf({ name, type }: WrittenColumn): SchemaElement {
  const stored = type === 'UTF8' ? ({ type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const) : { type };
  return { name, ...stored, repetition_type: 'OPTIONAL' };
}
