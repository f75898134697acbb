import type { Design } from '../../../rtl-model/design/design.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding, Rule } from '../rule.ts';
import { progressAs } from '../../platform/progress.ts';
import { searched } from './parameters.ts';
export type { Narrowing } from './search.ts';
import { claiming, type Narrowing, type Obstacle, type SearchPlace, Search, type SearchSteps } from './search.ts';
import { KnownVerdicts } from './known-verdicts.ts';
import type { CheckProgress } from '../check.ts';

export interface Minimum {
  /** The narrowing of each parameter, with the others as the starting design has them. */
  readonly alone: readonly Narrowing[];
  /** A design that passes, and in which no parameter can be narrowed any further. */
  readonly design: Design;
  readonly together: readonly Narrowing[];
}

/** The starting design breaks a rule of the profile already. */
export class NotConforming extends Error {
  constructor(readonly obstacle: Obstacle) {
    super(`the starting design does not conform: ${obstacle.reason}`);
    this.name = 'NotConforming';
  }
}

/**
 * The narrowest widths of a design that still pass every rule of a profile, each alone and all together. Together, one
 * parameter after the other is narrowed as far as it goes. The search starts again at the first until none goes
 * further.
 *
 * @throws NotConforming when the starting design does not pass
 */
export function* minimize(
  start: Design,
  profile: Profile,
  rules: readonly Rule[],
  effort: Effort,
): Generator<SearchProgress, Minimum> {
  return yield* answered(searchMinimum(start, profile, rules, effort), profile);
}

/** The search of `minimize`, which asks for the findings of rules and judges nothing itself. */
export function* searchMinimum(
  start: Design,
  profile: Profile,
  rules: readonly Rule[],
  effort: Effort,
): SearchSteps<Minimum> {
  const search = new Search(profile, rules, effort);
  const first = yield* search.judge(start, effort, { phase: 'start', field: '', value: 0 });
  if (first.obstacle !== null) throw new NotConforming(first.obstacle);

  const alone: Narrowing[] = [];
  for (const parameter of searched(start)) alone.push(yield* search.narrow(start, parameter, 'alone'));

  let design = start;
  let together: Narrowing[] = [];
  for (let narrowed = true; narrowed;) {
    narrowed = false;
    together = [];
    for (const parameter of searched(design)) {
      const narrowing = yield* search.narrow(design, parameter, 'together');
      together.push(narrowing);
      if (narrowing.narrowest === narrowing.start) continue;
      design = parameter.with(design, narrowing.narrowest);
      narrowed = true;
    }
  }
  return { alone, design: claiming(design), together };
}

/** The progress of a search: the place that it has reached, and that of the check there. */
export interface SearchProgress extends SearchPlace {
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
