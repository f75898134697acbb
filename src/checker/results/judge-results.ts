import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { RequestId } from '../../../traces/requests/request-trace.ts';
import type { TexelFootprint } from '../../../traces/requests/result-schema.ts';
import type { Answer } from '../../specification/answers/answer.ts';
import type { Interval } from '../../specification/exact/interval.ts';
import { OperationOracle } from '../../specification/operations/operation-oracle.ts';
import { areRightGroups } from '../../specification/answers/texel-groups.ts';
import { codeOfOne } from '../../specification/texels/numeric-formats.ts';
import { textureView } from '../../specification/state/view.ts';
import { floatUlp } from '../float-precision.ts';
import type { Profile } from '../profiles.ts';
import { everyDecoding } from './permitted-readings.ts';
import { DIRECTED, Measurement } from '../probes/measurement.ts';
import type { Progress, ReportedRule, ReportedVerdict, Witness } from '../rule.ts';
import { type MeasuredRequest, type MeasuredTrace, spreadOf } from './measured-trace.ts';
import { deviationOf, isOpen } from './result-distance.ts';
import { rulesOf } from './result-rules.ts';
import { requestInputs } from './result-witness.ts';
import { SpecificationOracle } from './specification-oracle.ts';

/** The standard of results: a specification, or a design that is known. */
export type Standard =
  { readonly kind: 'profile'; readonly profile: Profile } | { readonly kind: 'design'; readonly design: Design };

/** A result that is not allowed. */
export interface WrongResult {
  readonly id: RequestId;
  readonly file: string;
  readonly line: number;
  readonly lane: number;
  /** Rules that it counts for. */
  readonly rules: readonly string[];
  /** r, g, b or a; what else came back wrong. */
  readonly channel: 'r' | 'g' | 'b' | 'a' | 'resident' | 'footprint';
  /** Null where no interval says it. */
  readonly expected: Interval | null;
  /** NaN and infinities as texts, as in a trace. */
  readonly got: number | string;
  /** Beyond the interval, as a value. Null where that is no number. */
  readonly distance: number | null;
  /**
   * The same in units of the last place: codes of a normalized format, float32 ULP at the interval's end, or 1. And
   * log2 of that: how many low bits are wrong; negative for less than one unit.
   */
  readonly ulp: number | null;
  readonly bits: number | null;
}

export interface JudgedResults {
  /** The verdicts of the rules that the requests exercise, in the order of their ids. */
  readonly verdicts: readonly ReportedVerdict[];
  /** The wrong results in the order of the file. */
  readonly wrong: readonly WrongResult[];
  /** Results of lanes: those judged, those among them that the standard leaves open. */
  readonly judged: number;
  readonly open: number;
  /** Requests without a result. */
  readonly unmeasured: number;
}

const PROGRESS_REQUESTS = 64;

/** A rule, and its results so far: the wrong ones are counted, the one that is farthest off is the witness. */
interface Tally {
  readonly rule: ReportedRule;
  readonly found: Measurement;
  /** The distance of the witness in units of the last place. */
  farthest: number;
}

/** The results that a standard allows the requests of a trace. */
export function oracleOf({ images, states }: MeasuredTrace, standard: Standard): SpecificationOracle | OperationOracle {
  return standard.kind === 'profile'
    ? new SpecificationOracle(standard.profile, images, states)
    : new OperationOracle(standard.design, images, states, { decodings: everyDecoding('described') });
}

/** Judges every result of a trace. Yields often, so that a check can stop. */
export function* judgeResults(trace: MeasuredTrace, standard: Standard): Generator<Progress, JudgedResults> {
  const { images, states } = trace;
  const oracle = oracleOf(trace, standard);
  const specification = standard.kind === 'profile' ? standard.profile.specification : 'design';
  const tallies = new Map<string, Tally>();
  const wrong: WrongResult[] = [];
  let [judged, open, unmeasured] = [0, 0, 0];
  const ruleSets = states.map((state) => rulesOf(state, textureView(state, images), specification));
  for (const [quad, request] of trace.requests.entries()) {
    if (quad % PROGRESS_REQUESTS === 0) yield quad / trace.requests.length;
    if (request.results === null) {
      unmeasured++;
      continue;
    }
    const rules = ruleSets[trace.batch.state[quad]];
    for (let lane = 0; lane < 4; lane++) {
      if (!((trace.batch.active[quad] >> lane) & 1)) continue;
      const answer = oracle.answer(trace.batch, quad, lane);
      judged++;
      if (isOpen(answer) && answer.groups === undefined) open++;
      const fault = faultOf(trace, request, quad, lane, answer);
      const { id, line } = request;
      const result = fault && { id, file: trace.file, line, lane, rules: rules.map((rule) => rule.id), ...fault };
      if (result !== null) wrong.push(result);
      const witness = result && witnessOf(trace, result, quad);
      for (const rule of rules) {
        const tally = tallies.get(rule.id) ?? { rule, found: new Measurement(), farthest: -Infinity };
        tallies.set(rule.id, tally);
        tally.found.judge(result === null, () => witness!);
        const distance = result === null ? -Infinity : (result.ulp ?? Infinity);
        if (!(distance > tally.farthest)) continue;
        tally.farthest = distance;
        tally.found.witness = witness;
      }
    }
  }
  const verdicts = [...tallies.values()]
    .toSorted((a, b) => (a.rule.id < b.rule.id ? -1 : 1))
    .map(({ rule, found }) => ({ rule, finding: found.atMost(0, DIRECTED) }));
  return { verdicts, wrong, judged, open, unmeasured };
}

type Fault = Pick<WrongResult, 'channel' | 'expected' | 'got' | 'distance' | 'ulp' | 'bits'>;

const NO_DISTANCE = { distance: null, ulp: null, bits: null } as const;

/** The fault of a lane's result; null where it is right, or left open. */
export function faultOf(
  trace: MeasuredTrace,
  request: MeasuredRequest,
  quad: number,
  lane: number,
  answer: Answer,
): Fault | null {
  const { results } = request;
  const texel = results?.texels?.[lane];
  const deviation = texel ? deviationOf(answer, texel, (component) => spreadOf(request, component)) : null;
  if (deviation !== null) {
    const { channel, expected, got, distance } = deviation;
    const state = trace.states[trace.batch.state[quad]];
    const ulp = distance / lastPlace(textureView(state, trace.images), answer, expected, got);
    const numbers = Number.isFinite(distance) ? { distance, ulp, bits: Math.log2(ulp) } : NO_DISTANCE;
    return { channel, expected, got: Number.isFinite(got) ? got : String(got), ...numbers };
  }
  const resident = results?.resident?.[lane];
  if (resident !== undefined && resident !== null && answer.resident?.includes(Number(resident)) === false) {
    return { ...NO_DISTANCE, expected: null, channel: 'resident', got: String(resident) };
  }
  const footprint = results?.footprints?.[lane];
  if (footprint !== undefined && answer.groups !== undefined && !areRightGroups(answer.groups, groupsOf(footprint))) {
    return { ...NO_DISTANCE, expected: null, channel: 'footprint', got: JSON.stringify(footprint) };
  }
  return null;
}

/** null is an empty footprint. */
function groupsOf(footprint: TexelFootprint | null) {
  if (footprint === null)
    return { single: true, anchor: [0, 0, 0], offset: [0, 0, 0], mask: [0, 0], level: 0, granularity: 0 } as const;
  const { lod, ...groups } = footprint;
  return { ...groups, level: lod };
}

/** A code of the format, or a float32's ULP at the end of the interval that the result missed. */
function lastPlace(view: ImageView | null, { type }: Answer, { lower, upper }: Interval, got: number): number {
  if (type !== 'float') return 1;
  const one = view === null ? 1 : codeOfOne(view.format.componentType, view.format.componentBits);
  return one > 1 ? 1 / one : floatUlp(got < lower ? lower : upper, 23, -126);
}

function witnessOf(trace: MeasuredTrace, result: WrongResult, quad: number): Witness {
  const { channel, expected, got, ulp } = result;
  return {
    inputs: requestInputs(trace, quad, result.lane),
    raw: ulp === null ? {} : { beyond: `${ulp.toPrecision(4)} ULP` },
    expected: expected === null ? `another ${channel}` : `${channel} from ${expected.lower} to ${expected.upper}`,
    got: `${channel} ${got}`,
  };
}
