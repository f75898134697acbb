import type { AsyncBuffer, ColumnMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { PageHeader } from 'hyparquet/src/types.js';
import type { Crc32 } from '../crc32.ts';

/** Bytes that one of any codec gives at most, with room: those of zeros in Zstandard. */
const MOST_RATIO = 2 ** 15;
/** Bytes of the file that are read together, and the most that the header of a page may have. */
const WINDOW = 2 ** 20;
const MOST_HEADER = 2 ** 16;

const PAGE_TYPES: readonly unknown[] = ['DATA_PAGE', 'DATA_PAGE_V2', 'DICTIONARY_PAGE'];

/** A page of a column chunk. */
export interface Page {
  readonly header: PageHeader;
  /** The values of a data page, 0 for a dictionary. */
  readonly values: number;
  /** Its bytes in the file, after the header. */
  readonly bytes: Uint8Array;
}

/**
 * The pages of a column chunk, read one after the other. Their sizes and checksums are checked: a decoder relies on the
 * sizes, damaged ones make it loop.
 *
 * @param rows of the row group: the values that all pages have together
 * @throws Error for a page that is damaged, or when there is none and values are missing
 */
export async function* chunkPages(
  file: AsyncBuffer,
  chunk: ColumnMetaData,
  rows: number,
  crc32: Crc32,
): AsyncGenerator<Page, never, void> {
  /** The place of the next page in the file, and the end of the chunk. */
  let at = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = at + Number(chunk.total_compressed_size);
  let window = new Uint8Array(0);
  let windowAt = 0;
  /** Bytes from that place on, `bytes` of them at least. */
  const windowWith = async (bytes: number): Promise<Uint8Array> => {
    if (at < windowAt || at + bytes > windowAt + window.length) {
      window = new Uint8Array(await file.slice(at, Math.min(end, at + Math.max(bytes, WINDOW))));
      windowAt = at;
      if (window.length < bytes) throw new Error('goes on beyond the end of the file');
    }
    return window.subarray(at - windowAt);
  };
  /** Values that the pages so far lack. */
  let left = rows;
  while (at < end) {
    const start = await windowWith(Math.min(MOST_HEADER, end - at));
    const reader = { view: new DataView(start.buffer, start.byteOffset, start.byteLength), offset: 0 };
    const header = parquetHeader(reader);
    at += reader.offset;
    const values = checkedValues(header, end - at, left);
    const size = header.compressed_page_size;
    const bytes = (await windowWith(size)).subarray(0, size);
    if (header.crc !== undefined && crc32(bytes) !== header.crc >>> 0) {
      throw new Error('is damaged: its bytes do not have its checksum');
    }
    at += size;
    left -= values;
    yield { header, values, bytes };
  }
  throw new Error(`is missing: the column lacks ${left} values`);
}

/**
 * @param left bytes of the chunk after the header
 * @param rows that no page so far has values for
 * @returns the values of the page
 * @throws Error for a page that goes on beyond the chunk, or has no or too many values
 */
function checkedValues(page: PageHeader, left: number, rows: number): number {
  const { compressed_page_size: stored, uncompressed_page_size: size } = page;
  const v2 = page.data_page_header_v2;
  const levels = v2 === undefined ? 0 : v2.definition_levels_byte_length + v2.repetition_levels_byte_length;
  if (!PAGE_TYPES.includes(page.type)) throw new Error('is of no type that is read');
  if (!isCount(stored, left)) throw new Error(`has ${said(stored)} bytes, expected at most ${left}`);
  if (!isCount(size, MOST_RATIO * stored)) throw new Error(`gives ${said(size)} bytes of ${stored}`);
  if (!isCount(levels, Math.min(stored, size))) throw new Error(`has levels of ${said(levels)} bytes`);
  if (page.crc !== undefined && !Number.isInteger(page.crc)) throw new Error('has a checksum that is no number');
  if (page.type === 'DICTIONARY_PAGE') {
    // A value has at least a bit.
    const count = page.dictionary_page_header?.num_values;
    if (!isCount(count, 8 * size)) throw new Error(`is a dictionary of ${said(count)} values`);
    return 0;
  }
  const { num_values: count, encoding } = (page.type === 'DATA_PAGE' ? page.data_page_header : v2) ?? {};
  if (encoding === undefined) throw new Error('has values in no encoding of Parquet');
  if (!isCount(count, rows) || count === 0) throw new Error(`has ${said(count)} values for ${rows} rows`);
  if (v2 !== undefined && !isCount(v2.num_nulls, count)) {
    throw new Error(`has ${said(v2.num_nulls)} nulls of ${count} values`);
  }
  return count;
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** A number as a page says it; a damaged header may have anything in its place. */
function said(value: unknown): string {
  return typeof value === 'number' ? String(value) : 'no number of';
}
