import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate, inflateSync } from 'node:zlib';
import { openRegular, readInto } from '../../files/whole-file.ts';
import type { Picture } from './picture.ts';
import { bytesOf, imageData, type PngBytes, PngFault, type PngHeader, pngHeader } from './png-file.ts';
import { filteredBytes, PngTexels } from './png-texels.ts';

/** Filtered bytes that are in memory at a time. */
const INFLATED_BYTES = 2 ** 18;
/** Bytes that one of deflate gives at most: two bits stand for a match of 258 bytes. */
const DEFLATE_RATIO = 1032;

/** Checks the size of a PNG before anything of that size is allocated. @param working bytes beside the texels */
export type CheckSize = (width: number, height: number, working: number) => void;

/** Decodes a PNG in memory. @throws PngFault; what `check` throws */
export function decodePng(bytes: Uint8Array, check: CheckSize): Picture {
  const file = bytesOf(bytes);
  const header = pngHeader(file);
  const filtered = filteredBytes(header);
  check(header.width, header.height, filtered);
  requireRoom(file, header);
  let rows: PngTexels | null = null;
  const pieces = [...imageData(file, header, (colours) => (rows = new PngTexels(header, colours)))];
  try {
    rows!.take(inflateSync(Buffer.concat(pieces), { maxOutputLength: filtered }));
  } catch (error) {
    throw dataFault(error);
  }
  return completed(header, rows!);
}

/**
 * Reads a PNG row by row: the file and its texels are not both in memory.
 *
 * @throws PngFault; FileError; what `check` throws
 */
export async function readPngRows(path: string, check: CheckSize): Promise<Picture> {
  const { descriptor, size } = openRegular(path);
  try {
    const file: PngBytes = {
      length: size,
      read: (from, length) => {
        const bytes = Buffer.alloc(length);
        if (readInto(descriptor, bytes, from) < length) throw new PngFault(`it ends after ${size} bytes`);
        return bytes;
      },
    };
    const header = pngHeader(file);
    check(header.width, header.height, 0);
    requireRoom(file, header);
    let rows: PngTexels | null = null;
    const inflate = createInflate({ chunkSize: INFLATED_BYTES });
    const unfilter = async () => {
      for await (const bytes of inflate as AsyncIterable<Buffer>) rows!.take(bytes);
    };
    const data = imageData(file, header, (colours) => (rows = new PngTexels(header, colours)));
    await Promise.all([pipeline(Readable.from(data), inflate), unfilter()]);
    return completed(header, rows!);
  } catch (error) {
    throw dataFault(error);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws PngFault where the file is too short to hold its rows, before they are allocated */
function requireRoom(file: PngBytes, header: PngHeader): void {
  if (file.length * DEFLATE_RATIO >= filteredBytes(header)) return;
  throw new PngFault(`${file.length} bytes cannot hold ${header.width}x${header.height} texels`);
}

function completed({ width, height }: PngHeader, rows: PngTexels): Picture {
  rows.end();
  return { width, height, texels: rows.texels };
}

/** An error of zlib as a PngFault; others as they are. */
function dataFault(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return new PngFault('more data than rows', { cause: error });
  if (!String(error.code).startsWith('Z_')) return error;
  return new PngFault(`its image data: ${error.message}`, { cause: error });
}
