import { ChosenDesigns } from './chosen-designs.ts';
import type { FinishedRows } from './rows/finished-rows.ts';
import { type LogReader, RowsError } from './rows/log-reader.ts';
import type { SweepHeader } from './rows/sweep-header.ts';

/**
 * The rows that the whole table of logs has; null where only the end of a search shows it.
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
