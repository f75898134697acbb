import { ChosenDesigns } from './chosen-designs.ts';
import type { FinishedRows } from './rows/finished-rows.ts';
import { type LogReader, RowsError } from './rows/log-reader.ts';

/**
 * The rows that the whole table of logs has; null where only the end of a search shows it.
 *
 * @param logs all of whose lines have been read
 * @param finished their rows
 * @param partial true where rows may be missing
 * @throws RowsError when rows are missing
 */
export function wholeTable(logs: readonly LogReader[], finished: FinishedRows, partial: boolean): number | null {
  const unfinished = logs.find(({ designs }) => designs === null);
  if (unfinished !== undefined && !partial) {
    const advice = 'expected the rows of a finished sweep (--resume goes on), or --partial';
    throw new RowsError(`${unfinished.path}: ${lackOf(unfinished, finished)}; ${advice}`);
  }
  const [{ plan, header }] = logs;
  if (unfinished === undefined && logs.length === header.shard.of) {
    return logs.reduce((sum, { designs }) => sum + designs! * plan.workloads.length, 0);
  }
  const whole = new ChosenDesigns(plan, header.taking, { index: 0, of: 1 }).count(Infinity);
  return whole.exact ? whole.designs * plan.workloads.length : null;
}

/** The rows that a log lacks, the first one where the designs are few enough to look at. @param finished its rows */
export function lackOf({ plan, header, designs: ended }: LogReader, finished: FinishedRows): string {
  const chosen = new ChosenDesigns(plan, header.taking, header.shard);
  const { designs, exact } = chosen.count();
  if (!exact && ended === null) return 'has no end: its sweep is not finished';
  if (!exact)
    return `lacks ${ended! * plan.workloads.length - finished.count} of ${ended! * plan.workloads.length} rows`;
  let [missing, first] = [0, ''];
  for (const number of chosen.numbers()) {
    for (const w of number === null ? [] : finished.missing(number)) {
      if (missing++ === 0) first = `design ${number} with "${plan.workloads[w].name}"`;
    }
  }
  const rows = designs * plan.workloads.length;
  if (missing === 0) return `has all ${rows} rows, but not the line at their end`;
  return `lacks ${missing} of ${rows} rows, the first of them ${first}`;
}
