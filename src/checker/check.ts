import type { Profile } from './profiles.ts';
import type { CheckEnd, Effort, Finding, Rule } from './rule.ts';
import { progressAs } from '../platform/progress.ts';
import type { Subject } from './subject.ts';

/** A rule with what it found. */
export interface Verdict {
  readonly rule: Rule;
  readonly finding: Finding;
}

export interface CheckProgress {
  readonly rule: Rule;
  /** Rules before it, and all. */
  readonly done: number;
  readonly rules: number;
  /** The part of the rule's cases that is done. */
  readonly part: number;
}

/** Judges a subject by every rule that the profile demands, rule by rule in their order. */
export function* check(
  subject: Subject,
  profile: Profile,
  effort: Effort,
  rules: readonly Rule[],
  end?: CheckEnd,
): Generator<CheckProgress, readonly Verdict[]> {
  const demanded = rules.filter((rule) => rule.applies(profile));
  const verdicts: Verdict[] = [];
  for (const [done, rule] of demanded.entries()) {
    const work = rule.check(subject, profile, effort, end);
    const finding = yield* progressAs(work, (part) => ({ rule, done, rules: demanded.length, part }));
    verdicts.push({ rule, finding });
  }
  return verdicts;
}
