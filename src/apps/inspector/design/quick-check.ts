import type { Design } from '../../../../rtl-model/design/design.ts';
import { check } from '../../../checker/check.ts';
import { reportedRule } from '../../../checker/report/check-report.ts';
import { type Profile, profileOf, withText } from '../../../checker/profiles.ts';
import type { Effort, Finding, ReportedRule, Witness } from '../../../checker/rule.ts';
import { progressAs } from '../../../platform/progress.ts';
import { ALL_RULES } from '../../../checker/rules/all-rules.ts';
import { designSubject } from '../../../checker/subject.ts';
import { type WitnessTrace, witnessRequest } from './witness-request.ts';

/** A question for the worker that judges. It answers one, and ends. */
export type CheckQuestion = { readonly design: Design; readonly profile: Profile['name'] } & (
  { readonly kind: 'check' } | { readonly kind: 'witness'; readonly rule: string; readonly witness: Witness }
);

/** A rule that was judged, as data that crosses to the page. */
export interface JudgedRule extends ReportedRule, Pick<Finding, 'verdict' | 'required' | 'measured' | 'witness'> {}

export type CheckAnswer =
  | { readonly kind: 'progress'; readonly part: number }
  | { readonly kind: 'verdicts'; readonly rules: readonly JudgedRule[] }
  | { readonly kind: 'witness'; readonly trace: WitnessTrace | null }
  | { readonly kind: 'fault'; readonly message: string };

const EFFORT: Effort = 'quick';

/** The quick check of a design, or the request of a witness that it found. */
export function* answerCheck(question: CheckQuestion): Generator<CheckAnswer, CheckAnswer> {
  const { design } = question;
  const profile = withText(profileOf(question.profile, design.limits), design.text);
  if (question.kind === 'witness') {
    const rule = ALL_RULES.find(({ id }) => id === question.rule)!;
    const search = witnessRequest(design, rule, profile, question.witness);
    const trace = yield* progressAs(search, (part) => ({ kind: 'progress', part }));
    return { kind: 'witness', trace };
  }
  const checking = check(designSubject(design), profile, EFFORT, ALL_RULES);
  const verdicts = yield* progressAs(checking, ({ done, rules, part }) => ({
    kind: 'progress',
    part: (done + part) / rules,
  }));
  const rules = verdicts.map(({ rule, finding: { verdict, required, measured, witness } }): JudgedRule => {
    return { ...reportedRule(rule), verdict, required, measured, witness };
  });
  return { kind: 'verdicts', rules };
}
