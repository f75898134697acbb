import { decoderReason } from './decoder-reason.ts';
import { checkHeader, headerText, type JsonObject, parseObject, type TraceHeader } from '../json-lines.ts';
import { type ParquetColumn, type ParquetSource, type ParquetSummary, type RowRange } from '../parquet-column.ts';
import type { TraceInput } from '../trace-encoding.ts';
import { TraceError } from '../trace-error.ts';

/** Parquet as an encoding of any kind of trace, read from its end. */
export const PARQUET = {
  name: 'parquet',
  signature: /^PAR1/,
  streams: false,
  kind: async (input: TraceInput) => (await ParquetFile.open(input)).kind,
} as const;

/** Rows that are decoded together, at most. */
const ROWS = 2 ** 17;

/** Rows of a Parquet file that lie together, column by column. */
export interface RowGroup {
  /** The first row, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly columns: ReadonlyMap<string, ParquetColumn>;
}

/** Reads the columns of a Parquet file, at most ROWS rows at a time, whatever its row groups have. */
export class ParquetFile {
  private constructor(
    private readonly source: ParquetSource,
    private readonly name: string,
    readonly summary: ParquetSummary,
  ) {}

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
   * @returns null where texunit did not write the file
   * @throws TraceError when it is of another kind, or of a version that is not known
   */
  header(wanted: TraceHeader): JsonObject | null {
    const text = this.summary.header;
    if (text === null) return null;
    const place = { file: this.name, line: 1 };
    const header = parseObject(text, place);
    checkHeader(header, place, wanted);
    return header;
  }

  /** The first line of the trace in JSON Lines. @throws TraceError as `header` */
  headerLine(wanted: TraceHeader): string {
    const header = this.header(wanted);
    return header === null ? headerText(wanted) : `${JSON.stringify(header)}\n`;
  }

  /** @throws TraceError at the first of the rows that cannot be read, when those before are used */
  async *groups(columns: readonly string[]): AsyncGenerator<RowGroup, void, void> {
    let first = 0;
    for (const [group, { rows }] of this.summary.groups.entries()) {
      for (let from = 0; from < rows; from += ROWS) {
        yield await this.group(first + from, { group, columns, from, count: Math.min(ROWS, rows - from) });
      }
      first += rows;
    }
    const { rows } = this.summary;
    if (first !== rows) throw this.fault(first, `are ${first}, expected ${rows} as the footer has it`);
  }

  private async group(from: number, range: RowRange): Promise<RowGroup> {
    const { columns: names, group, count } = range;
    try {
      const columns = await this.source.rows(range);
      return { from, to: from + count, columns: new Map(names.map((name, n) => [name, columns[n]])) };
    } catch (cause) {
      throw this.fault(from, `cannot be read (row group ${group}, ${decoderReason(cause)})`, cause);
    }
  }

  private fault(row: number, problem: string, cause?: unknown): TraceError {
    return new TraceError({ file: this.name, line: row + 1 }, 'rows', problem, { cause });
  }
}
