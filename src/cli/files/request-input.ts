import { StreamError } from '../../../traces/accesses/access-source.ts';
import { parquetRequestLines } from '../../../traces/requests/request-parquet.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { linesOf } from './lines.ts';
import { UsageError } from './usage-error.ts';
import { openBytes } from './byte-stream.ts';
import { openFileBytes } from './file-bytes.ts';

const PARQUET_MAGIC = 'PAR1';

/**
 * The lines of a request trace, for a RequestReader: JSON Lines, gzip or not, or Parquet.
 *
 * @param path a file, or - for standard input
 * @throws UsageError when it cannot be read; TraceError when its bytes give out or are damaged
 */
export async function* requestLines(path: string): AsyncGenerator<readonly string[], void, void> {
  const name = path === '-' ? 'standard input' : path;
  const stream = await openBytes(path);
  if (new TextDecoder().decode(stream.start).startsWith(PARQUET_MAGIC)) {
    stream.close();
    if (stream.gzipped || path === '-') {
      throw new UsageError(`${name}: is Parquet within a stream, expected a Parquet file, which is read from its end`);
    }
    const file = await openFileBytes(path);
    try {
      yield* parquetRequestLines(file, name);
    } finally {
      await file.close();
    }
    return;
  }
  let count = 0;
  try {
    for await (const lines of linesOf(stream.chunks)) {
      count += lines.length;
      yield lines;
    }
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    throw new TraceError({ file: name, line: count + 1 }, 'line', error.message, { cause: error });
  }
}
