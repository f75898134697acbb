import { createReadStream } from 'node:fs';
import { finished as whenFinished } from 'node:stream/promises';
import { createGunzip, type Gunzip } from 'node:zlib';
import { StreamError } from '../../../traces/encodings/line-pieces.ts';
import type { TraceInput } from '../../../traces/encodings/trace-encoding.ts';
import { FileError, fileError, statOf } from '../../platform/files/whole-file.ts';
import type { ParquetThread } from './parquet-thread.ts';
import { UsageError } from './usage-error.ts';

/** Bytes that are read at a time. */
const CHUNK = 2 ** 18;
/** Bytes of gzip data that are decoded at a time, and the most that come out together. */
const GZIPPED = 2 ** 14;
const GUNZIPPED = 2 ** 14;
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
 * @param expected what it should be, for messages
 * @throws FileError when it cannot be read; UsageError for a file of a kind that no command reads this way; `chunks` throws StreamError when gzip data is damaged or cut short
 */
export async function openFile(path: string, expected: 'a trace' | 'a waveform' = 'a trace'): Promise<FileInput> {
  const name = inputName(path);
  let bytesRead = 0;
  let file: ParquetThread | null = null;
  if (path !== '-') statOf(path, true);
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
  const other = otherKind(name, start, expected);
  if (other !== null) {
    source.destroy();
    throw new UsageError(other);
  }
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
      return (file ??= await (await import('./parquet-thread.ts')).openParquet(path));
    },
    bytesRead: () => file?.bytesRead() ?? bytesRead,
    close: async () => {
      source.destroy();
      await file?.close();
    },
  };
}

/** Reads from a file that is open meanwhile. @param path as for `openFile` */
export async function whileOpen<T>(path: string, read: (input: FileInput) => T | Promise<T>): Promise<T> {
  const input = await openFile(path);
  try {
    return await read(input);
  } finally {
    await input.close();
  }
}

/** First bytes that are waited for, and the most that show what a file is. */
const START = 64;
const MOST_START = 4096;

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
  return { start: new Uint8Array(Buffer.concat(read).subarray(0, MOST_START)), chunks: all() };
}

/** The decoded bytes; before a fault, all but the last ones, fewer than GUNZIPPED. */
async function* gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const gunzip = createGunzip({ chunkSize: GUNZIPPED });
  const decoded: Uint8Array[] = [];
  gunzip.on('data', (piece: Uint8Array) => decoded.push(piece));
  const finished = whenFinished(gunzip);
  // The promise of a piece is rejected with its fault, too.
  finished.catch(() => {});
  let fed = 0;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += GZIPPED) {
        const piece = chunk.subarray(at, at + GZIPPED);
        fed += piece.length;
        const before = decoded.splice(0);
        const done = decode(gunzip, piece);
        done.catch(() => {});
        // The reader works on the bytes before while this piece is decoded.
        yield* before;
        await done;
      }
    }
    gunzip.end();
    await finished;
    yield* decoded.splice(0);
  } catch (error) {
    yield* decoded;
    throw gzipFault(error);
  } finally {
    gunzip.destroy();
  }
  if (gunzip.bytesWritten < fed) throw new StreamError('is followed by bytes after the end of the gzip data');
}

/** Resolves when a piece is decoded. @throws the error of the stream */
function decode(gunzip: Gunzip, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    gunzip.once('error', reject);
    gunzip.write(piece, () => {
      gunzip.off('error', reject);
      resolve();
    });
  });
}

function gzipFault(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return error;
  if (error.code === 'Z_BUF_ERROR') return new StreamError('is cut short: the gzip data has no end', { cause: error });
  const where = /^incorrect (data|length) check$/.test(error.message)
    ? 'in a line before this one'
    : `here or in the next ${GUNZIPPED / 1024} KiB`;
  return new StreamError(`is damaged gzip data ${where} (${error.message})`, { cause: error });
}

const DRAWN = 'texunit simulate --texture FILE draws with it';
const MODEL = 'texunit simulate --scene FILE draws it';
/** A document of JSON, which no trace of JSON Lines is, with something in it. */
const json = (has: string) => new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*\\{(?!\\s*"texunit")[^]*?"(?:${has})`);
const PARTS = 'frontEnd|address|lod|decoder|filter|cache|memory|pipeline|limits';

/** Kinds of files that are neither a trace nor a table: their names, first characters, and what takes them. */
const KINDS: readonly (readonly [what: string, begins: RegExp, use: string])[] = [
  ['a PNG', /^\x89PNG/, DRAWN],
  ['a JPEG', /^\xff\xd8\xff/, DRAWN],
  ['a KTX 2.0 file', /^\xabKTX 20/, 'texunit mips FILE makes its levels'],
  ['a DDS file', /^DDS /, 'an image of a trace may name it'],
  ['an EXR', /^v\/1[^ -~]/, 'texunit resolve FILE takes its samples'],
  ['a glTF model', /^glTF/, MODEL],
  ['a glTF model', json('asset"\\s*:\\s*\\{'), MODEL],
  ['a plan of a sweep', json('workloads"\\s*:'), 'texunit sweep FILE runs it'],
  [
    'a design',
    json(`extends"\\s*:|(?:${PARTS})"\\s*:\\s*\\{`),
    'texunit check FILE judges it, and --design FILE is beside a trace',
  ],
  ['a waveform', /^\s*\$(?:comment|date|version|timescale|scope)\s/, 'texunit vcd-check FILE reads it'],
  ['a page', /^\s*<!doctype html/i, 'a browser shows it'],
];

/** The message about a file of a known kind that is not expected; null for any other. @param start its first bytes */
function otherKind(name: string, start: Uint8Array, expected: string): string | null {
  const text = String.fromCharCode(...start);
  const [what, , use] = KINDS.find(([, begins]) => begins.test(text)) ?? [];
  if (use === undefined || what === expected) return null;
  return `${name}: is ${what}, expected ${expected}; ${use.replaceAll('FILE', () => name)}`;
}
