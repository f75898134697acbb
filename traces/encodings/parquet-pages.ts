import type { ColumnMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';

/** Bytes that one of any codec gives at most, with room: those of zeros in Zstandard. */
const MOST_RATIO = 2 ** 15;

const PAGE_TYPES: readonly unknown[] = ['DATA_PAGE', 'DATA_PAGE_V2', 'DICTIONARY_PAGE'];

/** The bytes of a column chunk: its dictionary, if it has one, and its data. */
export function chunkRange({ dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData) {
  const start = Number(dictionary_page_offset || data_page_offset);
  return [start, start + Number(total_compressed_size)] as const;
}

/**
 * Walks through the pages of a column chunk, whose sizes a decoder relies on: damaged ones make it loop.
 *
 * @param rows of the row group: the values that all pages have together
 * @throws Error for a page that goes on beyond the chunk, or has no or too many values
 */
export function checkPages(chunk: ArrayBuffer, rows: number): void {
  const reader = { view: new DataView(chunk), offset: 0 };
  let values = 0;
  while (reader.offset < chunk.byteLength && values < rows) {
    const start = reader.offset;
    const page = parquetHeader(reader);
    const { compressed_page_size: stored, uncompressed_page_size: size } = page;
    const left = chunk.byteLength - reader.offset;
    const v2 = page.data_page_header_v2;
    const levels = v2 === undefined ? 0 : v2.definition_levels_byte_length + v2.repetition_levels_byte_length;
    const wrong = (problem: string) => new Error(`the page at byte ${start} of its column ${problem}`);
    if (!PAGE_TYPES.includes(page.type)) throw wrong('is of no type that is read');
    if (!isCount(stored, left)) throw wrong(`has ${said(stored)} bytes, expected at most ${left}`);
    if (!isCount(size, MOST_RATIO * stored)) throw wrong(`gives ${said(size)} bytes of ${stored}`);
    if (!isCount(levels, stored)) throw wrong(`has levels of ${said(levels)} bytes`);
    reader.offset += stored;
    if (page.type === 'DICTIONARY_PAGE') {
      // A value has at least a bit.
      const count = page.dictionary_page_header?.num_values;
      if (!isCount(count, 8 * size)) throw wrong(`is a dictionary of ${said(count)} values`);
      continue;
    }
    const { num_values: count, encoding } = page.data_page_header ?? v2 ?? {};
    if (encoding === undefined) throw wrong('has values in no encoding of Parquet');
    if (!isCount(count, rows - values) || count === 0)
      throw wrong(`has ${said(count)} values for ${rows - values} rows`);
    if (v2 !== undefined && !isCount(v2.num_nulls, count))
      throw wrong(`has ${said(v2.num_nulls)} nulls of ${count} values`);
    values += count;
  }
  if (values < rows) throw new Error(`the pages of a column have ${values} values for ${rows} rows`);
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** A number as a page says it; a damaged header may have anything in its place. */
function said(value: unknown): string {
  return typeof value === 'number' ? String(value) : 'no number of';
}
