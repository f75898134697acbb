import { ParquetFile } from '../../../traces/encodings/parquet-file.ts';
import { openBytes } from './byte-stream.ts';
import { openFileBytes } from './file-bytes.ts';

/** What a trace is of: requests, or texel accesses in whatever encoding. */
export type TraceKind = 'requests' | 'accesses';

const PARQUET_MAGIC = 'PAR1';
const REQUEST_HEADER = /^\s*\{\s*"texunit"\s*:\s*"requests"/;

/**
 * Tells by the header of JSON Lines, gzip or not, or of Parquet; everything else is taken for accesses, whose reader says
 * what is wrong with it.
 *
 * @param path a file
 * @throws UsageError when it cannot be read; TraceError when it is a Parquet file that is cut short
 */
export async function traceKind(path: string): Promise<TraceKind> {
  const stream = await openBytes(path);
  stream.close();
  const start = new TextDecoder().decode(stream.start);
  if (REQUEST_HEADER.test(start)) return 'requests';
  if (!start.startsWith(PARQUET_MAGIC) || stream.gzipped) return 'accesses';
  const file = await openFileBytes(path);
  try {
    return (await ParquetFile.open(file, path)).kind === 'requests' ? 'requests' : 'accesses';
  } finally {
    await file.close();
  }
}
