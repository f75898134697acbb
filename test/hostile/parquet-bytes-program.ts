import { serveTasks } from '../../src/platform/threads/serve-tasks.ts';
import { ParquetDecoder } from '../../traces/encodings/parquet/parquet-decoder.ts';

const MOST_ROWS = 2 ** 20;

/** Decodes every column of a Parquet file. @returns the number of its rows */
const perform = async (bytes: Uint8Array) => {
  const { buffer } = Uint8Array.from(bytes);
  const decoder = new ParquetDecoder({
    byteLength: buffer.byteLength,
    slice: (from, to) => buffer.slice(from, to),
  });
  const { rows, columns, groups } = await decoder.summary();
  // The reader asks the budget of memory about such a group.
  if (groups.some((group) => group.rows > MOST_ROWS)) throw new Error('too many rows');
  for (const [group, { rows: count }] of groups.entries()) await decoder.rows({ group, columns, from: 0, count });
  return rows;
};
serveTasks(() => perform);
