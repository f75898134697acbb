import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type RowGroup as StoredGroup,
  type SchemaElement,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { compressors } from 'hyparquet-compressors';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { checkHeader, type JsonObject, parseObject } from './json-lines.ts';
import type { ByteSink, TraceInput } from './trace-encoding.ts';
import { TraceError } from './trace-error.ts';

/** Parquet as an encoding of any kind of trace, read from its end. */
export const PARQUET = {
  name: 'parquet',
  signature: /^PAR1/,
  streams: false,
  kind: async (input: TraceInput) => (await ParquetFile.open(await input.anyOrder(), input.name)).kind,
} as const;

/** The key under which the metadata of a Parquet file holds a trace's header. */
const HEADER_KEY = 'texunit';

/** Bytes of a column chunk without values: the header of a page, and its levels. */
const LONGEST_EMPTY = 64;

/** Values of a column, from row `from` of the file on. */
export interface ColumnPart {
  readonly from: number;
  readonly values: ArrayLike<unknown>;
}

/** Rows of a Parquet file that lie together, column by column. */
export interface RowGroup {
  /** The first row, and the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly columns: ReadonlyMap<string, readonly ColumnPart[]>;
}

/** Reads the columns of a Parquet file row group by row group: no more than one is in memory. */
export class ParquetFile {
  /** Names of the columns that hold one value a row. */
  readonly columns: readonly string[];
  readonly rows: number;
  private readonly file: AsyncBuffer;
  private readonly name: string;
  private readonly metadata: FileMetaData;

  private constructor(file: AsyncBuffer, name: string, metadata: FileMetaData) {
    this.file = file;
    this.name = name;
    this.metadata = metadata;
    this.columns = parquetSchema(metadata)
      .children.filter(({ children, element }) => children.length === 0 && element.repetition_type !== 'REPEATED')
      .map(({ element }) => element.name);
    this.rows = Number(metadata.num_rows);
  }

  /**
   * @param name of the file, for messages
   * @throws TraceError when the file has no whole footer
   */
  static async open(file: AsyncBuffer, name: string): Promise<ParquetFile> {
    try {
      return new ParquetFile(file, name, await parquetMetadataAsync(file));
    } catch (cause) {
      const problem = `cannot be read (${reasonOf(cause)}): the file is cut short, or is no Parquet file`;
      throw new TraceError({ file: name, line: 1 }, 'footer', problem, { cause });
    }
  }

  /** The kind of trace by the header in the metadata; null where texunit did not write the file. */
  get kind(): unknown {
    const text = this.headerText();
    return text === null ? null : parseObject(text, { file: this.name, line: 1 }).texunit;
  }

  private headerText(): string | null {
    return this.metadata.key_value_metadata?.find(({ key }) => key === HEADER_KEY)?.value ?? null;
  }

  /**
   * The header of the trace that the file holds.
   *
   * @param own further fields of this kind of header
   * @returns null where texunit did not write the file
   * @throws TraceError when it is of another kind, or of a version that is not known
   */
  header(kind: string, versions: readonly number[], own: readonly string[] = []): JsonObject | null {
    const text = this.headerText();
    if (text === null) return null;
    const place = { file: this.name, line: 1 };
    const header = parseObject(text, place);
    checkHeader(header, place, kind, versions, own);
    return header;
  }

  /** @throws TraceError at the first row of a group that cannot be read */
  async *groups(columns: readonly string[]): AsyncGenerator<RowGroup, void, void> {
    let from = 0;
    for (const stored of this.metadata.row_groups) {
      const to = from + Number(stored.num_rows);
      if (to > from) yield await this.group(from, to, columns, stored);
      from = to;
    }
    if (from !== this.rows) throw this.fault(from, `are ${from}, expected ${this.rows} as the footer has it`);
  }

  private async group(from: number, to: number, names: readonly string[], stored: StoredGroup): Promise<RowGroup> {
    const columns = new Map<string, ColumnPart[]>(names.map((name) => [name, []]));
    try {
      const empty = await this.emptyColumns(stored);
      const nothing = { from, values: new Array<null>(to - from).fill(null) };
      for (const name of names) if (empty.has(name)) columns.get(name)!.push(nothing);
      await parquetRead({
        file: this.file,
        metadata: this.metadata,
        compressors,
        columns: names.filter((name) => !empty.has(name)),
        rowStart: from,
        rowEnd: to,
        onChunk: ({ columnName, columnData, rowStart }) => {
          columns.get(columnName)?.push({ from: rowStart, values: columnData });
        },
      });
    } catch (cause) {
      throw this.fault(from, `cannot be read (${reasonOf(cause)})`, cause);
    }
    for (const [name, parts] of columns) {
      let row = from;
      for (const part of parts.sort((a, b) => a.from - b.from)) {
        if (part.from !== row) break;
        row += part.values.length;
      }
      if (row !== to) throw this.fault(from, `have ${row - from} values of "${name}", expected ${to - from}`);
    }
    return { from, to, columns };
  }

  /** The columns of a row group whose only page says that it has no values: they need no decoding. */
  private async emptyColumns({ columns }: StoredGroup): Promise<ReadonlySet<string>> {
    const names = columns.map(async ({ meta_data }) => {
      if (meta_data === undefined || meta_data.total_compressed_size > LONGEST_EMPTY) return [];
      const start = Number(meta_data.data_page_offset);
      const bytes = await this.file.slice(start, start + Number(meta_data.total_compressed_size));
      const { data_page_header_v2: page } = parquetHeader({ view: new DataView(bytes), offset: 0 });
      return page?.num_nulls === Number(meta_data.num_values) ? [meta_data.path_in_schema[0]] : [];
    });
    return new Set((await Promise.all(names)).flat());
  }

  private fault(row: number, problem: string, cause?: unknown): TraceError {
    return new TraceError({ file: this.name, line: row + 1 }, 'rows', problem, { cause });
  }
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split('\n')[0];
}

/**
 * Writes a Parquet file without statistics.
 *
 * @param sink gets the bytes of a row group as soon as it is complete
 * @param header the first line of the trace in JSON Lines
 */
export function parquetWriter(
  sink: ByteSink,
  kind: string,
  columns: readonly SchemaElement[],
  header: string,
): ParquetWriter {
  return new ParquetWriter({
    writer: new SinkWriter(sink),
    schema: [{ name: kind, num_children: columns.length }, ...columns],
    statistics: false,
    kvMetadata: [{ key: HEADER_KEY, value: header.trimEnd() }],
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
