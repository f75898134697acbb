import type { CheckProgress } from '../check.ts';
import type { Profile } from '../profiles.ts';
import { type Finding, progressAs } from '../rule.ts';
import { KnownVerdicts } from './known-verdicts.ts';
import type { SearchSteps, Place } from './search.ts';

/** The progress of a search: the place that it has reached, and that of the check there. */
export interface SearchProgress extends Place {
  readonly check: CheckProgress;
}

/** A search whose questions are answered by the rules, one after the other. */
export function* answered<T>(search: SearchSteps<T>, profile: Profile): Generator<SearchProgress, T> {
  const verdicts = new KnownVerdicts(profile);
  let step = search.next([]);
  while (!step.done) {
    const { design, rules: asked, effort, place } = step.value;
    const findings: Finding[] = [];
    for (const [done, rule] of asked.entries()) {
      const work = verdicts.judge(design, rule, effort);
      const check = { rule, done, rules: asked.length };
      const finding = yield* progressAs(work, (part) => ({ ...place, check: { ...check, part } }));
      findings.push(finding);
      if (finding.verdict === 'fail') break;
    }
    step = search.next(findings);
  }
  return step.value;
}
