import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { pictureHeader, pictureKind } from './picture-header.ts';
import { type Picture, PictureError } from './picture.ts';
import { readPlainPng } from './png-rows.ts';

/** The default limit of width and height. */
const MAX_DIMENSION = 16384;

/** The memory limit of the JPEG decoder in MB: it estimates 1.5 GB for 8192x8192 texels, 5.8 GB for 16384x16384. */
const JPEG_MEMORY_MB = 6144;

/**
 * Reads a PNG or a JPEG. The kind is recognised by the first bytes, not by the name. Grey becomes r = g = b, a missing
 * alpha 255. PNG components of other depths are scaled to 8 bits and rounded to nearest: floor(v * 255 / (2^bits - 1) +
 * 0.5).
 *
 * @param maxDimension the largest width and height accepted, in texels
 * @throws PictureError when the file is missing, no picture, truncated, damaged or too large
 */
export function readPicture(path: string, maxDimension: number = MAX_DIMENSION): Picture {
  return decodePicture(readBytes(path), path, maxDimension);
}

/** Reads a PNG or a JPEG like `readPicture`, most PNGs row by row: a file and its texels are not both in memory. */
export async function readPictureByRows(path: string): Promise<Picture> {
  return (await readPlainPng(path, MAX_DIMENSION)) ?? readPicture(path);
}

/**
 * Decodes the bytes of a PNG or a JPEG.
 *
 * @param path the beginning of error messages
 */
export function decodePicture(file: Buffer, path: string, maxDimension: number = MAX_DIMENSION): Picture {
  const kind = pictureKind(file);
  if (kind === null) throw new PictureError(path, 'not a picture; a PNG or JPEG file is expected');
  const header = pictureHeader(file, kind);
  if (header === null) throw new PictureError(path, `the ${kind} is truncated: it ends before its width and height`);
  const { width, height } = header;
  if (Math.max(width, height) > maxDimension) {
    throw new PictureError(path, `${width}x${height} texels; at most ${maxDimension} are read in a dimension`);
  }
  try {
    return { width, height, texels: kind === 'PNG' ? decodePngTexels(file) : decodeJpegTexels(file) };
  } catch (error) {
    throw new PictureError(path, `the ${kind} is truncated or damaged (${reason(error)})`, { cause: error });
  }
}

/** The bytes of a file. @throws PictureError when it is missing or cannot be read */
export function readBytes(path: string): Buffer {
  return reading(path, () => readFileSync(path));
}

/** The first bytes of a file, fewer if it is shorter. @throws as `readBytes` */
export function readStart(path: string, length: number): Buffer {
  return reading(path, () => {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    } finally {
      closeSync(file);
    }
  });
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = existsSync(path) ? `cannot be read (${reason(error)})` : 'no such file';
    throw new PictureError(path, message, { cause: error });
  }
}

function decodePngTexels(file: Buffer): Uint8Array {
  return asBytes(PNG.sync.read(file).data);
}

function decodeJpegTexels(file: Buffer): Uint8Array {
  const limits = { maxMemoryUsageInMB: JPEG_MEMORY_MB, maxResolutionInMP: Number.MAX_SAFE_INTEGER };
  return decodeJpeg(file, { useTArray: true, formatAsRGBA: true, tolerantDecoding: false, ...limits }).data;
}

function asBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function reason(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n', 1)[0];
}
