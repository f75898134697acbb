import { workerData } from 'node:worker_threads';
import type { ParquetColumn, ParquetSummary } from '../../../traces/encodings/parquet-column.ts';
import { ParquetDecoder } from '../../../traces/encodings/parquet-decoder.ts';
import { crc32 } from '../../files/crc32.ts';
import { serveGuarded } from '../../threads/serve-guarded.ts';
import { openFileBytes } from './file-bytes.ts';
import type { ParquetTask } from './parquet-thread.ts';

const decoder = openFileBytes(workerData as string).then(
  (file) => new ParquetDecoder(file, crc32, (bytes) => new SharedArrayBuffer(bytes)),
);

serveGuarded<ParquetSummary | readonly ParquetColumn[]>(async (task: ParquetTask) => {
  if (task === 'summary') return { result: await (await decoder).summary(), transfer: [] };
  return { result: await (await decoder).rows(task), transfer: [] };
});
