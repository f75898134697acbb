import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { wholeView } from '../../specification/state/view.ts';
import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { type FillLane, laneBatch } from './lane-batch.ts';

/** The state that a batch of requests shares. */
export interface Question {
  /** Null is a slot with nothing bound. */
  readonly image: ImageSource | null;
  /** Fields that are not those of DEFAULT_SAMPLER. */
  readonly sampler?: Partial<Sampler>;
  readonly instruction: Instruction;
  /** Fields that are not those of the whole image. */
  readonly view?: Partial<ImageView>;
}

/** The images and the texture state that a question is about. */
export function stateOf({ image, sampler, instruction, view }: Question): {
  readonly images: readonly ImageSource[];
  readonly state: TextureState;
} {
  const state = { sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction };
  if (image === null) return { images: [], state: { ...state, image: null } };
  const whole = view === undefined ? undefined : { ...wholeView(image), ...view };
  return { images: [image], state: { ...state, image: 0, ...(whole && { view: whole }) } };
}

/** r, g, b, a of lane l at 4l: float32, or the bits of integers. */
export function ask(subject: Subject, question: Question, batch: QuadBatch): Float32Array {
  const { images, state } = stateOf(question);
  return subject.sample(images, state, batch);
}

/** Lanes that are asked at a time: some milliseconds of a model's work. */
const CHUNK = 8192;

/**
 * Asks `count` cases, some at a time.
 *
 * @param read receives a result with r, g, b, a of case n at `at`
 */
export function* askCases(
  subject: Subject,
  question: Question,
  count: number,
  fill: FillLane,
  read: (result: Float32Array, at: number, n: number) => void,
): Generator<Progress, void> {
  for (let first = 0; first < count; first += CHUNK) {
    const lanes = Math.min(CHUNK, count - first);
    const result = ask(subject, question, laneBatch(lanes, fill, first));
    for (let lane = 0; lane < lanes; lane++) read(result, 4 * lane, first + lane);
    yield (first + lanes) / count;
  }
}

/** Progress of step k of n, as a part of them all. */
export function* stepOf(k: number, n: number, steps: Generator<Progress, void>): Generator<Progress, void> {
  for (const part of steps) yield (k + part) / n;
}
