import type { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { FileError, openRegular, readInto, readStart, readWholeFile } from '../../platform/files/whole-file.ts';
import { checkSize, decodePicture, pictureFault, type PictureLimits } from './decode-picture.ts';
import { type Picture, PictureError } from './picture.ts';
import { KIND_BYTES, pictureKind } from './picture-kind.ts';
import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { type CheckSize, dataFault, openPng } from './decode-png.ts';
import { type PngBytes, PngFault } from './png-file.ts';

/**
 * Reads a PNG or a JPEG. The kind is recognised by the first bytes, not by the name. Grey becomes r = g = b, a missing
 * alpha 255. PNG components of other depths are scaled to 8 bits and rounded to nearest: floor(v * 255 / (2^bits - 1) +
 * 0.5).
 *
 * @throws PictureError when the file is missing, no picture, truncated, damaged or too large; MemoryError
 */
export function readPicture(path: string, limits: PictureLimits = {}): Picture {
  return decodePicture(readBytes(path, limits.budget), path, limits);
}

/** Reads a PNG or a JPEG like `readPicture`, a PNG row by row: a file and its texels are not both in memory. */
export async function readPictureByRows(path: string, limits: PictureLimits = {}): Promise<Picture> {
  if (pictureKind(readFirst(path, KIND_BYTES)) !== 'PNG') return readPicture(path, limits);
  try {
    return await readPngRows(path, checkSize(path, limits));
  } catch (error) {
    throw error instanceof FileError ? error : pictureFault(path, 'PNG', error);
  }
}

/** The bytes of a file. @throws PictureError when it is missing or cannot be read; MemoryError */
export function readBytes(path: string, budget?: MemoryBudget): Buffer<ArrayBuffer> {
  return reading(() => readWholeFile(path, budget));
}

/** The first bytes of a file, fewer if it is shorter. @throws as `readBytes` */
export function readFirst(path: string, length: number): Buffer {
  return reading(() => readStart(path, length));
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new PictureError(error.path, error.problem, { cause: error });
  }
}

/** Filtered bytes that are in memory at a time. */
const INFLATED_BYTES = 2 ** 18;

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
    const { data, take, picture } = openPng(file, check, false);
    const inflate = createInflate({ chunkSize: INFLATED_BYTES });
    const unfilter = async () => {
      for await (const bytes of inflate as AsyncIterable<Buffer>) take(bytes);
    };
    await Promise.all([pipeline(Readable.from(data), inflate), unfilter()]);
    return picture();
  } catch (error) {
    throw dataFault(error);
  } finally {
    closeSync(descriptor);
  }
}
