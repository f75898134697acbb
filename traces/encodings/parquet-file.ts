import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { decoderReason } from './decoder-reason.ts';
import { checkHeader, type JsonObject, parseObject } from './json-lines.ts';
import { MemoryBudget } from './memory-budget.ts';
import { HEADER_KEY, type ParquetColumn, type ParquetSource, type ParquetSummary } from './parquet-column.ts';
import type { ByteSink, TraceInput } from './trace-encoding.ts';
import { TraceError } from './trace-error.ts';

/** Parquet as an encoding of any kind of trace, read from its end. */
export const PARQUET = {
  name: 'parquet',
  signature: /^PAR1/,
  streams: false,
  kind: async (input: TraceInput) => (await ParquetFile.open(input)).kind,
} as const;

/** Bytes of a value while it is decoded, at most: its levels, the value, and a place in an array of values. */
const VALUE_BYTES = 32;

/** Rows of a Parquet file that lie together, column by column. */
export interface RowGroup {
  /** The first row, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly columns: ReadonlyMap<string, ParquetColumn>;
}

/** Reads the columns of a Parquet file row group by row group: no more than one is in memory. */
export class ParquetFile {
  /** Names of the columns that hold one value a row. */
  readonly columns: readonly string[];
  readonly rows: number;
  private readonly source: ParquetSource;
  private readonly name: string;
  private readonly summary: ParquetSummary;

  private constructor(source: ParquetSource, name: string, summary: ParquetSummary) {
    this.source = source;
    this.name = name;
    this.summary = summary;
    this.columns = summary.columns;
    this.rows = summary.rows;
  }

  /** @throws TraceError when the file has no whole footer */
  static async open({ name, parquet }: Pick<TraceInput, 'name' | 'parquet'>): Promise<ParquetFile> {
    const source = await parquet();
    try {
      return new ParquetFile(source, name, await source.summary());
    } catch (cause) {
      const problem = `cannot be read (${decoderReason(cause)}): the file is cut short, or is no Parquet file`;
      throw new TraceError({ file: name, line: 1 }, 'footer', problem, { cause });
    }
  }

  /** The kind of trace by the header in the metadata; null where texunit did not write the file. */
  get kind(): unknown {
    const { header } = this.summary;
    return header === null ? null : parseObject(header, { file: this.name, line: 1 }).texunit;
  }

  /**
   * The header of the trace that the file holds.
   *
   * @param own further fields of this kind of header
   * @returns null where texunit did not write the file
   * @throws TraceError when it is of another kind, or of a version that is not known
   */
  header(kind: string, versions: readonly number[], own: readonly string[] = []): JsonObject | null {
    const text = this.summary.header;
    if (text === null) return null;
    const place = { file: this.name, line: 1 };
    const header = parseObject(text, place);
    checkHeader(header, place, kind, versions, own);
    return header;
  }

  /**
   * @throws TraceError at the first row of a group that cannot be read; MemoryError for one that claims too many rows,
   *   before it is read
   */
  async *groups(columns: readonly string[]): AsyncGenerator<RowGroup, void, void> {
    let from = 0;
    for (const [number, { rows }] of this.summary.groups.entries()) {
      const what = `${this.name}: row group ${number} of ${rows} rows`;
      new MemoryBudget().require(VALUE_BYTES * rows * columns.length, what);
      if (rows > 0) yield await this.group(number, from, rows, columns);
      from += rows;
    }
    if (from !== this.rows) throw this.fault(from, `are ${from}, expected ${this.rows} as the footer has it`);
  }

  private async group(number: number, from: number, rows: number, names: readonly string[]): Promise<RowGroup> {
    try {
      const columns = await this.source.group(number, names);
      return { from, to: from + rows, columns: new Map(names.map((name, n) => [name, columns[n]])) };
    } catch (cause) {
      throw this.fault(from, `cannot be read (${decoderReason(cause)})`, cause);
    }
  }

  private fault(row: number, problem: string, cause?: unknown): TraceError {
    return new TraceError({ file: this.name, line: row + 1 }, 'rows', problem, { cause });
  }
}

/**
 * Writes a Parquet file without statistics.
 *
 * @param sink gets the bytes of a row group as soon as it is complete
 * @param header the first line of the trace in JSON Lines
 * @param facts further texts of the metadata, by their keys
 */
export function parquetWriter(
  sink: ByteSink,
  kind: string,
  columns: readonly SchemaElement[],
  header: string,
  facts: Readonly<Record<string, string>> = {},
): ParquetWriter {
  return new ParquetWriter({
    writer: new SinkWriter(sink),
    schema: [{ name: kind, num_children: columns.length }, ...columns],
    statistics: false,
    kvMetadata: Object.entries({ [HEADER_KEY]: header.trimEnd(), ...facts }).map(([key, value]) => ({ key, value })),
    createdBy: 'texunit',
  });
}

/** Keeps the bytes of one row group, no more. */
class SinkWriter extends ByteWriter {
  private readonly sink: ByteSink;

  constructor(sink: ByteSink) {
    super();
    this.sink = sink;
  }

  flush(): void {
    this.sink(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}
