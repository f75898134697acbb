import { type FileHandle, open } from 'node:fs/promises';
import type { AsyncBuffer } from 'hyparquet';
import { readFault } from './usage-error.ts';

/** A file whose bytes are read in any order. */
export interface FileBytes extends AsyncBuffer {
  readonly bytesRead: () => number;
  readonly close: () => Promise<void>;
}

/** @throws UsageError when the file cannot be read */
export async function openFileBytes(path: string): Promise<FileBytes> {
  try {
    const handle = await open(path);
    const { size } = await handle.stat();
    return fileBytes(path, handle, size);
  } catch (error) {
    throw readFault(path, error);
  }
}

function fileBytes(path: string, handle: FileHandle, byteLength: number): FileBytes {
  let bytesRead = 0;
  const slice = async (from: number, to = byteLength): Promise<ArrayBuffer> => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, byteLength) - from));
    let length = 0;
    try {
      while (length < bytes.length) {
        const { bytesRead: more } = await handle.read(bytes, length, bytes.length - length, from + length);
        if (more === 0) break;
        length += more;
      }
    } catch (error) {
      throw readFault(path, error);
    }
    bytesRead += length;
    return bytes.buffer.slice(0, length);
  };
  return { byteLength, slice, bytesRead: () => bytesRead, close: () => handle.close() };
}
