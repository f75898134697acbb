import type { Design } from '../../../rtl-model/design/design.ts';
import { TaskPool } from '../../platform/threads/task-pool.ts';
import { KnownVerdicts } from '../minimize/known-verdicts.ts';
import type { SearchProgress } from '../minimize/answered.ts';
import type { Asking, Question } from '../minimize/search.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding, Rule } from '../rule.ts';
import { RULE_WORKER, type RuleResult, type RuleTask } from './check-on-threads.ts';

/** Rules for each thread that are judged ahead of the first one without a finding. They are in vain if that fails. */
const AHEAD = 2;

/**
 * A search with the rules of each design judged on threads. The search takes the findings in the order of the rules up to
 * the first that fails, as without threads (`answered`), so that it finds the same.
 *
 * @param search that asks for some of ALL_RULES
 * @throws what the search throws
 */
export async function* searchOnThreads<T>(
  search: Asking<T>,
  profile: Profile,
  threads: number,
): AsyncGenerator<SearchProgress, T> {
  const judges = new Judges(profile, threads);
  try {
    let step = search.next([]);
    while (!step.done) step = search.next(yield* judges.answer(step.value));
    return step.value;
  } finally {
    await judges.stop();
  }
}

/** Threads that judge designs by rules, and what they found so far. */
class Judges {
  private readonly profile: Profile;
  private readonly most: number;
  private readonly pool: TaskPool<RuleTask, RuleResult>;
  private readonly verdicts: KnownVerdicts;

  constructor(profile: Profile, threads: number) {
    this.profile = profile;
    this.most = AHEAD * threads;
    this.pool = new TaskPool(RULE_WORKER, threads);
    this.verdicts = new KnownVerdicts(profile);
  }

  async *answer({ design, rules, effort, place }: Question): AsyncGenerator<SearchProgress, readonly Finding[]> {
    const findings: Finding[] = [];
    const asked: Promise<Finding>[] = [];
    for (const [done, rule] of rules.entries()) {
      while (asked.length < Math.min(rules.length, done + this.most)) {
        const answer = this.judge(design, rules[asked.length], effort);
        // The error of a rule that was judged in vain is none of the search.
        answer.catch(() => {});
        asked.push(answer);
      }
      yield { ...place, check: { rule, done, rules: rules.length, part: 0 } };
      const finding = await asked[done];
      findings.push(finding);
      if (finding.verdict === 'fail') break;
    }
    return findings;
  }

  stop(): Promise<void> {
    return this.pool.stop();
  }

  private async judge(design: Design, rule: Rule, effort: Effort): Promise<Finding> {
    const known = this.verdicts.known(design, rule, effort);
    if (known !== null) return known;
    const task = { design, profile: this.profile, effort, rule: rule.id, noting: true };
    const result = await this.pool.run(task);
    this.verdicts.add(rule, effort, result);
    return result.finding;
  }
}
