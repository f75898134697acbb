import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { type Picture, PictureError } from './picture.ts';
import { unfilterRow } from './png-filters.ts';
import { pictureKind } from './picture-header.ts';

/** Bytes of the file, and of filtered rows, that are in memory at a time. */
const FILE_BYTES = 2 ** 20;
const INFLATED_BYTES = 2 ** 18;

/** Components of a texel by the colour type of IHDR: grey, RGB, grey with alpha, RGBA. */
const COMPONENTS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const SIGNATURE_BYTES = 8;
const IHDR_BYTES = 13;

/** The fields of IHDR that rows depend on. */
interface PlainHeader {
  readonly width: number;
  readonly height: number;
  readonly components: number;
}

/**
 * Reads a plain PNG row by row, so that its texels are all that is in memory: 8 bits a component, no palette, no
 * transparent colour, not interlaced. The texels are those of `readPicture`.
 *
 * @param maxDimension the largest width and height accepted, in texels
 * @returns null for any other file, for a damaged PNG too: `readPicture` takes it, or says what is wrong
 * @throws PictureError when rows are missing, which `readPicture` would not notice
 */
export async function readPlainPng(path: string, maxDimension: number): Promise<Picture | null> {
  // Node 20 has no CRC before 20.15.
  if (zlib.crc32 === undefined) return null;
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    const header = plainHeader(file);
    if (header === null || Math.max(header.width, header.height) > maxDimension) return null;
    const rows = new TexelRows(header);
    const inflate = zlib.createInflate({ chunkSize: INFLATED_BYTES });
    const unfilter = async () => {
      for await (const bytes of inflate as AsyncIterable<Buffer>) rows.take(bytes);
    };
    await Promise.all([pipeline(Readable.from(imageData(file)), inflate), unfilter()]);
    const { width, height } = header;
    if (rows.complete) return { width, height, texels: rows.texels };
    throw new PictureError(path, `the PNG is truncated or damaged (it has ${rows.made} of ${height} rows)`);
  } catch (error) {
    if (isFault(error)) return null;
    throw error;
  } finally {
    closeSync(file);
  }
}

/** A PNG that is faulty, or not plain. */
class NotPlain extends Error {}

/** True for the errors of a file's contents: those of this reader, of zlib, and of reading. */
function isFault(error: unknown): boolean {
  if (error instanceof NotPlain) return true;
  return error instanceof Error && 'code' in error && /^(Z_|E[A-Z]+$)/.test(String(error.code));
}

/** The header of a plain PNG; null for any other file. */
function plainHeader(file: number): PlainHeader | null {
  const length = SIGNATURE_BYTES + 8 + IHDR_BYTES + 4;
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, 0) < length || pictureKind(bytes) !== 'PNG') return null;
  const { type, size } = chunkHeader(bytes.subarray(SIGNATURE_BYTES));
  const fields = bytes.subarray(SIGNATURE_BYTES + 8);
  const [depth, colourType, compression, filter, interlace] = fields.subarray(8);
  const components = COMPONENTS[colourType];
  const plain = depth === 8 && components !== undefined && compression + filter + interlace === 0;
  if (type !== 'IHDR' || size !== IHDR_BYTES || !plain) return null;
  return { width: fields.readUInt32BE(0), height: fields.readUInt32BE(4), components };
}

function chunkHeader(bytes: Buffer): { readonly type: string; readonly size: number } {
  return { size: bytes.readUInt32BE(0), type: bytes.toString('latin1', 4, 8) };
}

/** The compressed data of the IDAT chunks, piece by piece. @throws NotPlain for a fault, or a chunk that says more */
function* imageData(file: number): Generator<Buffer> {
  const end = fstatSync(file).size;
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(length);
    if (readSync(file, bytes, 0, length, at) < length) throw new NotPlain('truncated');
    return bytes;
  };
  for (let at = SIGNATURE_BYTES; ;) {
    const header = read(at, 8);
    const { type, size } = chunkHeader(header);
    // Bit 5 of the first letter tells that a chunk can be left out.
    const critical = (header[4] & 0x20) === 0;
    if (type === 'tRNS' || (critical && !['IHDR', 'PLTE', 'IDAT', 'IEND'].includes(type))) throw new NotPlain(type);
    let crc = zlib.crc32(header.subarray(4));
    at += 8;
    for (const until = at + size; at < until;) {
      const bytes = read(at, Math.min(FILE_BYTES, until - at));
      crc = zlib.crc32(bytes, crc);
      at += bytes.length;
      if (type === 'IDAT') yield bytes;
    }
    if (read(at, 4).readUInt32BE(0) !== crc) throw new NotPlain('CRC');
    at += 4;
    if (type === 'IEND' && at === end) return;
    if (type === 'IEND') throw new NotPlain('bytes after the end');
  }
}

/** Texels made from filtered rows that come in pieces of any length. */
class TexelRows {
  readonly texels: Uint8Array;
  private readonly width: number;
  private readonly height: number;
  private readonly components: number;
  /** The row that is not complete: its filter type and filtered bytes, and the number of those that are there. */
  private readonly partial: Uint8Array;
  private filled = 0;
  /** The number of rows made. */
  made = 0;
  /** The last row, and storage for the next, where texels have fewer components than those of a picture. */
  private above: Uint8Array;
  private spare: Uint8Array;

  constructor({ width, height, components }: PlainHeader) {
    this.width = width;
    this.height = height;
    this.components = components;
    this.texels = new Uint8Array(4 * width * height);
    this.partial = new Uint8Array(1 + width * components);
    this.above = new Uint8Array(width * components);
    this.spare = new Uint8Array(components === 4 ? 0 : width * components);
  }

  get complete(): boolean {
    return this.made === this.height && this.filled === 0;
  }

  take(bytes: Uint8Array): void {
    const { partial } = this;
    for (let at = 0; at < bytes.length;) {
      if (this.made === this.height) throw new NotPlain('more data than rows');
      if (this.filled === 0 && bytes.length - at >= partial.length) {
        this.make(bytes.subarray(at, at + partial.length));
        at += partial.length;
        continue;
      }
      const part = bytes.subarray(at, at + partial.length - this.filled);
      partial.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled < partial.length) return;
      this.make(partial);
      this.filled = 0;
    }
  }

  private make(line: Uint8Array): void {
    const { components, width, texels } = this;
    const target = texels.subarray(4 * width * this.made, 4 * width * (this.made + 1));
    const row = components === 4 ? target : this.spare;
    if (!unfilterRow(line[0], line.subarray(1), this.above, row, components)) throw new NotPlain('filter');
    if (components !== 4) {
      EXPAND[components](row, target);
      this.spare = this.above;
    }
    this.above = row;
    this.made++;
  }
}

/** Makes r, g, b and a of the components of each texel. */
const EXPAND: Readonly<Record<number, (row: Uint8Array, texels: Uint8Array) => void>> = {
  1: (row, texels) => {
    for (let n = 0, to = 0; n < row.length; n++, to += 4) {
      texels[to] = texels[to + 1] = texels[to + 2] = row[n];
      texels[to + 3] = 255;
    }
  },
  2: (row, texels) => {
    for (let n = 0, to = 0; n < row.length; n += 2, to += 4) {
      texels[to] = texels[to + 1] = texels[to + 2] = row[n];
      texels[to + 3] = row[n + 1];
    }
  },
  3: (row, texels) => {
    for (let n = 0, to = 0; n < row.length; n += 3, to += 4) {
      texels[to] = row[n];
      texels[to + 1] = row[n + 1];
      texels[to + 2] = row[n + 2];
      texels[to + 3] = 255;
    }
  },
};
