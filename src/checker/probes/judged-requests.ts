import type { Design } from '../../../rtl-model/design/design.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { PRESETS } from '../../designs/presets.ts';
import { type Answer, exactly, isRight } from '../../specification/answers/answer.ts';
import type { Interval } from '../../specification/exact/interval.ts';
import { OperationOracle } from '../../specification/operations/operation-oracle.ts';
import type { Reading } from '../../specification/texels/reading.ts';
import type { Profile } from '../profiles.ts';
import type { CheckEnd, Finding, Progress, Witness } from '../rule.ts';
import { statesOf, type Subject } from '../subject.ts';
import { isRightReply, type LaneReply, replyOf, replyText, returnsExtras, rightRepliesText } from './lane-extras.ts';
import { laneBatch, stateOf, stepOf, askRequests, fillOf, requestFields, type Requests } from './requests.ts';
import { type ChosenCases, endedAt, Measurement } from './measurement.ts';

/** Requests whose results must be what the specification says. */
export interface JudgedRequests extends Requests {
  /** The components that count, of r, g, b, a (0 to 3): all if left out. */
  readonly components?: readonly number[];
}

/** A question to the oracle: a state, a design that narrows coordinates and LODs alone, and a reading. */
interface Specified {
  readonly design: Design;
  readonly state: TextureState;
  readonly reading: Reading;
}

/** One of several forms of a demand: a subject must keep to one of them in every case. */
export interface Form {
  readonly name: string;
  readonly change: (specified: Specified) => Partial<Specified>;
}

const BASE = PRESETS.get('full-quality')!;

/** The bits that coordinates and LODs are snapped to, and the text that decides where two differ. */
type SnappingBits = Pick<Profile, 'subTexelPrecisionBits' | 'mipmapPrecisionBits' | 'text'>;

/** A design that rounds nothing but coordinates and LODs: to the nearest of these bits. */
function exactDesign({ subTexelPrecisionBits, mipmapPrecisionBits, text }: SnappingBits): Design {
  return {
    ...BASE,
    name: 'exact',
    text,
    address: {
      ...BASE.address,
      coordinate: { integerBits: 24, fractionBits: subTexelPrecisionBits },
      rangeReduction: false,
    },
    lod: { ...BASE.lod, format: { integerBits: 16, fractionBits: mipmapPrecisionBits } },
    filter: { ...BASE.filter, weightBits: subTexelPrecisionBits, guardBits: Infinity, cubicWeightBits: Infinity },
  };
}

const BATCH_LANES = 1024;
const ALL_COMPONENTS = [0, 1, 2, 3];

/** The results that the specification allows request n of some requests. */
type AnswerOf = (n: number) => Answer;

/** Answers of requests by form, kept for the next subject; the bits of a rule are the same for all subjects. */
const KNOWN_ANSWERS = new WeakMap<Requests, Map<Form, AnswerOf>>();

function knownAnswers(requests: Requests, bits: SnappingBits, form: Form): AnswerOf {
  const known = KNOWN_ANSWERS.get(requests) ?? new Map<Form, AnswerOf>();
  KNOWN_ANSWERS.set(requests, known);
  const specified = () => specifiedAnswers(requests, bits, form.change);
  const colorsAlone = !returnsExtras(requests.instruction);
  const answerOf = known.get(form) ?? (colorsAlone ? remembered(specified(), requests.count) : specified());
  known.set(form, answerOf);
  return answerOf;
}

/** Remembers the answers. Most are one exact colour, kept as numbers: r, g, b and a of request n at 4n. */
function remembered(answerOf: AnswerOf, count: number): AnswerOf {
  const colors = new Float64Array(4 * count);
  const known = new Array<Answer | Answer['type'] | undefined>(count);
  return (n) => {
    const answer = (known[n] ??= kept(n));
    return typeof answer === 'string' ? exactly(answer, ...colors.subarray(4 * n, 4 * n + 4)) : answer;
  };

  function kept(n: number): Answer | Answer['type'] {
    const answer = answerOf(n);
    const [way, ...others] = answer.ways!;
    const exact = others.length === 0 && way.length === 4 && way.every(({ lower, upper }) => Object.is(lower, upper));
    if (!exact) return answer;
    colors.set(
      way.map(({ lower }) => lower),
      4 * n,
    );
    return answer.type;
  }
}

/** Asks the oracle about requests that share a state. */
function specifiedAnswers(requests: Requests, bits: SnappingBits, change: Form['change']): AnswerOf {
  const { images, state: asked } = stateOf(requests);
  const given: Specified = { design: exactDesign(bits), state: asked, reading: { exactBorder: true } };
  const { design, state, reading } = { ...given, ...change(given) };
  const states = statesOf(state);
  const oracle = new OperationOracle(design, images, states, reading);
  const fill = fillOf(requests);
  // Some quads around the request: an implicit LOD depends on all lanes of its quad, a read on the writes before.
  let [first, batch] = [NaN, laneBatch(0, fill)];
  return (n) => {
    const lane = n % BATCH_LANES;
    if (n - lane !== first) {
      first = n - lane;
      batch = turnsOf(states.length, Math.min(BATCH_LANES, requests.count - first), fill, first);
    }
    const turn = batch.count - batch.count / states.length;
    const answer = oracle.answer(batch, turn + Math.floor(lane / QUAD_LANES), lane % QUAD_LANES);
    if (answer.ways === undefined) throw new RangeError('the specification leaves the result of this request open');
    return answer;
  };
}

/** The lanes repeated for each state in turn; whole quads if there are several states. */
function turnsOf(states: number, count: number, fill: Parameters<typeof laneBatch>[1], first: number): QuadBatch {
  const batch = laneBatch(states * count, (into, lane, n) => fill(into, lane, first + (n % count)));
  batch.state.forEach((_, quad) => (batch.state[quad] = Math.floor((QUAD_LANES * quad) / count)));
  return batch;
}

/** The judged components of a request's result, and the answer of each form. */
interface JudgedResult {
  readonly got: readonly number[];
  readonly reply: LaneReply;
  readonly answers: readonly Answer[];
  readonly witness: (answer: Answer) => Witness;
}

/** Requests to a subject, and the profile whose bits judge them. */
interface Judging {
  readonly subject: Subject;
  readonly profile: SnappingBits;
  readonly steps: readonly JudgedRequests[];
  readonly end?: CheckEnd;
}

function* judgedResults(
  { subject, profile, steps }: Judging,
  forms: readonly Form[],
  judge: (result: JudgedResult, step: JudgedRequests) => void,
): Generator<Progress, void> {
  for (const [k, step] of steps.entries()) {
    const { components = ALL_COMPONENTS } = step;
    const answersOf = forms.map((form) => knownAnswers(step, profile, form));
    const asked = askRequests(subject, step, (result, at, n, extras) => {
      const answers = answersOf.map((answerOf) => partOf(answerOf(n), components));
      const all = colorOf(result, answers[0]);
      const got = components.map((c) => all[at + c]);
      const reply = replyOf(extras, at / 4, answers[0]);
      const witness = (answer: Answer): Witness => ({
        inputs: requestFields(step, step.operands(n)),
        raw: {},
        expected: answerText(answer),
        got: [...got, replyText(reply)].join(' ').trim(),
      });
      judge({ got, reply, answers, witness }, step);
    });
    yield* stepOf(k, steps.length, asked);
  }
}

/**
 * Judges every request of some steps: a result must be what the specification says.
 *
 * @param forms of the demand, the preferred one first
 * @returns the finding by the form with the fewest wrong results; its witness is the first wrong result, or else the
 *   first that another form rejects
 */
export function* judgeForms(
  judging: Judging,
  forms: readonly Form[],
  chosen: ChosenCases,
): Generator<Progress, Finding> {
  const judgements = forms.map((): { wrong: Measurement; telling: Witness | null } => ({
    wrong: new Measurement(),
    telling: null,
  }));
  const work = judgedResults(judging, forms, ({ got, reply, answers, witness }) => {
    const right = answers.map((answer) => isRight(answer, got) && isRightReply(answer, reply));
    for (const [form, judgement] of judgements.entries()) {
      const ofForm = () => ({
        ...witness(answers[form]),
        ...(forms.length > 1 && { raw: { form: forms[form].name } }),
      });
      judgement.wrong.judge(right[form], ofForm);
      if (right[form] && right.includes(false)) judgement.telling ??= ofForm();
    }
  });
  yield* endedAt(judging.end, work, () => judgements.every(({ wrong }) => wrong.worst > 0));
  const best = judgements.reduce((least, judgement) => (judgement.wrong.worst < least.wrong.worst ? judgement : least));
  best.wrong.witness ??= best.telling;
  return best.wrong.atMost(0, chosen);
}

/**
 * Measures the distance of every result from the nearest permitted result: that of the farthest component.
 *
 * @param inUnits a component of a step's result in the rule's unit; it rises with the value
 */
export function measureRequests(
  judging: Judging,
  off: Measurement,
  inUnits: (value: number, component: number, step: JudgedRequests) => number,
): Generator<Progress, void> {
  return judgedResults(judging, ONE_FORM, ({ got, answers: [answer], witness }, step) => {
    const { components = ALL_COMPONENTS } = step;
    const distanceTo = ({ lower, upper }: Interval, n: number) => {
      const [least, value, most] = [lower, got[n], upper].map((x) => inUnits(x, components[n], step));
      return value >= least && value <= most ? 0 : Math.min(Math.abs(value - least), Math.abs(value - most));
    };
    off.add(Math.min(...answer.ways!.map((way) => Math.max(...way.map(distanceTo)))), () => witness(answer));
  });
}

/** The form of a demand that has no other. */
export const ONE_FORM: readonly Form[] = [{ name: '', change: () => ({}) }];

function partOf(answer: Answer, components: readonly number[]): Answer {
  return { ...answer, ways: answer.ways!.map((way) => components.map((c) => way[c])) };
}

/** The results in the number type of the answer. */
function colorOf(result: Float32Array, { type }: Answer): Float32Array | Int32Array | Uint32Array {
  const { buffer, byteOffset, length } = result;
  switch (type) {
    case 'float':
      return result;
    case 'uint':
      return new Uint32Array(buffer, byteOffset, length);
    case 'sint':
      return new Int32Array(buffer, byteOffset, length);
  }
}

function answerText(answer: Answer): string {
  const text = ({ lower, upper }: Interval) => (Object.is(lower, upper) ? String(lower) : `${lower} to ${upper}`);
  const colors = answer.ways!.map((way) => way.map(text).join(' ')).join(', or ');
  return `${colors} ${rightRepliesText(answer)}`.trim();
}
