import type { RowGroup, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { tableCrc32 } from '../crc32.ts';
import { HEADER_KEY } from '../parquet-column.ts';
import type { ByteSink } from '../trace-encoding.ts';

/**
 * Writes a Parquet file without statistics, with a checksum of each page.
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
  const bytes = new CheckedBytes(sink);
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: kind, num_children: columns.length }, ...columns],
    statistics: false,
    kvMetadata: Object.entries({ [HEADER_KEY]: header.trimEnd(), ...facts }).map(([key, value]) => ({ key, value })),
    createdBy: 'texunit',
  });
  bytes.groups = writer.row_groups;
  return writer;
}

/** Keeps the bytes of one row group, no more. The checksums that hyparquet-writer leaves out are added to its pages. */
class CheckedBytes extends ByteWriter {
  /** The row groups so far, as the footer will have them. */
  groups: readonly RowGroup[] = [];

  constructor(private readonly sink: ByteSink) {
    super();
  }

  /** The last row group is complete. Its places in the file become those of the longer pages. */
  flush(): void {
    const group = this.groups.at(-1)!;
    const bytes = this.getBytes();
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    const first = this.offset - this.index;
    const checked = new ByteWriter(bytes.length + 1024);
    const place = () => BigInt(first + checked.offset);
    for (const chunk of group.columns) {
      const column = chunk.meta_data!;
      const data = Number(column.data_page_offset) - first;
      const start = column.dictionary_page_offset === undefined ? data : Number(column.dictionary_page_offset) - first;
      const end = start + Number(column.total_compressed_size);
      checked.appendBytes(bytes.subarray(reader.offset, start));
      chunk.file_offset = place();
      if (start < data) column.dictionary_page_offset = place();
      for (reader.offset = start; reader.offset < end;) {
        if (reader.offset === data) column.data_page_offset = place();
        const header = parquetHeader(reader);
        const page = bytes.subarray(reader.offset, reader.offset + header.compressed_page_size);
        // The format has it as a signed integer.
        writePageHeader(checked, { ...header, crc: tableCrc32(page) | 0 });
        checked.appendBytes(page);
        reader.offset += page.length;
      }
      const length = place() - chunk.file_offset;
      const growth = length - column.total_compressed_size;
      column.total_compressed_size = length;
      column.total_uncompressed_size += growth;
      group.total_byte_size += growth;
      group.total_compressed_size! += growth;
    }
    this.index = 0;
    this.offset = first + checked.offset;
    this.sink(checked.getBytes());
  }

  /** Writes the footer. */
  override finish(): void {
    this.sink(this.getBytes());
    this.index = 0;
  }
}
