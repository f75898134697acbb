import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { StreamError } from '../../../traces/encodings/line-pieces.ts';
import type { TraceInput } from '../../../traces/encodings/trace-encoding.ts';
import { FileError, fileError, requireRegular } from '../../files/whole-file.ts';
import { openParquet, type ParquetThread } from './parquet-thread.ts';
import { UsageError } from './usage-error.ts';

/** Bytes that are read at a time. */
const CHUNK = 2 ** 18;
const GZIP_MAGIC = [0x1f, 0x8b] as const;

/** A file or standard input that is open; the bytes are gunzipped where they are gzip. */
export interface FileInput extends TraceInput {
  /** Bytes of the file that have been read so far. */
  readonly bytesRead: () => number;
  /** Gives the file back, at its end or before. */
  readonly close: () => Promise<void>;
}

/** The name of a file in messages; the path - is standard input. */
export function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/**
 * @param path a file, or - for standard input
 * @throws FileError when it cannot be read; `chunks` throws StreamError when gzip data is damaged or cut short
 */
export async function openFile(path: string): Promise<FileInput> {
  const name = inputName(path);
  let bytesRead = 0;
  let file: ParquetThread | null = null;
  if (path !== '-') await requireStream(path);
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
  const counted = async function* (): AsyncGenerator<Uint8Array, void, void> {
    try {
      for await (const chunk of source) {
        bytesRead += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw fileError(path, error);
    }
  };
  const raw = await peeked(counted());
  const gzipped = GZIP_MAGIC.every((byte, n) => raw.start[n] === byte);
  const { start, chunks } = gzipped ? await peeked(gunzipped(raw.chunks)) : raw;
  return {
    name,
    start,
    chunks,
    parquet: async () => {
      if (gzipped || path === '-') {
        const why = gzipped ? 'within gzip' : 'on standard input';
        throw new UsageError(`${name}: is Parquet ${why}, expected a Parquet file, which is read from its end`);
      }
      source.destroy();
      return (file ??= await openParquet(path));
    },
    bytesRead: () => file?.bytesRead() ?? bytesRead,
    close: async () => {
      source.destroy();
      await file?.close();
    },
  };
}

/** A pipe is read as it comes. A device may have no end, and a folder has no bytes. */
async function requireStream(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
  if (!found.isFIFO()) requireRegular(path, found);
}

const START = 64;

/** Reads ahead until there are a few bytes; a fault that comes that early is kept for whoever reads on. */
async function peeked(chunks: AsyncGenerator<Uint8Array, void, void>) {
  const read: Uint8Array[] = [];
  let length = 0;
  let fault: unknown = null;
  try {
    while (length < START) {
      const next = await chunks.next();
      if (next.done) break;
      read.push(next.value);
      length += next.value.length;
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    fault = error;
  }
  const all = async function* (): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* read;
      if (fault !== null) throw fault;
      yield* chunks;
    } finally {
      await chunks.return();
    }
  };
  return { start: new Uint8Array(Buffer.concat(read).subarray(0, START)), chunks: all() };
}

async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  let fed = 0;
  const counted = async function* () {
    for await (const chunk of chunks) {
      fed += chunk.length;
      yield chunk;
    }
  };
  // A fault of the source comes out of the gunzip stream.
  pipeline(counted(), gunzip, () => {});
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    throw gzipFault(error);
  }
  if (gunzip.bytesWritten < fed) throw new StreamError('is followed by bytes behind the end of the gzip data');
}

function gzipFault(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return error;
  const problem =
    error.code === 'Z_BUF_ERROR' ? 'is cut short: the gzip data has no end' : `is damaged gzip data (${error.message})`;
  return new StreamError(problem, { cause: error });
}
