import { RequestParquetWriter } from '../../../traces/requests/request-parquet.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { ParquetSink, TextFile } from './byte-sink.ts';

/** Takes the lines of a request trace. */
export interface RequestOutput {
  /** For a RequestWriter. */
  readonly write: TextSink;
  /** Completes the trace and closes its file. */
  readonly end: () => void;
}

/**
 * Opens a request trace to write: Parquet where the name says so, otherwise JSON Lines, gzipped for .gz.
 *
 * @param path of the file
 * @param name that tells the encoding and stands in messages, where the file gets it later
 * @throws UsageError when the file cannot be made
 */
export function requestOutput(path: string, name: string = path): RequestOutput {
  if (/\.parquet$/i.test(name)) {
    const writer = new RequestParquetWriter(new ParquetSink(path, name));
    return { write: writer.write, end: () => writer.end() };
  }
  const file = new TextFile(path, /\.gz$/i.test(name), name);
  return { write: file.write, end: () => file.close() };
}
