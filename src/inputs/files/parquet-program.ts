import { workerData } from 'node:worker_threads';
import type { ParquetColumn, ParquetSummary } from '../../../traces/encodings/parquet-column.ts';
import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { crc32 } from '../../platform/files/crc32.ts';
import { serveGuarded } from '../../platform/threads/serve-guarded.ts';
import { openRegular, readInto } from '../../platform/files/whole-file.ts';
import type { ParquetTask } from './parquet-thread.ts';

let decoder: ParquetDecoder | null = null;

function open(path: string): ParquetDecoder {
  const { descriptor, size } = openRegular(path);
  const slice = (from: number, to = size) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
    return bytes.buffer.slice(0, readInto(descriptor, bytes, from));
  };
  return new ParquetDecoder({ byteLength: size, slice }, crc32, (bytes) => new SharedArrayBuffer(bytes));
}

serveGuarded<ParquetSummary | readonly ParquetColumn[]>(async (task: ParquetTask) => {
  decoder ??= open(workerData as string);
  if (task === 'summary') return { result: await decoder.summary(), transfer: [] };
  return { result: await decoder.rows(task), transfer: [] };
});
