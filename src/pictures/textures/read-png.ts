import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { openRegular, readInto } from '../../platform/files/whole-file.ts';
import { type CheckSize, dataFault, openPng } from './decode-png.ts';
import type { Picture } from './picture.ts';
import { type PngBytes, PngFault } from './png-file.ts';

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
