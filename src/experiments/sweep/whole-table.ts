import { ChosenDesigns } from './chosen-designs.ts';
import type { FinishedRows } from './rows/finished-rows.ts';
import { type LogReader, RowsError } from './rows/log-reader.ts';
import type { SweepHeader } from './rows/sweep-header.ts';
import { requireSamePlan } from './rows/row-log.ts';

/**
 * The number of rows that the complete table of some logs has; null for a search, whose end alone shows it.
 *
 * @param logs all of whose lines have been read
 * @param header of the table: that of one share, or of all
 * @param finished their rows
 * @param partial true where rows may be missing
 * @throws RowsError when rows are missing
 */
export function wholeTable(
  logs: readonly LogReader[],
  { shard, taking }: Pick<SweepHeader, 'shard' | 'taking'>,
  finished: FinishedRows,
  partial: boolean,
): number | null {
  const unfinished = logs.find(({ designs }) => designs === null);
  if (unfinished !== undefined && !partial) {
    const advice = 'expected the rows of a finished sweep (--resume goes on), or --partial';
    throw new RowsError(`${unfinished.path}: ${lackOf(unfinished, finished)}; ${advice}`);
  }
  const [{ plan, header }] = logs;
  if (unfinished === undefined && logs.length * shard.of === header.shard.of) {
    return logs.reduce((sum, { designs }) => sum + designs! * plan.workloads.length, 0);
  }
  const whole = new ChosenDesigns(plan, taking, shard).count(Infinity);
  return whole.exact ? whole.designs * plan.workloads.length : null;
}

/** The rows that a log lacks, the first one where the designs are few enough to look at. @param finished its rows */
export function lackOf({ plan, header, designs: ended }: LogReader, finished: FinishedRows): string {
  const chosen = new ChosenDesigns(plan, header.taking, header.shard);
  const { designs, exact } = chosen.count();
  const rows = (exact ? designs : (ended ?? 0)) * plan.workloads.length;
  if (!exact)
    return ended === null ? 'has no end: its sweep is not finished' : `lacks ${rows - finished.count} of ${rows} rows`;
  let [missing, first] = [0, ''];
  for (const number of chosen.numbers()) {
    for (const w of number === null ? [] : finished.missing(number)) {
      if (missing++ === 0) first = `design ${number} with "${plan.workloads[w].name}"`;
    }
  }
  if (missing === 0) return `has all ${rows} rows, but not the line at their end`;
  return `lacks ${missing} of ${rows} rows, the first of them ${first}`;
}

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
