import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import type { ColumnNames } from '../../../traces/accesses/access-columns.ts';
import { CsvParser } from '../../../traces/accesses/access-csv.ts';
import { parquetAccesses } from '../../../traces/accesses/access-parquet.ts';
import {
  type AccessParser,
  type AccessSource,
  type BatchLender,
  oneBatch,
  parsedBatches,
} from '../../../traces/accesses/access-source.ts';
import { DinParser } from '../../../traces/accesses/din.ts';
import { TexelTraceParser } from '../../../traces/accesses/texel-trace-parser.ts';
import { UsageError } from './usage-error.ts';
import { type AccessEncoding, encodingOf as encodingOfStart } from './access-encoding.ts';
import { type ByteStream, openBytes } from './byte-stream.ts';
import { type FileBytes, openFileBytes } from './file-bytes.ts';

export interface AccessOptions {
  /** Bytes of each access where the trace does not tell: din, and tables without such a column. 4 if left out. */
  readonly size?: number;
  /** Columns of a CSV or Parquet file that have other names. */
  readonly names?: ColumnNames;
  /** What the file is, where neither its bytes nor its name tell. */
  readonly encoding?: AccessEncoding;
}

/** An access trace that is open. */
export interface AccessInput extends AccessSource {
  readonly encoding: AccessEncoding;
  /** Bytes of the file that have been read so far, to show how far it is. */
  readonly bytesRead: () => number;
}

const USUAL_SIZE = 4;

/**
 * Opens an access trace of any encoding, gzip or not.
 *
 * @param path a file, or - for standard input
 * @throws UsageError when it cannot be read; TraceError when its beginning is faulty
 */
export async function openAccesses(path: string, options: AccessOptions = {}): Promise<AccessInput> {
  const name = path === '-' ? 'standard input' : path;
  const stream = await openBytes(path);
  const encoding = encodingOf(stream, name, options.encoding);
  const columns = { size: options.size ?? USUAL_SIZE, names: options.names ?? {} };
  const input = { encoding, total: null, bytesRead: stream.bytesRead };
  const parsed = (parser: AccessParser) => (lender?: BatchLender) => parsedBatches(stream.chunks, parser, name, lender);
  switch (encoding) {
    case 'din':
      return { ...input, images: [], batches: parsed(new DinParser(name, columns.size)) };
    case 'csv':
      return { ...input, images: [], batches: parsed(new CsvParser(name, columns)) };
    case 'jsonl':
      return { ...input, ...(await headed(stream, new TexelTraceParser(name), name)) };
    case 'parquet': {
      stream.close();
      if (stream.gzipped || path === '-') {
        const why = stream.gzipped ? 'within gzip' : 'on standard input';
        throw new UsageError(`${name}: is Parquet ${why}, expected a Parquet file, which is read from its end`);
      }
      const file = await openFileBytes(path);
      const source = await parquetAccesses(file, name, columns).catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      const batches = (lender?: BatchLender) => closing(source.batches(lender), file);
      return { ...source, encoding, batches, bytesRead: file.bytesRead };
    }
  }
}

/** Reads ahead until the header is there: into a batch of its own. */
async function headed(stream: ByteStream, parser: TexelTraceParser, name: string) {
  let lender = oneBatch();
  const batches = parsedBatches(stream.chunks, parser, name, { next: () => lender.next() });
  const first = await batches.next();
  return {
    images: parser.images,
    batches: (to = lender) => {
      lender = to;
      return following(first, batches);
    },
  };
}

async function* following(
  first: IteratorResult<AccessBatch, void>,
  rest: AsyncGenerator<AccessBatch, void, void>,
): AsyncGenerator<AccessBatch, void, void> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* closing(batches: AsyncIterable<AccessBatch>, file: FileBytes): AsyncGenerator<AccessBatch, void, void> {
  try {
    yield* batches;
  } finally {
    await file.close();
  }
}

function encodingOf(stream: ByteStream, name: string, told: AccessEncoding | undefined): AccessEncoding {
  try {
    return told ?? encodingOfStart(stream.start, name);
  } catch (error) {
    stream.close();
    throw error;
  }
}
