import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { type Crc32, tableCrc32 } from '../crc32.ts';
import {
  type ColumnRoom,
  columnRoom,
  HEADER_KEY,
  type ParquetColumn,
  type ParquetSource,
  type ParquetSummary,
  type RowRange,
} from '../parquet-column.ts';
import { checkMetadata } from './parquet-metadata.ts';
import { chunkPages } from './parquet-pages.ts';
import { ColumnRows } from './parquet-rows.ts';

/** Decodes a Parquet file with hyparquet, which may loop or grow on damaged bytes. */
export class ParquetDecoder implements ParquetSource {
  private readonly rooms = new Map<string, ColumnRoom>();
  private metadata: FileMetaData | null = null;
  /** The columns that are being read, and the row from which on. */
  private columns: readonly ColumnRows[] = [];
  private row = 0;

  /**
   * @param crc32 a fast one, where there is
   * @param allocate memory of columns, such as threads share
   */
  constructor(
    private readonly file: AsyncBuffer,
    private readonly crc32: Crc32 = tableCrc32,
    private readonly allocate = (bytes: number): ArrayBufferLike => new ArrayBuffer(bytes),
  ) {}

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

  readonly rows = async ({ group, columns, from, count }: RowRange): Promise<readonly ParquetColumn[]> => {
    if (from === 0) await this.open(group, columns);
    else if (from !== this.row) throw new Error(`rows are read in order: from ${this.row} on`);
    this.row = from + count;
    const found: ParquetColumn[] = [];
    for (const column of this.columns) found.push(await column.next(count));
    return found;
  };

  private async open(group: number, names: readonly string[]): Promise<void> {
    const metadata = await this.footer();
    const { children } = parquetSchema(metadata);
    const { num_rows: rows, columns } = metadata.row_groups[group];
    this.columns = names.map((name) => {
      const chunk = columns.find(({ meta_data }) => meta_data!.path_in_schema[0] === name)?.meta_data;
      if (chunk === undefined) throw new Error(`column "${name}" is missing`);
      const pages = chunkPages(this.file, chunk, Number(rows), this.crc32);
      const leaf = children.find(({ element }) => element.name === name)!;
      const room = this.rooms.get(name) ?? columnRoom(this.allocate);
      this.rooms.set(name, room);
      return new ColumnRows(pages, chunk, leaf, room);
    });
  }

  private async footer(): Promise<FileMetaData> {
    this.metadata ??= checkMetadata(await parquetMetadataAsync(this.file), this.file.byteLength);
    return this.metadata;
  }
}
