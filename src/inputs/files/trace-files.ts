import { statSync } from 'node:fs';
import { ACCESS_ENCODINGS, type AccessEncodingName } from '../../../traces/accesses/access-encodings.ts';
import { ACCESS_RANGES, type AccessBatch, expectedOf } from '../../../traces/accesses/access-batch.ts';
import type {
  AccessEncoding,
  AccessOutput,
  AccessReading,
  AccessSource,
} from '../../../traces/accesses/access-source.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import {
  encodingOf,
  encodingOfName,
  encodingOfSignature,
  writtenEndings,
} from '../../../traces/encodings/trace-encoding.ts';
import { faultAtLine } from '../../../traces/encodings/line-pieces.ts';
import { REQUEST_ENCODINGS } from '../../../traces/requests/encodings/request-encodings.ts';
import { RESULT_ENCODINGS } from '../../../traces/results/result-encodings.ts';
import type { ResultOutput } from '../../../traces/results/result-trace.ts';
import { REQUEST_HEADER, type RequestOutput } from '../../../traces/requests/request-trace.ts';
import type { RequestFeed } from '../../simulate/request-feed.ts';
import { FileOutput } from './file-output.ts';
import { type FileInput, openFile, whileOpen } from './file-input.ts';
import { EMPTY_TRACE, TraceError } from '../../../traces/encodings/trace-error.ts';
import { UsageError } from './usage-error.ts';

/** A kind of trace: requests, or texel accesses. */
export type TraceKind = 'requests' | 'accesses';

/**
 * The kind by the header of the trace. A file without such a header is taken for accesses, whose reader says what is wrong
 * with it. So is what comes through a pipe: it can be read once only.
 *
 * @param path a file, or - for standard input
 * @throws UsageError when it cannot be read; TraceError when it is a Parquet file that is cut short
 */
export async function traceKind(path: string): Promise<TraceKind> {
  if (path === '-' || statSync(path, { throwIfNoEntry: false })?.isFIFO() === true) return 'accesses';
  const kind = await whileOpen(path, (input) => encodingOfSignature(REQUEST_ENCODINGS, input)?.kind?.(input));
  return kind === REQUEST_HEADER.kind ? 'requests' : 'accesses';
}

/**
 * The lines of a request trace of any encoding, for a RequestReader.
 *
 * @param path a file, or - for standard input
 * @throws UsageError when it cannot be read; TraceError when its bytes give out or are damaged
 */
export async function* requestLines(path: string): AsyncGenerator<readonly string[], void, void> {
  const input = await openFile(path);
  try {
    yield* encodingOf(REQUEST_ENCODINGS, input)!.read(input).lines();
  } finally {
    await input.close();
  }
}

/**
 * Takes a request trace of any encoding into a feed, block by block.
 *
 * @param path a file, or - for standard input
 * @param taken is called after every block, and where something was taken before a fault
 * @throws UsageError when it cannot be read; TraceError when it is faulty, or the feed refuses a request
 */
export function feedRequests(path: string, feed: RequestFeed, taken: () => Promise<void>): Promise<void> {
  return whileOpen(path, async (input) => {
    try {
      for await (const block of encodingOf(REQUEST_ENCODINGS, input)!.read(input).blocks()) {
        feed.take(block);
        await taken();
      }
      feed.end();
    } catch (error) {
      if (feed.records > 0) await taken();
      throw faultAtLine(error, input.name, feed.lines + 1);
    }
  });
}

/** The writer of a request trace to an output. @throws UsageError when its name has the ending of no encoding that can be written */
export function requestsTo(file: FileOutput): RequestOutput {
  return encodingToWrite(REQUEST_ENCODINGS, file).write(file);
}

/**
 * The writer of a result trace to an output.
 *
 * @param codes as `ResultTable` has them, of a CSV
 * @throws UsageError as `requestsTo`, or for codes of another encoding
 */
export function resultsTo(file: FileOutput, codes?: number): ResultOutput {
  const { name, write } = encodingToWrite(RESULT_ENCODINGS, file);
  if (codes !== undefined && name !== 'csv')
    throw new UsageError(`--codes: ${file.name} is no CSV, expected a name in .csv`);
  return write(file, { ...(codes !== undefined && { codes }) });
}

/** The writer of an access trace to an output. @param images as for `accessWriter` @throws UsageError as `requestsTo` */
export function accessesTo(file: FileOutput, images: readonly TracedImage[]): AccessOutput {
  return accessEncodingOf(file).write(file, images);
}

/**
 * Opens a request trace to write.
 *
 * @param path of the file, whose ending names the encoding
 * @throws UsageError when the name has the ending of no encoding that can be written, or the file cannot be made
 */
export function requestOutput(path: string): RequestOutput {
  const { write } = encodingToWrite(REQUEST_ENCODINGS, { name: path });
  const file = FileOutput.open(path);
  const writer = write(file);
  return { write: writer.write, end: () => complete(writer, file) };
}

export interface AccessOptions extends Partial<AccessReading> {
  /** The encoding, where neither the bytes nor the name of the file show it. */
  readonly encoding?: AccessEncodingName;
}

/** An access trace that is open. */
export interface AccessInput extends AccessSource {
  readonly encoding: AccessEncodingName;
  /** Bytes of the file that have been read so far, to show how far it is. */
  readonly bytesRead: () => number;
}

const USUAL_SIZE = 4;

/**
 * Opens an access trace of any encoding, gzip or not.
 *
 * @param path a file, or - for standard input
 * @param options `size` is 4 if left out
 * @throws UsageError when it cannot be read, or the size is none of an access; TraceError when its beginning is faulty,
 *   from `batches` also when there is no access
 */
export async function openAccesses(path: string, options: AccessOptions = {}): Promise<AccessInput> {
  const { size = USUAL_SIZE } = options;
  if (!(Number.isInteger(size) && size >= ACCESS_RANGES.bytes.smallest && size <= ACCESS_RANGES.bytes.largest)) {
    throw new UsageError(`size: is ${size}, ${expectedOf('bytes')}`);
  }
  const input = await openFile(path);
  try {
    const named = ACCESS_ENCODINGS.find(({ name }) => name === options.encoding);
    const found = named ?? encodingOf(ACCESS_ENCODINGS, input);
    if (found === undefined) {
      const names = ACCESS_ENCODINGS.map(({ name }) => name).join(', ');
      throw new UsageError(`${input.name}: is no access trace, expected ${names}, or one of them as .gz`);
    }
    const encoding: AccessEncoding = found;
    const source = await encoding.read(input, { ...options, size });
    return {
      ...source,
      encoding: found.name,
      batches: (lender) => filled(source.batches(lender), input),
      bytesRead: input.bytesRead,
    };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** Closes the file after the last batch. @throws TraceError when there was none */
async function* filled(batches: AsyncIterable<AccessBatch>, file: FileInput): AsyncGenerator<AccessBatch, void, void> {
  let empty = true;
  try {
    for await (const batch of batches) {
      empty &&= batch.count === 0;
      yield batch;
    }
    if (empty) throw new TraceError({ file: file.name, line: 1 }, 'accesses', EMPTY_TRACE);
  } finally {
    await file.close();
  }
}

/**
 * Opens an access trace to write.
 *
 * @param path of the file, whose ending names the encoding
 * @param images the image table; a din file has none
 * @throws UsageError as `requestOutput`
 */
export function accessWriter(path: string, images: readonly TracedImage[]): AccessOutput {
  const { write } = accessEncodingOf({ name: path });
  const file = FileOutput.open(path);
  const writer = write(file, images);
  return { write: (batch) => writer.write(batch), end: () => complete(writer, file) };
}

function complete(writer: { end(): void }, file: FileOutput): void {
  writer.end();
  file.close();
}

type OutputName = Pick<FileOutput, 'name'> & Partial<Pick<FileOutput, 'streamed'>>;

/** The encoding of an access trace that is written. @throws UsageError when the name has the ending of none that can be written */
export function accessEncodingOf(output: OutputName): Written<AccessEncoding> {
  return encodingToWrite<AccessEncoding>(ACCESS_ENCODINGS, output);
}

type Written<Encoding extends { readonly write?: unknown }> = Encoding & {
  readonly write: NonNullable<Encoding['write']>;
};

/** The encoding by the ending of a name: JSON Lines for a device or a pipe without such an ending. */
function encodingToWrite<Encoding extends Parameters<typeof writtenEndings>[0][number]>(
  encodings: readonly Encoding[],
  { name, streamed }: OutputName,
): Written<Encoding> {
  const encoding =
    encodingOfName(encodings, name) ??
    (streamed === true ? encodings.find(({ write }) => write !== undefined) : undefined);
  if (encoding?.write !== undefined && (encoding.streams || !/\.gz$/i.test(name))) return encoding as Written<Encoding>;
  const endings = writtenEndings(encodings);
  const list = `${endings.slice(0, -1).join(', ')} or ${endings.at(-1)}`;
  throw new UsageError(`${name}: cannot be written, expected a name in ${list}`);
}
