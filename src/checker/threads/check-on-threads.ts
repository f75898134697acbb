import type { Design } from '../../../rtl-model/design/design.ts';
import { TaskPool, type TaskProgress } from '../../platform/threads/task-pool.ts';
import type { Verdict } from '../check.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Rule } from '../rule.ts';
import type { KnownFinding } from '../minimize/known-verdicts.ts';

/** The judgement of a design by one rule, as a task of a thread. */
export interface RuleTask {
  readonly design: Design;
  readonly profile: Profile;
  readonly effort: Effort;
  /** The id of one of ALL_RULES. */
  readonly rule: string;
  /** True to note the fields of the design on which the finding rests. */
  readonly noting: boolean;
}

/** The program of a thread that judges a design by one rule after the other; it gives each finding with its fields. */
export const RULE_WORKER = new URL('./rule-worker', import.meta.url);

/**
 * Judges a design by rules on threads, a rule at a time on each. The verdicts are those of `check`, in the order of the
 * rules.
 *
 * @param rules some of ALL_RULES, all of which the profile demands
 */
export async function* checkOnThreads(
  design: Design,
  profile: Profile,
  effort: Effort,
  rules: readonly Rule[],
  threads: number,
): AsyncGenerator<TaskProgress, readonly Verdict[]> {
  const tasks = rules.map(({ id }): RuleTask => ({ design, profile, effort, rule: id, noting: false }));
  const verdicts: Verdict[] = [];
  const pool = new TaskPool<RuleTask, KnownFinding>(RULE_WORKER, threads);
  yield* pool.all(tasks, ({ finding }, n) => {
    verdicts.push({ rule: rules[n], finding });
  });
  return verdicts;
}
