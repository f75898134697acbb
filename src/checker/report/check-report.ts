import { type Effort, type Finding, PROVING, type ReportedRule, type ReportedVerdict, type Witness } from '../rule.ts';
import { counted, grouped } from '../../platform/pages/wording.ts';
import type { Profile } from '../profiles.ts';
import type { ResultsCheck } from '../closest/check-results.ts';

/** A check with its verdicts: the input of the writers in this folder. */
export interface CheckReport {
  /** Version of texunit. */
  readonly texunit: string;
  readonly subject: string;
  readonly profile: Profile;
  readonly effort: Effort;
  readonly seconds: number;
  readonly verdicts: readonly ReportedVerdict[];
  /** The ids, or beginnings of ids, of the only rules that were chosen; absent for all. */
  readonly only?: readonly string[];
  /** Given if measured results were judged. */
  readonly results?: ResultsCheck;
}

export function conforms({ verdicts }: CheckReport): boolean {
  return verdicts.every(({ finding }) => finding.verdict !== 'fail');
}

/** The number of rules by their verdicts: `3 of 47 rules fail, 2 open`. */
export function summary({ verdicts }: CheckReport): string {
  const count = (verdict: Finding['verdict']) => verdicts.filter(({ finding }) => finding.verdict === verdict).length;
  const [failed, open] = [count('fail'), count('open')];
  const rules = counted(verdicts.length, 'rule');
  if (failed > 0) return `${failed} of ${rules} fail${failed === 1 ? 's' : ''}${open === 0 ? '' : `, ${open} open`}`;
  return open === 0 ? `all ${rules} pass` : `${verdicts.length - open} of ${rules} pass, ${open} open`;
}

/** The unit of a fault, and the features that all of its requests exercise. */
export function groupLines({ group, measured }: Finding): readonly string[] {
  if (group === undefined) return [];
  const { unit, alternatives, requests, exercised } = group;
  const features = exercised.map(
    ({ id, section, wrong, judged }) => `${id} (${section}): ${wrong} of ${judged} results are wrong`,
  );
  return [
    `unit: ${unit === null ? 'not attributed' : measured < PROVING ? `perhaps ${unit}` : unit}, ${requests} requests`,
    ...alternatives.map(({ id, section, title }) => `or: ${title} (${id}, ${section})`),
    ...features.map((feature) => `all of them exercise: ${feature}`),
  ];
}

/** The fields of a witness by name, in the order in which reports show them. */
export function witnessRows({ inputs, raw, expected, got }: Witness): readonly (readonly [string, string])[] {
  return [...Object.entries(inputs), ...Object.entries(raw), ['expected', expected], ['got', got]];
}

/** The number of cases, and which: `65 536, all there are`, `4 096, seed 7`. */
export function casesText({ tried, exhaustive, seed }: Finding['cases']): string {
  if (exhaustive) return `${grouped(tried)}, all there are`;
  return `${grouped(tried)}, ${seed === null ? 'chosen' : `seed ${seed}`}`;
}

/** The reason why a rule is open. */
export function openText({ cases: { tried, open = 0 } }: Finding): string {
  if (tried > 0) return 'the cases that were tried cannot tell';
  return open > 0
    ? `all ${open} cases are left open by the specification`
    : 'no case beside those that other findings name';
}

/** A rule as data, without its functions. */
export function reportedRule({ id, specification, section, title, limit, method, unit }: ReportedRule): ReportedRule {
  return { id, specification, section, title, limit, method, unit };
}

/** The section that demands a rule: `D3D11.3 7.18.10`. */
export function sectionText({ specification, section }: ReportedRule): string {
  return `${specification} ${section}`;
}

/** The required and the measured value and the margin, each with its unit. An open rule has the required value alone. */
export function numbers({ rule: { unit }, finding }: ReportedVerdict): readonly [string, string, string] {
  const { verdict, required, measured, margin } = finding;
  const [first, ...others] = [required, measured, margin].map((value) => `${findingNumber(value)} ${unit}`);
  return verdict === 'open' ? [first, '', ''] : [first, others[0], others[1]];
}

/** A number of a finding, shortened: integers in full, others with four digits. */
export function findingNumber(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}
