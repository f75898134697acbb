import { inflateSync } from 'node:zlib';
import { joinedBytes } from '../../../traces/encodings/line-pieces.ts';
import type { Picture } from './picture.ts';
import { bytesOf, imageData, type PngBytes, PngFault, pngHeader } from './png-file.ts';
import { filteredBytes, type PngTexels, pngTexels } from './png-texels.ts';

/** Bytes that one of deflate gives at most: two bits are a match of 258 bytes. */
const DEFLATE_RATIO = 1032;

/** Checks the size of a PNG before anything of that size is allocated. @param working bytes beside the texels */
export type CheckSize = (width: number, height: number, working: number) => void;

/** Decodes a PNG in memory. @throws PngFault; what `check` throws */
export function decodePng(bytes: Uint8Array, check: CheckSize): Picture {
  const { filtered, data, take, picture } = openPng(bytesOf(bytes), check, true);
  const pieces = [...data];
  try {
    take(inflateSync(joinedBytes(pieces), { maxOutputLength: filtered }));
  } catch (error) {
    throw dataFault(error);
  }
  return picture();
}

/**
 * The compressed data of a PNG, and what makes texels of the filtered bytes.
 *
 * @param whole true if all filtered bytes will be in memory together
 * @throws PngFault where the file is too short to hold its rows, before they are allocated; what `check` throws
 */
export function openPng(file: PngBytes, check: CheckSize, whole: boolean) {
  const header = pngHeader(file);
  const { width, height } = header;
  const filtered = filteredBytes(header);
  check(width, height, whole ? filtered : 0);
  if (file.length * DEFLATE_RATIO < filtered) {
    throw new PngFault(`${file.length} bytes cannot hold ${width}x${height} texels`);
  }
  let rows: PngTexels;
  return {
    filtered,
    data: imageData(file, header, (colours) => (rows = pngTexels(header, colours))),
    take: (bytes: Uint8Array) => rows.take(bytes),
    picture: (): Picture => {
      rows.end();
      return { width, height, texels: rows.texels };
    },
  };
}

/** An error of zlib as a PngFault; others as they are. */
export function dataFault(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'ERR_BUFFER_TOO_LARGE') return new PngFault('more data than rows', { cause: error });
  if (!String(error.code).startsWith('Z_')) return error;
  return new PngFault(`its image data: ${error.message}`, { cause: error });
}
