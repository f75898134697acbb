import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { judgeLanes, oracleOf, type WrongLane } from '../../../../src/checker/judge/judge-lanes.ts';
import { executeTable } from '../../../foreign/execute.ts';
import { foreignDevice } from '../../../foreign/device.ts';
import type { ForeignText } from '../../../foreign/switches/freedom.ts';
import { type FaultName, faultNames, FAULTS } from '../../../foreign/switches/faults.ts';
import { answerText } from '../../../foreign/tables/compare-answers.ts';
import { parseTable } from '../../../foreign/tables/parse-table.ts';
import { wideTable } from '../../../foreign/tables/wide-table.ts';
import { resultLines } from '../../../foreign/tables/write-results.ts';
import { finished } from '../judge/random-requests.ts';
import { isNamedRightly } from './named-faults.ts';
import { FEATURES, measuredTable, profileOfText } from './judged-table.ts';

/**
 * Scores what the checker makes of each fault of the foreigner, in a whole table of its own:
 * `tsx score-attribution.ts vulkan|d3d11 SEED SIZE [FIRST] [EVERY] [NAMES]`. A line has the verdict, the unit of the fault in
 * the foreigner's words, and the rules that fail with their lanes. The rule with the most lanes is the one that counts.
 */
const [name, seed, size, first = '0', every = '1', names] = process.argv.slice(2);
const text = name as ForeignText;
const requests = wideTable({ text, seed: Number(seed), size: Number(size) });
const standard = { kind: 'profile', profile: profileOfText(text) } as const;

function answersOf(faults: readonly FaultName[]) {
  return executeTable(foreignDevice(text, {}, faults, FEATURES), parseTable(requests));
}

const right = answersOf([]);
const known = measuredTable(requests, resultLines(parseTable(requests), right));
const rightLanes = finished(judgeLanes(known, oracleOf(known, standard), { from: 0, until: right.length })).lanes;
const counts = { unseen: 0, passed: 0, right: 0, between: 0, wrong: 0, none: 0 };
const lanesOf = { right: 0, wrong: 0, none: 0 };

const chosen = names?.split(',') ?? faultNames(text).filter((_, n) => n % Number(every) === Number(first));
for (const fault of chosen as readonly FaultName[]) {
  const answers = answersOf([fault]);
  const differing = [...answers.keys()].filter((n) => answerText(answers[n]) !== answerText(right[n]));
  const trace = measuredTable(requests, resultLines(parseTable(requests), answers));
  const oracle = oracleOf(trace, standard);
  const lanes = rightLanes.slice();
  const wrongLanes: WrongLane[] = [];
  for (const n of differing) {
    const judged = finished(judgeLanes(trace, oracle, { from: n, until: n + 1 }));
    lanes.set(judged.lanes, 4 * n);
    wrongLanes.push(...judged.wrong);
  }
  const { wrong, verdicts } = finished(judgeResults(trace, standard, { lanes, wrong: wrongLanes }));
  const rules = new Map<string, number>();
  for (const { rule } of wrong) rules.set(rule.slice(8), (rules.get(rule.slice(8)) ?? 0) + 1);
  const shares = [...rules].toSorted((a, b) => b[1] - a[1]);
  const verdictOf = (rule: string) =>
    rule === 'not-attributed' ? 'none' : isNamedRightly(FAULTS[fault], rule, text) ? 'right' : 'wrong';
  const first = verdicts[0].finding.group;
  const others = first?.alternatives.map(({ id }) => id.slice(8)) ?? [];
  const named = shares.length === 0 ? 'passed' : verdictOf(shares[0][0]);
  const verdict =
    differing.length === 0
      ? 'unseen'
      : named === 'wrong' && others.some((other) => verdictOf(other) === 'right')
        ? 'between'
        : named;
  counts[verdict]++;
  for (const [rule, count] of shares) lanesOf[verdictOf(rule)] += count;
  const list = shares.map(([rule, count]) => `${rule} ${count}`).join(', ');
  process.stdout.write(
    `${verdict} | ${FAULTS[fault].unit} | ${fault} | ${differing.length} | ${list}${others.length > 0 ? ` | or ${others.join(', ')}` : ''}\n`,
  );
}
process.stdout.write(`${JSON.stringify(counts)}, lanes ${JSON.stringify(lanesOf)}\n`);
