import { group as groupsOf, rollup } from 'd3-array';
import type { RequestId } from '../../../traces/requests/request-trace.ts';
import { textureView } from '../../specification/state/view.ts';
import { DIRECTED, Measurement } from '../probes/measurement.ts';
import { claimed } from '../profiles.ts';
import { type Progress, PROVING, type ReportedRule, type ReportedVerdict, type Witness } from '../rule.ts';
import { counted } from '../../platform/pages/wording.ts';
import { progressAs } from '../../platform/progress.ts';
import { attributeFaults } from './attribute-faults.ts';
import type { Fault } from './faults.ts';
import { measuredRequests, type MeasuredTrace } from '../judge/measured-trace.ts';
import type { ResultFault } from '../judge/result-fault.ts';
import { faultRule, rulesOf } from './result-rules.ts';
import { requestInputs } from '../judge/result-witness.ts';
import {
  judgeLanes,
  LANE_VERDICT,
  type LaneVerdicts,
  oracleOf,
  type Standard,
  type WrongLane,
} from '../judge/judge-lanes.ts';

/** A result that is not allowed. */
export interface WrongResult extends ResultFault {
  readonly id: RequestId;
  readonly file: string;
  readonly line: number;
  readonly lane: number;
  /** The rule of the fault that explains the result. */
  readonly rule: string;
  /** The rules of the features that the request exercises. */
  readonly features: readonly string[];
}

export interface JudgedResults {
  /** A verdict for each fault, the most frequent first, then one for each feature, by id. */
  readonly verdicts: readonly ReportedVerdict[];
  /** The wrong results in the order of the file. */
  readonly wrong: readonly WrongResult[];
  /** Results of lanes: those judged, those among them that the standard leaves open. */
  readonly judged: number;
  readonly open: number;
  /** Requests without a result. */
  readonly unmeasured: number;
}

/** A feature that requests exercise, and its results: those that are right, open, and wrong. */
interface Feature {
  readonly rule: ReportedRule;
  readonly right: Measurement;
  wrong: number;
}

/**
 * Judges every result of a trace, each once.
 *
 * @param known the verdicts on all lanes, where they are known
 */
export function* judgeResults(
  trace: MeasuredTrace,
  standard: Standard,
  known: LaneVerdicts | null = null,
): Generator<Progress, JudgedResults> {
  const { images, states } = trace;
  const everyRequest = { from: 0, until: trace.requests.length };
  const work = () => judgeLanes(trace, oracleOf(trace, standard), everyRequest);
  const { lanes, wrong } = known ?? (yield* progressAs(work(), (part) => part / 2));
  const isProfile = standard.kind === 'profile';
  const profile = isProfile ? standard.profile : claimed(standard.design.limits);
  const specification = isProfile ? profile.specification : 'design';
  const features = new Map<string, Feature>();
  const ruleSets = states.map((state) =>
    rulesOf(state, textureView(state, images), specification).map((rule) => {
      if (!features.has(rule.id)) features.set(rule.id, { rule, right: new Measurement(), wrong: 0 });
      return features.get(rule.id)!;
    }),
  );
  let [judged, open] = [0, 0];
  for (const [n, lane] of lanes.entries()) {
    if (lane === LANE_VERDICT.unmeasured) continue;
    judged++;
    open += Number(lane === LANE_VERDICT.open);
    for (const feature of ruleSets[trace.batch.state[Math.floor(n / 4)]]) {
      if (lane === LANE_VERDICT.wrong) feature.wrong++;
      else if (lane === LANE_VERDICT.open) feature.right.open++;
      else feature.right.tried++;
    }
  }
  const unmeasured = trace.requests.length - measuredRequests(trace).length;
  const attribution = attributeFaults(trace, profile, { lanes, wrong });
  const faults = yield* progressAs(attribution, (part) => 1 / 2 + part / 2);
  const ruleOf = (fault: Fault | undefined) => faultRule(fault, specification);
  const faultVerdicts = [...groupsOf(wrong, (lane) => faults.get(lane)?.fault)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([fault, lanes]) => {
      const alternatives = itemsOfMost(lanes.map((lane) => faults.get(lane)?.alternatives ?? []));
      return faultVerdict(trace, ruleOf(fault), alternatives.map(ruleOf), lanes, ruleSets, judged - open);
    });
  const exercised = [...features.values()].filter(({ right, wrong: count }) => right.tried + right.open + count > 0);
  return {
    verdicts: [
      ...faultVerdicts,
      ...exercised
        .toSorted((a, b) => (a.rule.id < b.rule.id ? -1 : 1))
        .map(({ rule, right }) => ({ rule, finding: right.atMost(0, DIRECTED) })),
    ],
    wrong: wrong.map(({ quad, lane, ...fault }, n) => ({
      id: trace.requests[quad].id,
      file: trace.file,
      line: trace.requests[quad].line,
      lane,
      rule: ruleOf(faults.get(wrong[n])?.fault).id,
      features: ruleSets[trace.batch.state[quad]].map(({ rule }) => rule.id),
      ...fault,
    })),
    judged,
    open,
    unmeasured,
  };
}

/** Items that more than half of the lists have, in their order. */
function itemsOfMost<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return [
    ...rollup(
      lists.flat(),
      ({ length }) => length,
      (one) => one,
    ),
  ]
    .filter(([, count]) => 2 * count > lists.length)
    .map(([one]) => one);
}

/** The verdict of a fault: its results, the features that all of them share, and the smallest request as the witness. */
function faultVerdict(
  trace: MeasuredTrace,
  rule: ReportedRule,
  alternatives: readonly ReportedRule[],
  wrong: readonly WrongLane[],
  ruleSets: readonly (readonly Feature[])[],
  tried: number,
): ReportedVerdict {
  const sets = wrong.map(({ quad }) => ruleSets[trace.batch.state[quad]]);
  const shared = sets[0].filter((feature) => sets.every((set) => set.includes(feature)));
  const exercised = shared.map(({ rule: { id, section }, right, wrong: count }) => {
    return { id, section, wrong: count, judged: count + right.tried };
  });
  const witness = wrong.map((lane) => witnessOf(trace, lane)).reduce((a, b) => (sizeOf(b) < sizeOf(a) ? b : a));
  const group = {
    unit: unitOf(rule),
    alternatives: alternatives.map(({ id, section, title }) => ({ id, section, title })),
    requests: new Set(wrong.map(({ quad }) => quad)).size,
    exercised,
  };
  const { length } = wrong;
  const cases = { tried, ...DIRECTED };
  return {
    rule: { ...rule, title: [...doubts(rule, alternatives, length), rule.title].join(': ') },
    finding: { verdict: 'fail', required: 0, measured: length, margin: -length, witness, cases, group },
  };
}

/** Doubts about a fault: too few results, or several faults that explain them. */
function doubts(rule: ReportedRule, alternatives: readonly ReportedRule[], results: number): readonly string[] {
  if (unitOf(rule) === null) return [];
  const few = `perhaps, on ${counted(results, 'result')}, and fewer than ${PROVING} cannot tell`;
  const names = [rule, ...alternatives].map(({ id }) => id.replace('results/', ''));
  const several = `cannot tell between ${names.join(' and ')}`;
  return [...(results < PROVING ? [few] : []), ...(alternatives.length > 0 ? [several] : [])];
}

/** The unit of a fault's rule, `results/lod-unit/level`; null for results that no fault explains. */
function unitOf({ id }: ReportedRule): string | null {
  const [, unit, fault] = id.split('/');
  return fault === undefined ? null : unit;
}

/** The size of a witness: the number of its operands, then the length of its text. */
function sizeOf({ inputs }: Witness): number {
  const fields = Object.entries(inputs).filter(([name]) => name !== 'request' && name !== 'id');
  return 2 ** 16 * fields.length + fields.join().length;
}

function witnessOf(trace: MeasuredTrace, { quad, lane, channel, expected, got, ulp }: WrongLane): Witness {
  return {
    inputs: requestInputs(trace, quad, lane),
    raw: ulp === null ? {} : { beyond: `${ulp.toPrecision(4)} ULP` },
    expected: expected === null ? `another ${channel}` : `${channel} from ${expected.lower} to ${expected.upper}`,
    got: `${channel} ${got}`,
  };
}
