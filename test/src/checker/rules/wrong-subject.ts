import type { Profile } from '../../../../src/checker/profiles.ts';
import type { CheckEnd, Effort, Finding, Rule } from '../../../../src/checker/rule.ts';
import type { Subject } from '../../../../src/checker/subject.ts';

/** A subject that is wrong in one thing. */
export interface WrongSubject {
  readonly wrong: string;
  readonly subject: Subject;
  /** The rule that must find it, as `partOfId` names it; failing-sets.json holds all that do. */
  readonly fails: string;
}

/** Section and name of a rule: its id without the specification. */
export function partOfId({ id }: Rule): string {
  return id.slice(id.indexOf('/') + 1);
}

export function found(
  rule: Rule,
  subject: Subject,
  profile: Profile,
  effort: Effort = 'quick',
  end?: CheckEnd,
): Finding {
  const steps = rule.check(subject, profile, effort, end);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** True if the subject fails the rule. */
export function fails(rule: Rule, subject: Subject, profile: Profile): boolean {
  return found(rule, subject, profile, 'quick', 'failure').verdict === 'fail';
}

/** All rules that a subject fails, in their order. */
export function failingSet(rules: readonly Rule[], subject: Subject, profile: Profile): readonly string[] {
  return rules.filter((rule) => fails(rule, subject, profile)).map(partOfId);
}
