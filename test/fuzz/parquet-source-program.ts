import { serveGuarded } from '../../src/platform/threads/serve-guarded.ts';
import type { ParquetTask } from '../../src/inputs/files/parquet-thread.ts';
import { ParquetDecoder } from '../../traces/encodings/parquet/parquet-decoder.ts';

let decoder: ParquetDecoder | null = null;

/** Decodes a Parquet file in memory: its bytes come first. */
serveGuarded<unknown>(async (task: Uint8Array | ParquetTask) => {
  if (ArrayBuffer.isView(task)) {
    const { buffer } = Uint8Array.from(task);
    decoder = new ParquetDecoder({
      byteLength: buffer.byteLength,
      slice: async (from, to) => buffer.slice(from, to),
    });
    return { result: null, transfer: [] };
  }
  return { result: task === 'summary' ? await decoder!.summary() : await decoder!.rows(task), transfer: [] };
});
