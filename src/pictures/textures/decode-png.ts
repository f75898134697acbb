import { inflateSync } from 'node:zlib';
import { joinedBytes } from '../../../traces/encodings/line-pieces.ts';
import type { Picture } from './picture.ts';
import { bytesOf, imageData, type PngBytes, PngFault, type PngHeader, pngHeader } from './png-file.ts';
import { filteredBytes, PngTexels } from './png-texels.ts';

/** Bytes that one of deflate gives at most: two bits are a match of 258 bytes. */
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
    rows!.take(inflateSync(joinedBytes(pieces), { maxOutputLength: filtered }));
  } catch (error) {
    throw dataFault(error);
  }
  return completed(header, rows!);
}

/** @throws PngFault where the file is too short to hold its rows, before they are allocated */
export function requireRoom(file: PngBytes, header: PngHeader): void {
  if (file.length * DEFLATE_RATIO >= filteredBytes(header)) return;
  throw new PngFault(`${file.length} bytes cannot hold ${header.width}x${header.height} texels`);
}

export function completed({ width, height }: PngHeader, rows: PngTexels): Picture {
  rows.end();
  return { width, height, texels: rows.texels };
}

/** An error of zlib as a PngFault; others as they are. */
export function dataFault(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return new PngFault('more data than rows', { cause: error });
  if (!String(error.code).startsWith('Z_')) return error;
  return new PngFault(`its image data: ${error.message}`, { cause: error });
}
