import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { compressors } from 'hyparquet-compressors';
import {
  type ColumnPart,
  HEADER_KEY,
  packedColumn,
  type ParquetColumn,
  type ParquetSource,
  type ParquetSummary,
} from './parquet-column.ts';
import { checkMetadata } from './parquet-metadata.ts';
import { checkPages, chunkRange } from './parquet-pages.ts';

/** Bytes of a column chunk without values: the header of a page, and its levels. */
const LONGEST_EMPTY = 64;

/** Decodes a Parquet file with hyparquet, which may loop or grow on damaged bytes. */
export class ParquetDecoder implements ParquetSource {
  private readonly file: AsyncBuffer;
  private metadata: FileMetaData | null = null;

  constructor(file: AsyncBuffer) {
    this.file = file;
  }

  readonly summary = async (): Promise<ParquetSummary> => {
    const metadata = await this.footer();
    const { children } = parquetSchema(metadata);
    const flat = children.filter((one) => one.children.length === 0 && one.element.repetition_type !== 'REPEATED');
    return {
      columns: flat.map(({ element }) => element.name),
      rows: Number(metadata.num_rows),
      header: metadata.key_value_metadata?.find(({ key }) => key === HEADER_KEY)?.value ?? null,
      groups: metadata.row_groups.map(({ num_rows, columns }) => ({
        rows: Number(num_rows),
        bytes: columns.reduce((sum, { meta_data }) => sum + Number(meta_data!.total_compressed_size), 0),
      })),
    };
  };

  readonly group = async (number: number, names: readonly string[]): Promise<readonly ParquetColumn[]> => {
    const metadata = await this.footer();
    const from = metadata.row_groups.slice(0, number).reduce((sum, { num_rows }) => sum + Number(num_rows), 0);
    const rows = Number(metadata.row_groups[number].num_rows);
    const parts = new Map<string, ColumnPart[]>(names.map((name) => [name, []]));
    const empty = await this.emptyColumns(metadata, number);
    for (const { meta_data: chunk } of metadata.row_groups[number].columns) {
      const [name] = chunk!.path_in_schema;
      if (parts.has(name) && !empty.has(name)) checkPages(await this.file.slice(...chunkRange(chunk!)), rows);
    }
    await parquetRead({
      file: this.file,
      metadata,
      compressors,
      columns: names.filter((name) => !empty.has(name)),
      rowStart: from,
      rowEnd: from + rows,
      onChunk: ({ columnName, columnData, rowStart }) => {
        parts.get(columnName)?.push({ from: rowStart - from, values: columnData });
      },
    });
    return names.map((name) => (empty.has(name) ? null : packedColumn(name, parts.get(name)!, rows)));
  };

  private async footer(): Promise<FileMetaData> {
    this.metadata ??= checkMetadata(await parquetMetadataAsync(this.file), this.file.byteLength);
    return this.metadata;
  }

  /** The columns of a row group whose only page says that it has no values: they need no decoding. */
  private async emptyColumns({ row_groups: groups }: FileMetaData, number: number): Promise<ReadonlySet<string>> {
    const names = groups[number].columns.map(async ({ meta_data }) => {
      if (meta_data === undefined || meta_data.total_compressed_size > LONGEST_EMPTY) return [];
      const start = Number(meta_data.data_page_offset);
      const bytes = await this.file.slice(start, start + Number(meta_data.total_compressed_size));
      const { data_page_header_v2: page } = parquetHeader({ view: new DataView(bytes), offset: 0 });
      return page?.num_nulls === Number(meta_data.num_values) ? [meta_data.path_in_schema[0]] : [];
    });
    return new Set((await Promise.all(names)).flat());
  }
}
