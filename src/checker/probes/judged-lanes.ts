import type { Finding, Progress, Witness } from '../rule.ts';
import type { Subject } from '../subject.ts';
import type { FillLane } from './lane-batch.ts';
import { type Chosen, Measurement } from './measurement.ts';
import { askCases, type Question, stepOf } from './question.ts';
import { witnessFields } from './witness-fields.ts';

/** Cases that share a state, each with the colour that it must give. */
export interface JudgedStep extends Question {
  readonly count: number;
  readonly fill: FillLane;
  /** Sets r, g, b and a that case n must give under a form of the rule; NaN where a component does not matter. */
  readonly expect: (n: number, expected: Float64Array, form: number) => void;
  /** Of the witness. */
  readonly inputs: (n: number) => Readonly<Record<string, string | number | boolean>>;
  readonly raw?: (n: number) => Readonly<Record<string, string>>;
  /** Whether the results are the bits of integers. */
  readonly integers?: boolean;
}

/** A rule that a specification gives in several forms: a subject must keep to one of them in every case. */
class FormJudgement {
  readonly wrong = new Measurement();
  /** The first case that only some forms allow. */
  telling: Witness | null = null;
}

function colorText(color: ArrayLike<number>, at: number, expected: Float64Array): string {
  return Array.from(expected, (value, c) => (Number.isNaN(value) ? '-' : String(color[at + c]))).join(' ');
}

/**
 * Judges every case of some steps: results must be equal to what is expected.
 *
 * @param forms names of the forms of the rule, the preferred one first
 * @returns the form with the least wrong cases; its witness is the first of these, or the first that tells the form
 */
export function* judgeForms(
  subject: Subject,
  steps: readonly JudgedStep[],
  forms: readonly string[],
  chosen: Chosen,
): Generator<Progress, Finding> {
  const judgements = forms.map(() => new FormJudgement());
  const expected = new Float64Array(4);
  const right = forms.map(() => true);
  for (const [k, step] of steps.entries()) {
    const { count, fill, expect, inputs, raw, integers } = step;
    const cases = askCases(subject, step, count, fill, (result, at, n) => {
      const color = integers ? new Int32Array(result.buffer, result.byteOffset, result.length) : result;
      const witness = (form: number): Witness => {
        expect(n, expected, form);
        return {
          inputs: witnessFields(inputs(n)),
          raw: { ...raw?.(n), ...(forms.length > 1 && { form: forms[form] }) },
          expected: colorText(expected, 0, expected),
          got: colorText(color, at, expected),
        };
      };
      for (const [form, { wrong }] of judgements.entries()) {
        expect(n, expected, form);
        right[form] = equalColor(color, at, expected);
        wrong.judge(right[form], () => witness(form));
      }
      if (right.every((all) => all)) return;
      for (const [form, judgement] of judgements.entries()) if (right[form]) judgement.telling ??= witness(form);
    });
    yield* stepOf(k, steps.length, cases);
  }
  const best = judgements.reduce((least, judgement) => (judgement.wrong.worst < least.wrong.worst ? judgement : least));
  best.wrong.witness ??= best.telling;
  return best.wrong.atMost(0, chosen);
}

function equalColor(color: ArrayLike<number>, at: number, expected: Float64Array): boolean {
  for (let c = 0; c < 4; c++) {
    if (!Number.isNaN(expected[c]) && color[at + c] !== expected[c]) return false;
  }
  return true;
}

/** The same for a rule of one form. */
export function judgeLanes(
  subject: Subject,
  steps: readonly JudgedStep[],
  chosen: Chosen,
): Generator<Progress, Finding> {
  return judgeForms(subject, steps, [''], chosen);
}
