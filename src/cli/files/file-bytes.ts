import { type FileHandle, open, stat } from 'node:fs/promises';
import type { AsyncBuffer } from 'hyparquet';
import { fileError, requireRegular } from '../../files/whole-file.ts';

/** The size of a regular file. @throws FileError for anything else */
export async function requireFile(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  requireRegular(path, found);
  return found.size;
}

/** A file whose bytes are read in any order. @throws FileError when it cannot be read */
export async function openFileBytes(path: string): Promise<AsyncBuffer> {
  const byteLength = await requireFile(path);
  const handle = await open(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  return { byteLength, slice: (from, to = byteLength) => slice(path, handle, from, Math.min(to, byteLength)) };
}

async function slice(path: string, handle: FileHandle, from: number, to: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  let length = 0;
  try {
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, from + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
  } catch (error) {
    throw fileError(path, error);
  }
  return length === bytes.length ? bytes.buffer : bytes.buffer.slice(0, length);
}
