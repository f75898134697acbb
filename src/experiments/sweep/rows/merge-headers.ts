import { type LogReader, RowsError } from './log-reader.ts';
import { requireSamePlan } from './row-log.ts';
import type { SweepHeader } from './sweep-header.ts';

/** Missing shards that a message lists. */
const MOST_LISTED = 20;

/**
 * The header of the rows of several logs: that of a sweep of one share.
 *
 * @param logs at least one
 * @param partial true where shards may be missing
 * @throws RowsError when they are of different plans, or one shard is there twice or not at all
 */
export function mergeHeaders(logs: readonly Pick<LogReader, 'path' | 'header'>[], partial: boolean): SweepHeader {
  const [{ path: first, header }] = logs;
  const { of } = header.shard;
  const present = new Map<number, string>();
  for (const { path, header: other } of logs) {
    requireSamePlan(path, other, header);
    const { index } = other.shard;
    if (other.shard.of !== of) {
      throw new RowsError(
        `${path}: is of ${other.shard.of} shards and ${first} of ${of}; expected shards of one sweep`,
      );
    }
    if (present.has(index)) {
      throw new RowsError(
        `${path}: is shard ${index + 1}/${of}, as ${present.get(index)} is; expected each shard once`,
      );
    }
    present.set(index, path);
  }
  const missing = Array.from({ length: of }, (_, n) => n).filter((n) => !present.has(n));
  if (missing.length === 0 || partial) return { ...header, shard: { index: 0, of: 1 } };
  const listed = missing.slice(0, MOST_LISTED).map((n) => `${n + 1}/${of}`);
  const more = missing.length > listed.length ? ` and ${missing.length - listed.length} more` : '';
  const expected = `expected the folders of all ${of}, or --partial`;
  throw new RowsError(`${first}: without the shards ${listed.join(', ')}${more}; ${expected}`);
}
