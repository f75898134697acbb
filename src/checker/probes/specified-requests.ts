import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { type QuadBatch, QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { type Answer, isRight } from '../../specification/answers/answer.ts';
import { ANYTHING } from '../../specification/exact/interval.ts';
import type { Finding, Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { type FillLane, laneBatch } from './lane-batch.ts';
import { type Chosen, Measurement } from './measurement.ts';
import { askBatches, type Question, stateOf, stepOf } from './question.ts';
import { operandFields, stateFields } from './witness-fields.ts';

/** Requests that share a state. */
export interface Requests extends Question {
  readonly count: number;
  readonly fill: FillLane;
  /** The components that count, of r, g, b, a (0 to 3); all if left out. */
  readonly components?: readonly number[];
}

/** Says what an active lane of a batch may return. */
export interface Oracle {
  answer(batch: QuadBatch, quad: number, lane: number): Answer;
}

/** Judges the result of every request by an oracle: it must be one of those that are right. */
export function* judgeRequests(
  subject: Subject,
  all: readonly Requests[],
  oracleOf: (images: readonly ImageSource[], states: readonly TextureState[]) => Oracle,
  chosen: Chosen,
): Generator<Progress, Finding> {
  const wrong = new Measurement();
  for (const [k, requests] of all.entries()) {
    const { images, state } = stateOf(requests);
    const oracle = oracleOf(images, [state]);
    const { count, fill, instruction, components } = requests;
    const asked = askBatches(subject, requests, count, fill, (result, lanes, first) => {
      // A batch of its own: the subject may have changed the one that it was asked.
      const batch = laneBatch(lanes, fill, first);
      const integers = new Int32Array(result.buffer, result.byteOffset, result.length);
      for (let at = 0; at < lanes; at++) {
        const whole = oracle.answer(batch, Math.floor(at / QUAD_LANES), at % QUAD_LANES);
        const answer = components === undefined ? whole : only(whole, components);
        const values = answer.type === 'float' ? result : integers;
        const got = Array.from(values.subarray(4 * at, 4 * at + 4));
        wrong.judge(isRight(answer, got), () => ({
          inputs: { ...stateFields(requests), ...operandFields(instruction, batch, at) },
          raw: {},
          expected: answerText(answer),
          got: got.join(' '),
        }));
      }
    });
    yield* stepOf(k, all.length, asked);
  }
  return wrong.atMost(0, chosen);
}

/** The answer for some components; the others may be anything. */
function only(answer: Answer, components: readonly number[]): Answer {
  const ways = answer.ways?.map((way) => way.map((range, c) => (components.includes(c) ? range : ANYTHING)));
  return { ...answer, ways };
}

function answerText({ ways }: Answer): string {
  const component = ({ lower, upper }: { readonly lower: number; readonly upper: number }) =>
    Object.is(lower, upper) ? String(lower) : `${lower} to ${upper}`;
  return ways?.map((way) => way.map(component).join(', ')).join(' or ') ?? 'anything';
}
