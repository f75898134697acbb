import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView, WeightView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import type { LaneExtras } from '../../../rtl-model/registers/lane-extras.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { viewOfImage } from '../../specification/state/view.ts';
import type { Progress, Witness } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { extrasFor } from './lane-extras.ts';
import type { Measurement } from './measurement.ts';
import { floatText } from '../../../traces/encodings/float-text.ts';

/** The state that a batch of requests shares. */
export interface Question {
  /** Null is a slot with nothing bound. */
  readonly image: ImageSource | null;
  /** Fields that are not those of DEFAULT_SAMPLER. */
  readonly sampler?: Partial<Sampler>;
  readonly instruction: Instruction;
  /** Fields that are not those of the whole image. */
  readonly view?: Partial<ImageView>;
  /** The weight image or the reference of a block match, seen as a whole. */
  readonly second?: { readonly image: ImageSource; readonly weights?: WeightView };
}

/** The images and the texture state that a question is about. */
export function stateOf({ image, sampler, instruction, view, second }: Question): {
  readonly images: readonly ImageSource[];
  readonly state: TextureState;
} {
  const state = { sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction };
  if (image === null) return { images: [], state: { ...state, image: null } };
  const whole = view === undefined ? undefined : { ...viewOfImage(image), ...view };
  const seen = { ...state, image: 0, ...(whole && { view: whole }) };
  if (second === undefined) return { images: [image], state: seen };
  return { images: [image, second.image], state: { ...seen, second: { ...second, image: 1 } } };
}

/** Lanes of a batch: some milliseconds of a model's work. */
const CHUNK = 8192;

/** Progress of step k of n, as a part of them all. */
export function* stepOf(k: number, n: number, steps: Generator<Progress, void>): Generator<Progress, void> {
  for (const part of steps) yield (k + part) / n;
}

/** Sets the operands of case n, which is lane `lane` of the batch. */
type FillLane = (batch: QuadBatch, lane: number, n: number) => void;

/** The cases from `first` to `first + count - 1`, one a lane; lanes of the last quad that are left over are off. */
export function laneBatch(count: number, fill: FillLane, first = 0): QuadBatch {
  const batch = new QuadBatch(Math.ceil(count / QUAD_LANES));
  batch.count = batch.capacity;
  for (let lane = 0; lane < count; lane++) {
    batch.active[Math.floor(lane / QUAD_LANES)] |= 1 << (lane % QUAD_LANES);
    fill(batch, lane, first + lane);
  }
  return batch;
}

type LaneOperand =
  | ('s' | 't' | 'r' | 'q' | 'layer' | 'dref' | 'lod' | 'minLod')
  | ('dsdx' | 'dtdx' | 'drdx' | 'dsdy' | 'dtdy' | 'drdy')
  | ('i' | 'j' | 'k' | 'integerLayer' | 'sample' | 'level')
  | ('boxWidth' | 'boxHeight' | 'blockWidth' | 'blockHeight' | 'referenceI' | 'referenceJ');
/** Operands that the lanes of a quad share. */
type QuadOperand = 'offsetU' | 'offsetV' | 'offsetW';

/** Operands of a request by the names of the QuadBatch; those that are left out have its defaults. */
export type Operands = {
  readonly [name in LaneOperand | QuadOperand]?: number;
} & {
  /** u, v and w of a texel offset of the lane's own. */
  readonly laneOffset?: readonly number[];
  /** r, g, b and a of a texel to write: float32, or integers. */
  readonly write?: readonly number[];
  readonly writeBits?: readonly number[];
};

/** Requests that share a texture state, one a lane. */
export interface Requests extends Question {
  readonly count: number;
  /** Operands of request n, 0 to count - 1. */
  readonly operands: (n: number) => Operands;
}

/** Writes the operands of each request to the lanes of a batch. */
export function fillOf({ operands }: Pick<Requests, 'operands'>): FillLane {
  return (batch, lane, n) => setOperands(batch, lane, operands(n));
}

function setOperands(batch: QuadBatch, lane: number, operands: Operands): void {
  for (const name in operands) {
    if (isList(name)) batch[name].set(operands[name]!, (name === 'laneOffset' ? 3 : 4) * lane);
    else if (isOfQuad(name)) batch[name][Math.floor(lane / QUAD_LANES)] = operands[name]!;
    else batch[name as LaneOperand][lane] = operands[name as LaneOperand]!;
  }
}

function isList(name: string): name is 'laneOffset' | 'write' | 'writeBits' {
  return name === 'laneOffset' || name.startsWith('write');
}

function isOfQuad(name: string): name is QuadOperand {
  return name.startsWith('offset');
}

/** A request as a witness names it: the image, what its state sets, and its operands. */
export function requestFields(
  { image, sampler, view, instruction, second }: Question,
  operands: Operands,
): Readonly<Record<string, string>> {
  const { op = 'sample', lod, projected: _, ...others } = instruction;
  const size = image && [image.width, image.height, image.depth ?? 1].join('x');
  return {
    image: image === null ? 'null' : `${image.type ?? '2d'} ${image.format.name} ${size}`,
    ...settings({ op, lodSource: lod, ...others }),
    ...settings(sampler ?? {}),
    ...settings(view ?? {}),
    ...settings(second?.weights ?? {}),
    ...settings(operands),
  };
}

/** Numbers as the request trace writes them, lists with spaces between, records as JSON. */
function settings(fields: object): Readonly<Record<string, string>> {
  const text = (value: unknown) => {
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.join(' ');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return witnessFields(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, text(value)])));
}

/** Asks a subject few requests in one batch. @returns r, g, b, a of request n at 4n: float32, or the bits of integers */
export function askAtOnce(subject: Subject, requests: Requests): Float32Array {
  const { images, state } = stateOf(requests);
  return subject.sample(images, state, laneBatch(requests.count, fillOf(requests)));
}

/** Asks a subject the requests, in their order; `read` receives a result with r, g, b, a of request n at `at`. */
export function* askRequests(
  subject: Subject,
  requests: Requests,
  read: (result: Float32Array, at: number, n: number, extras?: LaneExtras) => void,
): Generator<Progress, void> {
  const { count } = requests;
  const { images, state } = stateOf(requests);
  const fill = fillOf(requests);
  for (let first = 0; first < count; first += CHUNK) {
    const lanes = Math.min(CHUNK, count - first);
    const batch = laneBatch(lanes, fill, first);
    const extras = extrasFor(requests.instruction, QUAD_LANES * batch.capacity);
    const result = subject.sample(images, state, batch, extras);
    for (let lane = 0; lane < lanes; lane++) read(result, 4 * lane, first + lane, extras);
    yield (first + lanes) / count;
  }
}

/** Fields of a witness: float32 values as the request trace writes them, everything else as it is. */
export function witnessFields(
  fields: Readonly<Record<string, string | number | boolean>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? floatText(value) : String(value)]),
  );
}

/** The witness of a case with several requests. */
export function caseWitness(
  inputs: Parameters<typeof witnessFields>[0],
  expected: string | number,
  got: string | number,
  raw: Witness['raw'] = {},
): Witness {
  return { inputs: witnessFields(inputs), raw, expected: String(expected), got: String(got) };
}

/** Asks the requests of some steps, one step after the other; `read` receives r, g, b, a of request n of a step. */
export function* askSteps<Step extends Requests>(
  subject: Subject,
  steps: readonly Step[],
  read: (color: Float32Array, n: number, step: Step) => void,
): Generator<Progress, void> {
  for (const [k, step] of steps.entries()) {
    const asked = askRequests(subject, step, (result, at, n) => read(result.subarray(at, at + 4), n, step));
    yield* stepOf(k, steps.length, asked);
  }
}

/** The values of a case that a witness shows, and its inputs where those are not the request. */
type ShownValues = readonly [
  expected: string | number,
  got: string | number,
  raw?: Witness['raw'],
  inputs?: Parameters<typeof witnessFields>[0],
];

/** Receives an error of a case, in the rule's unit. */
export type AddError = (error: number, shown: () => ShownValues) => void;

/** Requests, and the measure of their errors. */
export interface MeasuredStep extends Requests {
  /** Measures request n by its r, g, b and a. */
  readonly measure: (color: Float32Array, n: number, off: AddError) => void;
}

/** Measures the results of some steps, one step after the other. */
export function measureSteps(subject: Subject, steps: readonly MeasuredStep[], off: Measurement) {
  return askSteps(subject, steps, (color, n, step) =>
    step.measure(color, n, (error, shown) =>
      off.add(error, () => {
        const [expected, got, raw, inputs] = shown();
        return inputs ? caseWitness(inputs, expected, got, raw) : witnessOf(step, n, expected, got, raw);
      }),
    ),
  );
}

/** Request n as the witness of a case. */
export function witnessOf(
  requests: Requests,
  n: number,
  expected: string | number,
  got: string | number,
  raw: Witness['raw'] = {},
): Witness {
  return { inputs: requestFields(requests, requests.operands(n)), raw, expected: String(expected), got: String(got) };
}
