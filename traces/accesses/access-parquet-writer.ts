import type { ParquetWriter } from 'hyparquet-writer';
import { parquetWriter } from '../encodings/parquet/parquet-writer.ts';
import type { ByteSink } from '../encodings/trace-encoding.ts';
import { AccessBatch } from './access-batch.ts';
import { ACCESS_FIELDS, ACCESS_RANGES, type AccessField } from './access-columns.ts';
import type { TracedImage } from './image-table.ts';
import { TEXEL_KIND, texelHeaderText } from './texel-trace-lines.ts';

/** Rows that are written together. */
const GROUP_ROWS = 2 ** 17;

const COLUMNS = ACCESS_FIELDS.map((name) => {
  return { name, type: ACCESS_RANGES[name].type, repetition_type: 'REQUIRED' } as const;
});

/** Writes accesses as a Parquet file, a row each. */
export class ParquetAccessWriter {
  private readonly writer: ParquetWriter;
  private readonly rows = new AccessBatch(GROUP_ROWS);

  constructor(sink: ByteSink, images: readonly TracedImage[]) {
    this.writer = parquetWriter(sink, TEXEL_KIND, COLUMNS, texelHeaderText(images));
  }

  write(batch: AccessBatch): void {
    const { rows } = this;
    for (let from = 0; from < batch.count;) {
      const until = Math.min(batch.count, from + rows.capacity - rows.count);
      rows.add(batch, from, until);
      from = until;
      if (rows.count === GROUP_ROWS) this.flush();
    }
  }

  end(): void {
    if (this.rows.count > 0) this.flush();
    void this.writer.finish();
  }

  private flush(): void {
    const { rows } = this;
    // The sink writes at once: nothing is pending.
    void this.writer.write({
      columnData: COLUMNS.map(({ name, type }) => {
        const values = rows[name].subarray(0, rows.count);
        const data = type === 'INT64' ? integers64(values) : Int32Array.from(values);
        // One value takes a run of its index in a dictionary.
        return { name, data, encoding: values.every((value) => value === values[0]) ? 'RLE_DICTIONARY' : 'PLAIN' };
      }),
      rowGroupSize: GROUP_ROWS,
      pageSize: 16 * GROUP_ROWS,
    });
    rows.count = 0;
  }
}

/** @param values integers from 0 to 2^53 - 1 */
function integers64(values: AccessBatch[AccessField]): BigInt64Array {
  const halves = new Uint32Array(2 * values.length);
  for (let n = 0; n < values.length; n++) {
    halves[2 * n] = values[n];
    halves[2 * n + 1] = values[n] / 2 ** 32;
  }
  return new BigInt64Array(halves.buffer);
}
