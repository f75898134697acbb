import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { ParquetAccessWriter } from '../../../traces/accesses/access-parquet-writer.ts';
import { DinWriter } from '../../../traces/accesses/din.ts';
import { AccessLineWriter } from '../../../traces/accesses/texel-trace-writer.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import { UsageError } from './usage-error.ts';
import { encodingOfName } from './access-encoding.ts';
import { ParquetSink, TextFile } from './byte-sink.ts';

/** Takes the accesses of a trace. */
export interface AccessOutput {
  write(batch: AccessBatch): void;
  /** Completes the trace and closes its file. */
  end(): void;
}

/**
 * Opens an access trace to write, in the encoding that a name tells: .jsonl, .din, both also as .gz, or .parquet.
 *
 * @param path of the file
 * @param images the image table; a din file has none
 * @param name that tells the encoding and stands in messages, where the file gets it later
 * @throws UsageError when the name tells no such encoding, or the file cannot be made
 */
export function accessWriter(path: string, images: readonly TracedImage[], name: string = path): AccessOutput {
  const encoding = encodingOfName(name);
  const gzipped = /\.gz$/i.test(name);
  if (encoding === null || encoding === 'csv' || (encoding === 'parquet' && gzipped)) {
    throw new UsageError(`${name}: cannot be written, expected a name in .jsonl, .jsonl.gz, .din, .din.gz or .parquet`);
  }
  if (encoding === 'parquet') return new ParquetAccessWriter(new ParquetSink(path, name), images);
  const file = new TextFile(path, gzipped, name);
  const writer = encoding === 'din' ? new DinWriter(file.write) : new AccessLineWriter(file.write, images);
  return {
    write: (batch) => writer.write(batch),
    end: () => {
      writer.end();
      file.close();
    },
  };
}
