import type { Design } from '../../../rtl-model/design/design.ts';
import { TaskPool } from '../../platform/threads/task-pool.ts';
import { type KnownFinding, KnownVerdicts } from '../minimize/known-verdicts.ts';
import type { SearchProgress } from '../minimize/minimize.ts';
import type { SearchSteps } from '../minimize/search.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding, Rule } from '../rule.ts';
import { RULE_WORKER, type RuleTask } from './check-on-threads.ts';

/** Rules for each thread that are judged ahead of the first rule without a finding. Their work is lost if it fails. */
const AHEAD = 2;

/**
 * A search with the rules of each design judged on threads. The search takes the findings in the order of the rules up to
 * the first that fails, as without threads (`answered`), so that it finds the same.
 *
 * @param search that asks for some of ALL_RULES
 * @throws what the search throws
 */
export async function* searchOnThreads<T>(
  search: SearchSteps<T>,
  profile: Profile,
  threads: number,
): AsyncGenerator<SearchProgress, T> {
  const verdicts = new KnownVerdicts(profile);
  const pool = new TaskPool<RuleTask, KnownFinding>(RULE_WORKER, threads);
  const judge = async (design: Design, rule: Rule, effort: Effort): Promise<Finding> => {
    const known = verdicts.known(design, rule, effort);
    if (known !== null) return known;
    const result = await pool.run({ design, profile, effort, rule: rule.id, noting: true });
    verdicts.add(rule, effort, result);
    return result.finding;
  };
  try {
    let step = search.next([]);
    while (!step.done) {
      const { design, rules, effort, place } = step.value;
      const findings: Finding[] = [];
      const asked: Promise<Finding>[] = [];
      for (const [done, rule] of rules.entries()) {
        while (asked.length < Math.min(rules.length, done + AHEAD * threads)) {
          const answer = judge(design, rules[asked.length], effort);
          // An error in a rule that the search does not need is ignored.
          answer.catch(() => {});
          asked.push(answer);
        }
        yield { ...place, check: { rule, done, rules: rules.length, part: 0 } };
        const finding = await asked[done];
        findings.push(finding);
        if (finding.verdict === 'fail') break;
      }
      step = search.next(findings);
    }
    return step.value;
  } finally {
    await pool.stop();
  }
}
