import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { floatText } from '../../../../traces/encodings/float-text.ts';
import { RequestWriter } from '../../../../traces/requests/request-writer.ts';
import { requestFields } from '../../../checker/probes/requests.ts';
import type { MeasuredTrace } from '../../../checker/judge/measured-trace.ts';
import type { Profile } from '../../../checker/profiles.ts';
import type { Rule, Witness } from '../../../checker/rule.ts';
import { stateViolations } from '../../../validity/check-state.ts';
import { resolveState } from '../../../validity/resolved-state.ts';
import type { Design, LimitsDesign } from '../../../../rtl-model/design/design.ts';
import { designSubject, type Subject } from '../../../checker/subject.ts';

/** The request of a witness as a trace, with the images that it reads. */
export interface WitnessTrace {
  /** A request trace in JSON Lines (traces/FORMAT.md). */
  readonly text: string;
  /** The pixel of the lane that the witness is about. */
  readonly pixel: readonly [x: number, y: number];
}

/** A question to a subject, and the lane that a witness names. */
interface WitnessQuestion {
  readonly images: readonly ImageSource[];
  readonly state: TextureState;
  readonly batch: QuadBatch;
  readonly quad: number;
  readonly lane: number;
}

/** Operands that are not given. */
const NOT_GIVEN = new QuadBatch(1);
/** The operands of a request by which a witness names it. */
const OPERANDS = ['s', 't', 'r', 'q', 'layer', 'dref', 'lod', 'minLod', 'dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy',
  'i', 'j', 'k', 'integerLayer', 'sample', 'level', 'boxWidth', 'boxHeight', 'blockWidth', 'blockHeight',
  'referenceI', 'referenceJ'] as const; // prettier-ignore

/**
 * Finds the request that a rule's witness names: the rule is checked again, and every question that it asks is compared
 * with the witness. Yields the part of the rule's cases that is done.
 *
 * @returns null without a witness, and for one that names no request, such as weights and texels alone, or a request beyond
 *   the design's limits
 */
export function* witnessRequest(
  design: Design,
  rule: Rule,
  profile: Profile,
  witness: Witness | null,
): Generator<number, WitnessTrace | null> {
  const inputs: Witness['inputs'] = witness?.inputs ?? {};
  if (inputs.image === undefined || OPERANDS.every((name) => inputs[name] === undefined)) return null;
  const subject = designSubject(design);
  let similar: WitnessQuestion | null = null;
  let found: WitnessQuestion | null = null;
  const listening: Subject = {
    ...subject,
    sample(images, state, batch, extras) {
      if (found === null && isAbout(images, state, inputs)) {
        const named = { images, state, batch };
        const exact = namedLane(batch, inputs, true);
        if (exact !== null) found = copied(named, exact);
        else if (similar === null) {
          const close = namedLane(batch, inputs, false);
          if (close !== null) similar = copied(named, close);
        }
      }
      return subject.sample(images, state, batch, extras);
    },
  };
  for (const part of rule.check(listening, profile, 'quick')) {
    if (found !== null) break;
    yield part;
  }
  const named = found ?? similar;
  return named === null || isRefused(named, design.limits) ? null : traceOf(named);
}

/** The request of a witness of measured results; null where it names none, or other requests write what it reads. */
export function* measuredRequest(
  trace: MeasuredTrace,
  witness: Witness | null,
): Generator<number, WitnessTrace | null> {
  const inputs: Witness['inputs'] = witness?.inputs ?? {};
  const { file, requests, images, states, batch } = trace;
  yield 0;
  const quad = requests.findIndex(({ line }) => inputs.request === `${file}:${line}`);
  if (quad < 0 || states.some(({ instruction }) => instruction.op === 'write')) return null;
  return traceOf(
    copied({ images, state: states[batch.state[quad]], batch }, QUAD_LANES * quad + Number(inputs.lane ?? 0)),
  );
}

/** True for a state that no trace for the design may have. */
function isRefused({ state, images }: WitnessQuestion, limits: LimitsDesign): boolean {
  return stateViolations(resolveState(state, images), limits).some(({ rule }) => rule.consequence === 'error');
}

/** True if the image, the view, the sampler and the instruction are those of the witness. */
function isAbout(images: readonly ImageSource[], state: TextureState, inputs: Witness['inputs']): boolean {
  const { image, sampler, instruction, view } = state;
  const question = { image: image === null ? null : images[image], sampler, instruction, ...(view && { view }) };
  const fields = requestFields(question, {});
  // An instruction has fields by the names of operands, too: `dref` says that there is one.
  return Object.entries(fields).every(
    ([name, value]) => inputs[name] === undefined || inputs[name] === value || OPERANDS.some((each) => each === name),
  );
}

/** The lane with the operands of the witness; if `exact`, those that it does not name are not given. */
function namedLane(batch: QuadBatch, inputs: Witness['inputs'], exact: boolean): number | null {
  const names = exact ? OPERANDS : OPERANDS.filter((name) => inputs[name] !== undefined);
  const wanted = names.map((name) => inputs[name] ?? floatText(NOT_GIVEN[name][0]));
  for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
    const isActive = (batch.active[Math.floor(lane / QUAD_LANES)] >> (lane % QUAD_LANES)) & 1;
    if (isActive === 1 && names.every((name, n) => floatText(batch[name][lane]) === wanted[n])) return lane;
  }
  return null;
}

/** The question about one quad, which outlives the subject's call. */
function copied(
  { images, state, batch }: Pick<WitnessQuestion, 'images' | 'state' | 'batch'>,
  at: number,
): WitnessQuestion {
  const quad = Math.floor(at / QUAD_LANES);
  const one = new QuadBatch(1);
  one.copyQuad(batch, quad, 0);
  one.count = 1;
  return { images, state, batch: one, quad, lane: at % QUAD_LANES };
}

/** The question as a trace that has no other image than those that it reads. */
function traceOf({ images, state, batch, lane }: WitnessQuestion): WitnessTrace {
  const lines: string[] = [];
  const { image, second } = state;
  const read = images.filter((_, n) => n === image || n === second?.image);
  const placeOf = (n: number) => read.indexOf(images[n]);
  const named = read.map((source, n) => ({ name: `image${n}`, source }));
  const asked = {
    ...state,
    image: image === null ? null : placeOf(image),
    ...(second && { second: { ...second, image: placeOf(second.image) } }),
  };
  const writer = new RequestWriter((text) => lines.push(text), named, [asked]);
  batch.state[0] = 0;
  batch.x[0] = 0;
  batch.y[0] = 0;
  writer.write(batch);
  return { text: lines.join(''), pixel: [lane % 2, Math.floor(lane / 2)] };
}
