import type { ColumnMetaData, DecodedArray, SchemaTree } from 'hyparquet';
import { readPage } from 'hyparquet/src/column.js';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import type { ColumnDecoder } from 'hyparquet/src/types.js';
import { compressors } from 'hyparquet-compressors';
import { decoderReason } from './decoder-reason.ts';
import { MemoryBudget } from '../memory-budget.ts';
import { type ColumnPart, type ColumnRoom, packedColumn, type ParquetColumn } from '../parquet-column.ts';
import type { Page } from './parquet-pages.ts';
import { RleStream } from './rle-stream.ts';

/** Bytes of a value that is decoded with its whole page, at most. */
const VALUE_BYTES = 32;

/**
 * The rows of a column chunk, which holds one value a row or none. Pages are decoded when their rows are read.
 *
 * hyparquet decodes the values alone. Its public readers make arrays of whole column chunks, with an object for each
 * value of 64 bits in a dictionary and for each null: three times as slow for accesses, ten times for requests. They check
 * neither checksums nor sizes.
 */
export class ColumnRows {
  private readonly name = this.column.element.name;
  /** The number of the page in the chunk. */
  private page = -1;
  private readonly codec = this.chunk.codec;
  private readonly optional = this.column.element.repetition_type !== 'REQUIRED';
  private readonly decoder: ColumnDecoder;
  private dictionary: Dictionary | null = null;
  /** Rows left of the page, and the levels where it may have nulls. */
  private left = 0;
  private levels: RleStream | null = null;
  /** The values of the page that are no nulls: indices of the dictionary, or all that are left. */
  private values: RleStream | DecodedArray = [];

  /** @param column its leaf in the schema  @param room of the rows that are read together */
  constructor(
    private readonly pages: AsyncGenerator<Page, never>,
    private readonly chunk: ColumnMetaData,
    private readonly column: SchemaTree,
    private readonly room: ColumnRoom,
  ) {
    // The decoder is given the values without levels, decompressed.
    const element = { ...column.element, repetition_type: 'REQUIRED' } as const;
    const { path_in_schema: pathInSchema, type } = chunk;
    const schemaPath = [{ ...column, element }];
    this.decoder = { pathInSchema, schemaPath, element, type, codec: 'UNCOMPRESSED', parsers: DEFAULT_PARSERS };
  }

  /** The next `count` rows, valid until the next call. @throws Error with one line, which names the column and the page */
  async next(count: number): Promise<ParquetColumn> {
    const parts: ColumnPart[] = [];
    try {
      for (let row = 0; row < count;) {
        for (; this.left === 0; this.open((await this.pages.next()).value)) this.page++;
        const rows = Math.min(this.left, count - row);
        const part = this.take(rows, row);
        if (part !== null) parts.push(part);
        this.left -= rows;
        row += rows;
      }
    } catch (cause) {
      throw new Error(`column "${this.name}", page ${this.page}: ${decoderReason(cause)}`, { cause });
    }
    return packedColumn(parts, count, this.room);
  }

  /** The next rows of the page, which begin at `from` of those read together; null where none has a value. */
  private take(rows: number, from: number): ColumnPart | null {
    const present = this.levels === null ? null : new Uint8Array(rows);
    if (present !== null) this.levels!.read(present, rows);
    const count = present === null ? rows : countOf(present);
    const part = { from, rows, present: count === rows ? null : present, same: false };
    const { values, dictionary } = this;
    if (count === 0) return null;
    if (values instanceof RleStream) {
      const one = present === null ? dictionary!.run(values, count) : null;
      return one === null
        ? { ...part, values: dictionary!.read(values, count, from) }
        : { ...part, values: one, same: true };
    }
    this.values = partOf(values, count, values.length);
    return { ...part, values: partOf(values, 0, count) };
  }

  private open({ header, bytes, values: rows }: Page): void {
    const size = header.uncompressed_page_size;
    if (header.type === 'DATA_PAGE_V2') {
      const v2 = header.data_page_header_v2!;
      const { definition_levels_byte_length: levels, repetition_levels_byte_length: before, num_nulls: nulls } = v2;
      const end = before + levels;
      if (nulls > 0 && !this.optional) throw new Error(`has ${nulls} nulls, expected none`);
      this.levels = nulls === 0 ? null : new RleStream(bytes, before, end, 1);
      const stored = bytes.subarray(end);
      this.openValues(v2.is_compressed === false ? stored : this.plain(stored, size - end), v2.encoding, rows - nulls);
    } else if (header.type === 'DICTIONARY_PAGE') {
      const { num_values: count } = header.dictionary_page_header!;
      this.dictionary = dictionaryOf(this.decoded(this.plain(bytes, size), 'PLAIN', count));
    } else {
      const plain = this.plain(bytes, size);
      const levels = this.optional ? levelsBefore(plain) : null;
      const count = levels === null ? rows : levels.present(rows);
      this.levels = count === rows ? null : levels!.stream();
      this.openValues(plain.subarray(levels?.end ?? 0), header.data_page_header!.encoding, count);
    }
    this.left = rows;
  }

  private openValues(bytes: Uint8Array, encoding: Encoding, count: number): void {
    if (count === 0) this.values = [];
    else if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
      if (this.dictionary === null) throw new Error('has indices, and no dictionary comes before it');
      this.values = new RleStream(bytes, 1, bytes.length, bytes[0]);
    } else {
      new MemoryBudget().require(VALUE_BYTES * count, `its ${count} values`);
      this.values = this.decoded(bytes, encoding, count);
      if (this.values.length !== count) throw new Error(`has ${this.values.length} values, expected ${count}`);
    }
  }

  private plain(bytes: Uint8Array, size: number): Uint8Array {
    const plain = this.codec === 'UNCOMPRESSED' ? bytes : compressors[this.codec]?.(bytes, size);
    if (plain === undefined) throw new Error(`parquet unsupported compression codec: ${this.codec}`);
    if (plain.length === size) return plain;
    throw new Error(`parquet decompressed page length ${plain.length} does not match header ${size}`);
  }

  private decoded(bytes: Uint8Array, encoding: Encoding, count: number): DecodedArray {
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
    const sizes = { uncompressed_page_size: bytes.length, compressed_page_size: bytes.length };
    const levels = { definition_level_encoding: 'RLE', repetition_level_encoding: 'RLE' } as const;
    const page = { type: 'DATA_PAGE', ...sizes, data_page_header: { num_values: count, encoding, ...levels } } as const;
    return signed(readPage(reader, page, this.decoder, undefined, undefined, 0).data!);
  }
}

type Encoding = ColumnMetaData['encodings'][number];

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

function partOf(values: DecodedArray, from: number, to: number): DecodedArray {
  return Array.isArray(values) ? values.slice(from, to) : values.subarray(from, to);
}

type Dictionary = ReturnType<typeof dictionaryOf>;

/** The dictionary of a column chunk, and room for the values of the rows that are read together. */
function dictionaryOf(values: DecodedArray) {
  let indices = new Int32Array(0);
  let room: Exclude<DecodedArray, unknown[]> | null = null;
  const require = (index: number) => {
    const { length } = values;
    if (index >= length) throw new Error(`has the index ${index} into a dictionary of ${length} values`);
  };
  return {
    /** An array of one value if the next `count` indices are known to be equal; otherwise null, and none is read. */
    run: (stream: RleStream, count: number): DecodedArray | null => {
      const index = stream.readRun(count);
      if (index === null) return null;
      require(index);
      return values.slice(index, index + 1);
    },
    /** The next `count` values, valid until others are read to places from `at` on. */
    read: (stream: RleStream, count: number, at: number): ArrayLike<unknown> => {
      if (indices.length < count) indices = new Int32Array(count);
      stream.read(indices, count);
      let largest = 0;
      for (let n = 0; n < count; n++) if (indices[n] > largest) largest = indices[n];
      require(largest);
      if (Array.isArray(values)) return Array.from({ length: count }, (_, n) => values[indices[n]] as unknown);
      if (room === null || room.length < at + count) {
        room = new (values.constructor as Int32ArrayConstructor)(2 * (at + count));
      }
      const found = room.subarray(at, at + count) as Int32Array;
      if (found.BYTES_PER_ELEMENT === 8) gatherHalves(values, indices, found);
      else for (let n = 0; n < count; n++) found[n] = (values as Int32Array)[indices[n]];
      return found;
    },
  };
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
