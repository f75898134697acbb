import { type Account, type UnitAccount, unitCycles } from '../../../pipeline/account.ts';
import { type Cause, CAUSE_RECORDS } from '../../../pipeline/causes.ts';
import { grouped, measured, percent } from '../../pages/wording.ts';
import { boundBy, type Report } from './report.ts';

/** The name of what held the quads up most, by `boundBy`. */
export function heldUpBy(cause: Cause | null): string {
  return cause === null ? 'nothing' : CAUSE_RECORDS[cause].title;
}

/** What held the quads up most, in a sentence: the only account of a run's limit. */
export function heldUpText(account: Account): string {
  const cause = boundBy(account);
  const share = cause === null ? '' : `, ${percent(account.causes[cause] / unitCycles(account))} of the cycles`;
  return `held up most by: ${heldUpBy(cause)}${share}`;
}

/** The scale of the picture of passes. */
export function passScale({ passMap: { palest, most } }: Pick<Report, 'passMap'>): string {
  return most > palest ? `${palest} and more, up to ${most}` : String(palest);
}

/** The misses of the texel cache by their other denominators. */
export function missText({ cache: { lookups, hits, misses }, quads }: UnitAccount): string {
  const each = measured(misses / Math.max(1, quads));
  return `${grouped(misses)} misses, ${each} a quad; ${percent(hits / Math.max(1, lookups))} of ${grouped(lookups)} look-ups hit`;
}
