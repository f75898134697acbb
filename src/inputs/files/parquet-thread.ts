import type {
  ParquetColumn,
  ParquetSource,
  ParquetSummary,
  RowRange,
} from '../../../traces/encodings/parquet-column.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { decodingTime, GuardedThread } from '../../platform/threads/guarded-thread.ts';
import { statOf } from '../../platform/files/whole-file.ts';

/** A question to the thread that decodes a Parquet file: what is in it, or the columns of some rows. */
export type ParquetTask = RowRange | 'summary';

/** A Parquet file that is decoded on a separate thread: its decoder can be stopped. */
export interface ParquetThread extends ParquetSource {
  /** Bytes of the row groups that have been requested. */
  readonly bytesRead: () => number;
  readonly close: () => Promise<void>;
}

/** @throws FileError when the file is none that can be read */
export async function openParquet(path: string): Promise<ParquetThread> {
  const { size } = statOf(path);
  const program = new URL('./parquet-program', import.meta.url);
  const thread = new GuardedThread<ParquetTask, unknown>(program, path, new MemoryBudget().bytes);
  const ask = <Result>(task: ParquetTask, bytes: number) => thread.ask(task, decodingTime(bytes)) as Promise<Result>;
  let summary: Promise<ParquetSummary> | null = null;
  let bytesRead = 0;
  return {
    summary: () => (summary ??= ask<ParquetSummary>('summary', 0)),
    rows: async (range) => {
      const bytes = (await summary)?.groups[range.group].bytes ?? size;
      if (range.from === 0) bytesRead += bytes;
      return ask<readonly ParquetColumn[]>(range, bytes);
    },
    bytesRead: () => bytesRead,
    close: () => thread.stop(),
  };
}
