import type { Effort, Finding, ReportedVerdict, Witness } from '../rule.ts';
import type { Profile } from '../profiles.ts';

/** A check with its verdicts: the input of the writers in this folder. */
export interface CheckReport {
  /** Version of texunit. */
  readonly texunit: string;
  readonly subject: string;
  readonly profile: Profile;
  readonly effort: Effort;
  readonly seconds: number;
  readonly verdicts: readonly ReportedVerdict[];
}

export function passed({ verdicts }: CheckReport): boolean {
  return verdicts.every(({ finding }) => finding.pass);
}

/** The summary line: `3 rules of 47 fail`. */
export function summary({ verdicts }: CheckReport): string {
  const failed = verdicts.filter(({ finding }) => !finding.pass).length;
  const rules = `${verdicts.length} rule${verdicts.length === 1 ? '' : 's'}`;
  return failed === 0 ? `all ${rules} pass` : `${failed} of ${rules} fail${failed === 1 ? 's' : ''}`;
}

/** The fields of a witness by name, in the order in which reports show them. */
export function witnessFields({ inputs, raw, expected, got }: Witness): readonly (readonly [string, string])[] {
  return [...Object.entries(inputs), ...Object.entries(raw), ['expected', expected], ['got', got]];
}

/** The number of cases, and which: `65 536, all there are`, `4 096, seed 7`. */
export function casesText({ tried, exhaustive, seed }: Finding['cases']): string {
  const count = String(tried).replace(/\B(?=(\d{3})+$)/g, ' ');
  if (exhaustive) return `${count}, all there are`;
  return seed === null ? `${count}, chosen` : `${count}, seed ${seed}`;
}

/** A number of a finding, shortened: integers in full, others with four digits. */
export function figure(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}
