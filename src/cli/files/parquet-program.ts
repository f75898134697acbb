import { workerData } from 'node:worker_threads';
import { buffersOf, type ParquetColumn, type ParquetSummary } from '../../../traces/encodings/parquet-column.ts';
import { ParquetDecoder } from '../../../traces/encodings/parquet-decoder.ts';
import { serveGuarded } from '../../threads/serve-guarded.ts';
import { openFileBytes } from './file-bytes.ts';
import type { ParquetTask } from './parquet-thread.ts';

const decoder = openFileBytes(workerData as string).then((file) => new ParquetDecoder(file));

serveGuarded<ParquetSummary | readonly ParquetColumn[]>(async (task: ParquetTask) => {
  if (task === 'summary') return { result: await (await decoder).summary(), transfer: [] };
  const result = await (await decoder).group(task.group, task.columns);
  return { result, transfer: result.flatMap(buffersOf) };
});
