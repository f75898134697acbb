import type { ParquetWriter } from 'hyparquet-writer';
import { parquetWriter } from '../encodings/parquet-file.ts';
import type { ByteSink } from '../encodings/trace-encoding.ts';
import type { AccessBatch } from './access-batch.ts';
import { ACCESS_FIELDS, type AccessField } from './access-columns.ts';
import type { TracedImage } from './image-table.ts';
import { TEXEL_KIND, texelHeaderText } from './texel-trace-lines.ts';

/** Rows that are written together. */
const GROUP_ROWS = 2 ** 17;

const COLUMN_TYPES = { address: 'INT64', bytes: 'INT32', quad: 'INT64', pass: 'INT32', lane: 'INT32' } as const;
const COLUMNS = ACCESS_FIELDS.map((name) => {
  return { name, type: COLUMN_TYPES[name], repetition_type: 'REQUIRED' } as const;
});

/** Writes accesses as a Parquet file, a row each. */
export class ParquetAccessWriter {
  private readonly writer: ParquetWriter;
  private readonly address = new Columns64(GROUP_ROWS);
  private readonly quad = new Columns64(GROUP_ROWS);
  private readonly bytes = new Int32Array(GROUP_ROWS);
  private readonly pass = new Int32Array(GROUP_ROWS);
  private readonly lane = new Int32Array(GROUP_ROWS);
  private rows = 0;

  constructor(sink: ByteSink, images: readonly TracedImage[]) {
    this.writer = parquetWriter(sink, TEXEL_KIND, COLUMNS, texelHeaderText(images));
  }

  write(batch: AccessBatch): void {
    for (let n = 0; n < batch.count; n++) {
      const row = this.rows++;
      this.address.set(row, batch.address[n]);
      this.quad.set(row, batch.quad[n]);
      this.bytes[row] = batch.bytes[n];
      this.pass[row] = batch.pass[n];
      this.lane[row] = batch.lane[n];
      if (this.rows === GROUP_ROWS) this.flush();
    }
  }

  end(): void {
    if (this.rows > 0) this.flush();
    void this.writer.finish();
  }

  private flush(): void {
    const { rows } = this;
    const column = (name: AccessField, data: Int32Array | BigInt64Array) => {
      return { name, data: data.subarray(0, rows), encoding: 'PLAIN' as const };
    };
    // The sink writes at once: nothing is pending.
    void this.writer.write({
      columnData: [
        column('address', this.address.values),
        column('bytes', this.bytes),
        column('quad', this.quad.values),
        column('pass', this.pass),
        column('lane', this.lane),
      ],
      rowGroupSize: GROUP_ROWS,
      pageSize: 16 * GROUP_ROWS,
    });
    this.rows = 0;
  }
}

/** 64-bit integers that are set as numbers. */
class Columns64 {
  readonly values: BigInt64Array;
  private readonly halves: Uint32Array;

  constructor(length: number) {
    this.values = new BigInt64Array(length);
    this.halves = new Uint32Array(this.values.buffer);
  }

  /** @param value an integer from 0 to 2^53 - 1 */
  set(at: number, value: number): void {
    this.halves[2 * at] = value;
    this.halves[2 * at + 1] = value / 2 ** 32;
  }
}
