import type { ColumnMetaData, DecodedArray, SchemaTree } from 'hyparquet';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { decompressPage, readDataPage } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import type { ColumnDecoder } from 'hyparquet/src/types.js';
import { compressors } from 'hyparquet-compressors';
import { decoderReason } from './decoder-reason.ts';
import { MemoryBudget } from '../memory-budget.ts';
import { type ColumnPart, type ColumnRoom, packedColumn, type ParquetColumn } from '../parquet-column.ts';
import type { ChunkPages, Page } from './parquet-pages.ts';
import { RleStream } from './rle-stream.ts';

/** Bytes of a value that is decoded with its whole page, at most. */
const VALUE_BYTES = 32;

/** The values of a page that are no nulls, in order. */
interface PageValues {
  /** The next `count` of them, valid until others are read to places from `at` on. */
  next(count: number, at: number): ArrayLike<unknown>;
  /** An array of one value if the next `count` of them are known to be equal; otherwise null, and none is read. */
  run(count: number): ArrayLike<unknown> | null;
}

/** The rows of a column chunk, which holds one value a row or none. Pages are decoded when their rows are read. */
export class ColumnRows {
  private readonly name: string;
  private readonly pages: ChunkPages;
  private readonly room: ColumnRoom;
  private readonly decoder: ColumnDecoder;
  private readonly optional: boolean;
  private dictionary: Dictionary | null = null;
  /** Rows left of the page, the levels where it may have nulls, and its values; null where it has none. */
  private left = 0;
  private levels: RleStream | null = null;
  private values: PageValues | null = null;

  /** @param column its leaf in the schema  @param room of the rows that are read together */
  constructor(pages: ChunkPages, chunk: ColumnMetaData, column: SchemaTree, room: ColumnRoom) {
    const { element } = column;
    this.name = element.name;
    this.pages = pages;
    this.room = room;
    this.optional = element.repetition_type !== 'REQUIRED';
    // A path of one element has no levels.
    const schemaPath = [column];
    const { path_in_schema: pathInSchema, codec, type } = chunk;
    this.decoder = { pathInSchema, schemaPath, element, type, codec, compressors, parsers: DEFAULT_PARSERS };
  }

  /** The next `count` rows, valid until the next call. @throws Error with one line, which names the column and the page */
  async next(count: number): Promise<ParquetColumn> {
    const parts: ColumnPart[] = [];
    try {
      for (let row = 0; row < count;) {
        while (this.left === 0) this.open(await this.pages.next());
        const rows = Math.min(this.left, count - row);
        const part = this.take(rows, row);
        if (part !== null) parts.push(part);
        this.left -= rows;
        row += rows;
      }
    } catch (cause) {
      throw new Error(`column "${this.name}", page ${this.pages.number}: ${decoderReason(cause)}`, { cause });
    }
    return packedColumn(parts, count, this.room);
  }

  /** The next rows of the page, which begin at `from` of those read together; null where none has a value. */
  private take(rows: number, from: number): ColumnPart | null {
    const { levels, values } = this;
    if (values === null) return null;
    const part = { from, rows, present: null, same: false };
    if (levels === null) {
      const one = values.run(rows);
      return one === null ? { ...part, values: values.next(rows, from) } : { ...part, values: one, same: true };
    }
    const present = new Uint8Array(rows);
    levels.read(present, rows);
    const count = countOf(present);
    if (count === 0) return null;
    return { ...part, values: values.next(count, from), ...(count < rows && { present }) };
  }

  private open(page: Page): void {
    const { codec } = this.decoder;
    const { header, bytes } = page;
    const size = header.uncompressed_page_size;
    if (header.type === 'DICTIONARY_PAGE') {
      const plain = decompressPage(bytes, size, codec, compressors);
      this.dictionary = new Dictionary(this.plainValues(plain, header.dictionary_page_header!.num_values));
    } else if (header.type === 'DATA_PAGE_V2') this.openV2(page);
    else {
      const { encoding } = header.data_page_header!;
      const plain = decompressPage(bytes, size, codec, compressors);
      const level = this.optional ? levelsBefore(plain) : null;
      const nulls = level === null ? 0 : page.values - level.present(page.values);
      this.levels = nulls === 0 ? null : level!.stream();
      this.openValues(plain, level?.end ?? 0, encoding, page.values, nulls);
    }
    this.left = page.values;
  }

  private openV2({ header, bytes, values }: Page): void {
    const v2 = header.data_page_header_v2!;
    const { definition_levels_byte_length: levels, repetition_levels_byte_length: before, num_nulls: nulls } = v2;
    const end = before + levels;
    if (nulls > 0 && !this.optional) throw new Error(`has ${nulls} nulls, expected none`);
    this.levels = nulls === 0 ? null : new RleStream(bytes, before, end, 1);
    const stored = bytes.subarray(end);
    const size = header.uncompressed_page_size - end;
    const plain = v2.is_compressed === false ? stored : decompressPage(stored, size, this.decoder.codec, compressors);
    this.openValues(plain, 0, v2.encoding, values, nulls);
  }

  private openValues(bytes: Uint8Array, at: number, encoding: string, rows: number, nulls: number): void {
    const { decoder, dictionary } = this;
    const count = rows - nulls;
    if (count === 0) this.values = null;
    else if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
      if (dictionary === null) throw new Error('has indices, and no dictionary stands before it');
      this.values = dictionary.page(new RleStream(bytes, at + 1, bytes.length, bytes[at]));
    } else {
      new MemoryBudget().require(VALUE_BYTES * count, `its ${count} values`);
      const page = { num_values: count, encoding } as Parameters<typeof readDataPage>[1];
      const { dataPage } = readDataPage(bytes.subarray(at), page, decoder);
      if (dataPage.length !== count) throw new Error(`has ${dataPage.length} values, expected ${count}`);
      this.values = wholePage(signed(convert(dataPage, decoder)));
    }
  }

  private plainValues(bytes: Uint8Array, count: number): DecodedArray {
    const { type, element } = this.decoder;
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    return signed(convert(readPlain(reader, type, count, element.type_length), this.decoder));
  }
}

/** The definition levels at the start of a page of version 1: their bytes, in four, and they. */
function levelsBefore(page: Uint8Array) {
  const bytes = new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(0, true);
  const end = 4 + bytes;
  if (end > page.length) throw new Error(`has levels of ${bytes} bytes`);
  const stream = () => new RleStream(page, 4, end, 1);
  const present = (rows: number): number => {
    const levels = stream();
    const some = new Uint8Array(Math.min(rows, 2 ** 16));
    let count = 0;
    for (let row = 0; row < rows; row += some.length) {
      const most = Math.min(some.length, rows - row);
      levels.read(some, most);
      count += countOf(some.subarray(0, most));
    }
    return count;
  };
  return { end, stream, present };
}

function countOf(levels: Uint8Array): number {
  let count = 0;
  for (let n = 0; n < levels.length; n++) count += levels[n];
  return count;
}

/** Unsigned integers as the types that a ParquetColumn has, where these hold them. */
function signed(values: DecodedArray): DecodedArray {
  if (values instanceof Uint32Array) return Float64Array.from(values);
  if (!(values instanceof BigUint64Array)) return values;
  const whole = new BigInt64Array(values.buffer, values.byteOffset, values.length);
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  for (let n = 1; n < halves.length; n += 2) if (halves[n] < 0) return values;
  return whole;
}

/** The values of a page that is decoded as a whole. */
function wholePage(values: DecodedArray): PageValues {
  let at = 0;
  const next = (count: number) => {
    at += count;
    return Array.isArray(values) ? values.slice(at - count, at) : values.subarray(at - count, at);
  };
  return { next, run: () => null };
}

/** The dictionary of a column chunk, and room for the values of the rows that are read together. */
class Dictionary {
  private readonly values: DecodedArray;
  private indices = new Int32Array(0);
  private room: Exclude<DecodedArray, unknown[]> | null = null;

  constructor(values: DecodedArray) {
    this.values = values;
  }

  /** The values of a page by its indices. @throws Error for an index that the dictionary does not have */
  page(stream: RleStream): PageValues {
    return {
      next: (count, at) => this.read(stream, count, at),
      run: (count) => {
        const index = stream.readRun(count);
        if (index === null) return null;
        this.require(index);
        return this.values.slice(index, index + 1) as ArrayLike<unknown>;
      },
    };
  }

  private read(stream: RleStream, count: number, at: number): ArrayLike<unknown> {
    const { values } = this;
    if (this.indices.length < count) this.indices = new Int32Array(count);
    const { indices } = this;
    stream.read(indices, count);
    let largest = 0;
    for (let n = 0; n < count; n++) if (indices[n] > largest) largest = indices[n];
    this.require(largest);
    if (Array.isArray(values)) return Array.from({ length: count }, (_, n) => values[indices[n]] as unknown);
    if (this.room === null || this.room.length < at + count) {
      this.room = new (values.constructor as Int32ArrayConstructor)(2 * (at + count));
    }
    const found = this.room.subarray(at, at + count) as Int32Array;
    if (found.BYTES_PER_ELEMENT === 8) gatherHalves(values, indices, found);
    else for (let n = 0; n < count; n++) found[n] = (values as Int32Array)[indices[n]];
    return found;
  }

  private require(index: number): void {
    const { length } = this.values;
    if (index >= length) throw new Error(`has the index ${index} into a dictionary of ${length} values`);
  }
}

/** Values of 64 bits by their indices, moved as halves, so that no BigInt is made of them. */
function gatherHalves(from: ArrayBufferView, indices: Int32Array, to: ArrayBufferView): void {
  const halves = new Int32Array(from.buffer, from.byteOffset, from.byteLength / 4);
  const words = new Int32Array(to.buffer, to.byteOffset, to.byteLength / 4);
  for (let n = 0; 2 * n < words.length; n++) {
    const index = 2 * indices[n];
    words[2 * n] = halves[index];
    words[2 * n + 1] = halves[index + 1];
  }
}
