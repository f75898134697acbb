import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { type Answer, either, OPEN } from '../../specification/answers/answer.ts';
import type { Interval } from '../../specification/exact/interval.ts';
import { textureView } from '../../specification/state/view.ts';
import type { Profile } from '../profiles.ts';
import type { Progress } from '../rule.ts';
import type { ChangedQuestion, Hypothesis, JudgedState, ResultLane, Returned } from './changed-questions.ts';
import { FaultEvidence, writtenBefore } from './fault-evidence.ts';
import { HYPOTHESES } from './fault-hypotheses.ts';
import { LEAST_EVIDENCE, type LikelyFault } from './likely-fault.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import { isOpen } from '../judge/result-distance.ts';
import { faultOf } from '../judge/result-fault.ts';
import { SpecificationOracle } from '../judge/specification-oracle.ts';
import { LANE_VERDICT, type LaneVerdicts, type WrongLane } from '../judge/judge-lanes.ts';

/** Wrong results that each round tries every hypothesis on. */
const EXAMINED = 32;
/** The least share of these that a fault must explain: a few results have many explanations by accident. */
const LEAST_SHARE = 1 / 16;
/** Wrong results that decide the order in which hypotheses are tried. */
const FIRST = 2;
/** Right results of the sample. A hypothesis is tried on at most `EXAMINED` of them. */
const MOST_RIGHT = 512;
const MOST_ROUNDS = 24;

/** The cost, in bits, of a result that a hypothesis does not explain. */
const UNEXPLAINED = 32;
/** The cost of a right result that a hypothesis makes wrong. It is low: a fault may have further conditions. */
const CONTRADICTED = 8;

/**
 * Finds the fault that explains each wrong result.
 *
 * A hypothesis changes one thing of the question: the grid of the coordinate, the level, the address mode, the format.
 * It explains a result that the specification permits as the answer to the changed question. The fewer other results
 * that answer permits, the better. Each round tries every hypothesis on a sample of the results. The one with the least
 * cost in bits (`Answers.bits`), the smallest fault among equals, is the fault of all results that it explains. Other
 * results go on to the next round. Faults that explain the same results at nearly this cost (`LEAST_EVIDENCE`) are
 * alternatives.
 *
 * A result that no hypothesis explains is a fault of the step that the wrong results alone exercise, or of its
 * operation (`FaultEvidence`).
 *
 * @returns the fault of each wrong result that has an explanation
 */
export function* attributeFaults(
  trace: MeasuredTrace,
  profile: Profile,
  { lanes, wrong }: LaneVerdicts,
): Generator<Progress, ReadonlyMap<WrongLane, LikelyFault>> {
  const found = new Map<WrongLane, LikelyFault>();
  if (wrong.length === 0) return found;
  const answers = new Answers(trace, profile);
  const measured = lanesOf(lanes, (verdict) => verdict !== LANE_VERDICT.unmeasured);
  const all = lanesOf(lanes, (verdict) => verdict === LANE_VERDICT.right);
  const right = spread(evenly(all, MOST_RIGHT));
  const evidence = new FaultEvidence(trace, measured, wrong);
  let left = spread(wrong);
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round++) {
    const examined = left.slice(0, EXAMINED);
    const bitsOf = (hypothesis: Hypothesis, from: number, until: number, most: number) => {
      let bits = 0;
      for (let n = from; n < until && bits <= most; n++) bits += answers.bits(hypothesis, examined[n]) ?? UNEXPLAINED;
      return bits;
    };
    const first: number[] = [];
    for (const hypothesis of HYPOTHESES) {
      first.push(bitsOf(hypothesis, 0, Math.min(FIRST, examined.length), Infinity));
      yield (wrong.length - left.length) / wrong.length;
    }
    const sums = HYPOTHESES.map(() => Infinity);
    const ofNone = UNEXPLAINED * examined.length * (1 - LEAST_SHARE);
    let least = ofNone;
    // Costs only grow: a low first sum ends the other hypotheses early.
    for (const n of HYPOTHESES.map((_, index) => index).toSorted((a, b) => first[a] - first[b])) {
      const hypothesis = HYPOTHESES[n];
      const most = least + LEAST_EVIDENCE;
      let bits = first[n] + bitsOf(hypothesis, FIRST, examined.length, most - first[n]);
      let asked = 0;
      for (let at = 0; at < right.length && asked < EXAMINED && bits <= most; at++) {
        const contradicts = answers.contradicts(hypothesis, right[at]);
        if (contradicts !== null) asked++;
        if (contradicts === true) bits += CONTRADICTED;
      }
      if (bits <= most) sums[n] = bits;
      least = Math.min(least, bits);
      yield (wrong.length - left.length) / wrong.length;
    }
    if (least === ofNone) break;
    const chosen = HYPOTHESES[sums.indexOf(least)];
    const explained: WrongLane[] = [];
    const rest: WrongLane[] = [];
    for (const [n, lane] of left.entries()) {
      if (n % EXAMINED === 0) yield (wrong.length - left.length) / wrong.length;
      (answers.bits(chosen, lane) === null ? rest : explained).push(lane);
    }
    const affected = right.filter((lane) => answers.affects(chosen, lane));
    const sampled = right.length / Math.max(1, all.length);
    const explains = (n: number) =>
      examined.every((lane) => answers.bits(chosen, lane) === null || answers.bits(HYPOTHESES[n], lane) !== null);
    const faults = [...sums.keys()]
      .filter((n) => sums[n] < least + LEAST_EVIDENCE && explains(n))
      .toSorted((a, b) => sums[a] - sums[b])
      .map((n) => HYPOTHESES[n].fault);
    const counts = { left: left.length, explained: explained.length };
    const attribution = evidence.likelyFaultOf({ faults, ...counts, affected, sampled });
    for (const lane of explained) found.set(lane, attribution);
    left = rest;
  }
  for (const [lane, attribution] of evidence.attributions(left)) found.set(lane, attribution);
  return found;
}

function lanesOf(lanes: Uint8Array, has: (verdict: number) => boolean): readonly ResultLane[] {
  const found: ResultLane[] = [];
  for (const [n, verdict] of lanes.entries()) if (has(verdict)) found.push({ quad: n >> 2, lane: n & 3 });
  return found;
}

/** A list in an order in which the first ones, however many, are spread over it: steps of the golden ratio. */
function spread<T>(all: readonly T[]): readonly T[] {
  const place = (n: number) => ((n * (Math.sqrt(5) - 1)) / 2) % 1;
  return all
    .map((_, n) => n)
    .toSorted((a, b) => place(a) - place(b))
    .map((n) => all[n]);
}

/** At most `most` elements of a list, evenly spread. */
export function evenly<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)]);
}

/** Remembers the answer of each hypothesis for each lane: the next round asks again. */
function kept<Of extends ResultLane, T>(answer: (hypothesis: Hypothesis, lane: Of) => T) {
  const known = new Map<Hypothesis, Map<Of, T>>();
  return (hypothesis: Hypothesis, lane: Of): T => {
    const ofLanes = known.get(hypothesis) ?? new Map<Of, T>();
    if (!ofLanes.has(lane)) known.set(hypothesis, ofLanes.set(lane, answer(hypothesis, lane)));
    return ofLanes.get(lane)!;
  };
}

/** A changed question, with the oracle that answers it. */
interface Question {
  readonly changed: ChangedQuestion;
  readonly oracle: SpecificationOracle;
}

/** The answers to the changed questions of a trace; the oracles of a texture state are made once. */
class Answers {
  private readonly questions = new Map<Hypothesis, (readonly (readonly Question[])[])[]>();
  private readonly batch = new QuadBatch(1);
  private readonly unchanged: SpecificationOracle[] = [];
  private oracle: SpecificationOracle | undefined;

  constructor(
    private readonly trace: MeasuredTrace,
    private readonly profile: Profile,
  ) {
    this.batch.count = 1;
  }

  /**
   * log2 of the results that a hypothesis permits, relative to those of the profile: the number of groups times the
   * width of the group that holds the measured result. Null if the hypothesis does not explain the result.
   */
  readonly bits = kept((hypothesis: Hypothesis, wrong: WrongLane): number | null => {
    const { ulp, channel } = wrong;
    const given = this.given(wrong);
    if (given === null) return null;
    const within = hypothesis.within?.(given, channel);
    if (within !== undefined) return ulp === null || ulp > within ? null : bitsOf(wrong, 2 * within);
    // A question of one request does not include earlier writes.
    if (hypothesis.returned === undefined && writtenBefore(this.trace, wrong) !== undefined) return null;
    for (const answer of this.answersTo(hypothesis, given, wrong)) {
      if (answer !== null && this.holds(answer, wrong)) {
        return Math.log2(this.countOf(hypothesis, given, wrong)) + bitsOf(wrong, 0, answer);
      }
    }
    return null;
  });

  /** True if no question of the hypothesis permits the right result; null if no question concerns it. */
  readonly contradicts = kept((hypothesis: Hypothesis, right: ResultLane): boolean | null => {
    const given = this.given(right);
    if (given === null || hypothesis.within !== undefined || writtenBefore(this.trace, right) !== undefined)
      return null;
    let contradicts: boolean | null = null;
    for (const answer of this.answersTo(hypothesis, given, right)) {
      if (answer === null) continue;
      if (isOpen(answer) || this.holds(answer, right)) return false;
      contradicts = true;
    }
    return contradicts;
  });

  /** True if the hypothesis changes, or may change, a right result. */
  affects(hypothesis: Hypothesis, right: ResultLane): boolean {
    const given = this.given(right);
    if (given === null) return false;
    if (hypothesis.within !== undefined) return hypothesis.within(given) > 0;
    const contradicts = this.contradicts(hypothesis, right);
    if (contradicts !== false) return contradicts === true;
    const width = (answer: Answer) => Math.max(...(answer.ways ?? []).flat().map(widthOf));
    const own = width(this.right(right));
    const more = (answer: Answer) => this.holds(answer, right) && width(answer) > 1.01 * own;
    return [...this.answersTo(hypothesis, given, right)].some((answer) => answer !== null && more(answer));
  }

  private given({ quad }: ResultLane): JudgedState | null {
    const { trace, profile } = this;
    const texture = trace.states[trace.batch.state[quad]];
    const view = textureView(texture, trace.images);
    if (view === null) return null;
    const { image, second } = texture;
    const beside = second && { second: trace.images[second.image] };
    return { texture, image: trace.images[image!], view, profile, ...beside };
  }

  /** The answers of the groups of questions, one after the other; null where one has none. */
  private *answersTo(hypothesis: Hypothesis, given: JudgedState, at: ResultLane): Generator<Answer | null> {
    for (const returned of hypothesis.returned?.(given) ?? []) yield made(this.right(at), returned);
    for (const group of this.questionsOf(hypothesis, given, at)) yield this.answer(group, at);
  }

  private countOf(hypothesis: Hypothesis, given: JudgedState, at: ResultLane): number {
    return (hypothesis.returned?.(given).length ?? 0) + this.questionsOf(hypothesis, given, at).length;
  }

  private questionsOf(hypothesis: Hypothesis, given: JudgedState, { quad }: ResultLane) {
    const { trace } = this;
    const known = this.questions.get(hypothesis) ?? [];
    this.questions.set(hypothesis, known);
    const state = trace.batch.state[quad];
    return (known[state] ??= (hypothesis.groups?.(given) ?? []).map((group) =>
      group.map((changed) => ({ changed, oracle: this.oracleOf(changed, given, state) })),
    ));
  }

  /** Questions whose operands alone differ share the oracle of their state. */
  private oracleOf(changed: ChangedQuestion, { texture, profile }: JudgedState, state: number): SpecificationOracle {
    const oracle = () => {
      const seen = [...this.trace.images];
      if (changed.image !== undefined) seen[texture.image!] = changed.image;
      if (changed.second !== undefined) seen[texture.second!.image] = changed.second;
      const { texture: asked = texture, profile: by = profile, faultySteps } = changed;
      return new SpecificationOracle(by, seen, [asked], faultySteps);
    };
    const isChanged = changed.image ?? changed.second ?? changed.texture ?? changed.profile ?? changed.faultySteps;
    return isChanged ? oracle() : (this.unchanged[state] ??= oracle());
  }

  /** The answers to the questions of a group, and what is between them; null if a lane returned nothing. */
  private answer(group: readonly Question[], { quad, lane }: ResultLane): Answer | null {
    const { trace, batch } = this;
    const each = group.map(({ changed, oracle }) => {
      batch.copyQuad(trace.batch, quad, 0);
      batch.state[0] = 0;
      if (changed.concerns?.(batch) === false) return null;
      changed.operands?.(batch, lane);
      const from = changed.lane?.(lane) ?? lane;
      if (!((trace.batch.active[quad] >> from) & 1)) return null;
      const answer = oracle.answer(batch, 0, from);
      return changed.returned === undefined ? answer : made(answer, changed.returned);
    });
    return each.reduce((a, b) => a && b && either(a, b, true));
  }

  private holds(answer: Answer, { quad, lane }: ResultLane): boolean {
    return !isOpen(answer) && faultOf(this.trace, quad, lane, answer) === null;
  }

  /** The answer to the question as it is, in the order of all requests. */
  private right({ quad, lane }: ResultLane): Answer {
    const { trace, profile } = this;
    this.oracle ??= new SpecificationOracle(profile, trace.images, trace.states);
    return this.oracle.answer(trace.batch, quad, lane);
  }
}

function made(answer: Answer, returned: Returned): Answer {
  return { ...answer, ways: answer.ways?.map(returned) };
}

/**
 * log2 of the ratio of widths in the wrong channel: the answer plus `more` ULP, to the right interval. 0 without an
 * interval.
 */
function bitsOf({ channel, expected, distance, ulp }: WrongLane, more: number, { ways = [] }: Answer = OPEN): number {
  if (expected === null || distance === null || ulp === null) return 0;
  const c = 'rgba'.indexOf(channel);
  const right = widthOf(expected);
  const unit = distance / ulp;
  // Neither a range without a bound nor a result that is infinite has a unit to count in.
  if (!Number.isFinite(right + unit)) return 0;
  const width = Math.max(right, ...ways.map((way) => widthOf(way[c])));
  return Math.min(UNEXPLAINED / 2, Math.log2((width + (more + 1) * unit) / (right + unit)));
}

/** The width of an interval; 0 of an infinity alone. */
function widthOf({ lower, upper }: Interval): number {
  return lower === upper ? 0 : upper - lower;
}
