import { ParquetDecoder } from '../../../traces/encodings/parquet/parquet-decoder.ts';
import { crc32 } from '../../platform/files/crc32.ts';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { openRegular, readInto } from '../../platform/files/whole-file.ts';
import type { ParquetTask } from './parquet-thread.ts';

function open(path: string): ParquetDecoder {
  const { descriptor, size } = openRegular(path);
  const slice = (from: number, to = size) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
    return bytes.buffer.slice(0, readInto(descriptor, bytes, from));
  };
  return new ParquetDecoder({ byteLength: size, slice }, crc32, (bytes) => new SharedArrayBuffer(bytes));
}

serveTasks((path: string) => {
  let decoder: ParquetDecoder | null = null;
  return async (task: ParquetTask) => {
    decoder ??= open(path);
    return task === 'summary' ? decoder.summary() : decoder.rows(task);
  };
});
