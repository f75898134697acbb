import { serveTasks } from '../../src/platform/threads/serve-tasks.ts';
import type { ParquetTask } from '../../src/inputs/files/parquet-thread.ts';
import { ParquetDecoder } from '../../traces/encodings/parquet/parquet-decoder.ts';

let decoder: ParquetDecoder | null = null;

/** Decodes a Parquet file in memory: its bytes come first. */
const perform = async (task: Uint8Array | ParquetTask): Promise<unknown> => {
  if (ArrayBuffer.isView(task)) {
    const { buffer } = Uint8Array.from(task);
    decoder = new ParquetDecoder({
      byteLength: buffer.byteLength,
      slice: async (from, to) => buffer.slice(from, to),
    });
    return null;
  }
  return task === 'summary' ? decoder!.summary() : decoder!.rows(task);
};
serveTasks(() => perform);
