import { requireSamePlan, RowsError } from './row-log.ts';
import type { SweepHeader } from './sweep-header.ts';

/** A log that is joined with others. */
export interface MergedLog {
  readonly path: string;
  readonly header: SweepHeader;
}

/** Missing shards that a message lists. */
const MOST_LISTED = 20;

/**
 * The header of the rows of several logs: that of a sweep of one share.
 *
 * @param logs at least one
 * @throws RowsError when they are of different plans, or shards are missing
 */
export function mergeHeaders(logs: readonly MergedLog[]): SweepHeader {
  const [{ path: first, header }] = logs;
  const { of } = header.shard;
  const present = new Set<number>();
  for (const { path, header: other } of logs) {
    requireSamePlan(path, other, header);
    if (other.shard.of !== of) {
      throw new RowsError(
        `${path}: is of ${other.shard.of} shards and ${first} of ${of}; expected shards of one sweep`,
      );
    }
    present.add(other.shard.index);
  }
  const missing = Array.from({ length: of }, (_, n) => n).filter((n) => !present.has(n));
  if (missing.length === 0) return { ...header, shard: { index: 0, of: 1 } };
  const listed = missing.slice(0, MOST_LISTED).map((n) => `${n + 1}/${of}`);
  const more = missing.length > listed.length ? ` and ${missing.length - listed.length} more` : '';
  throw new RowsError(`${first}: without the shards ${listed.join(', ')}${more}; expected the folders of all ${of}`);
}
