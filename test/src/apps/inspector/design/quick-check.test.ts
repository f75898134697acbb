import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { TraceToExplain } from '../../../../../src/explain/explain-trace.ts';
import { designFromAddress } from '../../../../../src/apps/inspector/state/design-address.ts';
import {
  answerCheck,
  type CheckAnswer,
  type CheckQuestion,
  type JudgedRule,
} from '../../../../../src/apps/inspector/design/quick-check.ts';
import type { WitnessTrace } from '../../../../../src/apps/inspector/design/witness-request.ts';

/** full-quality with 5 subtexel bits. */
const { design: FIVE } = designFromAddress(
  'full-quality~address.coordinate.fractionBits=5~filter.weightBits=5~limits.subTexelPrecisionBits=5',
);

function answer(question: CheckQuestion): CheckAnswer {
  const steps = answerCheck(question);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function judged(design: Design): readonly JudgedRule[] {
  const verdicts = answer({ kind: 'check', design, profile: 'd3d11.3' });
  if (verdicts.kind !== 'verdicts') throw new Error(verdicts.kind);
  return verdicts.rules;
}

function traceOf(design: Design, { id, witness }: JudgedRule): WitnessTrace | null {
  const found = answer({ kind: 'witness', design, profile: 'd3d11.3', rule: id, witness: witness! });
  if (found.kind !== 'witness') throw new Error(found.kind);
  return found.trace;
}

/** r of the result of the only request of a trace. */
function red(design: Design, { text, pixel }: WitnessTrace): number {
  const load = () => {
    throw new Error('no picture');
  };
  const trace = new TraceToExplain(design, 'witness.jsonl', { pixel }, load, 'error');
  for (const line of text.trim().split('\n')) trace.take(line);
  const { result, lane } = trace.answer()!;
  return (result.texels!.length === 1 ? result.texels![0]! : result.texels![lane]!)[0];
}

describe('the quick check of a design in the page', () => {
  const rules = judged(FIVE);
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  const named = (id: string) => broken.find((rule) => rule.id === id)!;

  it('says which rules 5 subtexel bits break, and none that their number cannot', () => {
    const ids = broken.map(({ id }) => id);
    expect(ids).toContain('d3d11.3/7.18.4/claims');
    expect(ids).toContain('d3d11.3/7.18.16.1/subtexel-bits');
    expect(ids).not.toContain('d3d11.3/7.18.11/isotropic-lod');
    expect(rules.length).toBeGreaterThan(broken.length);
  });

  it('finds the request of a witness, which has the result that the witness tells', () => {
    const rule = named('d3d11.3/22.4.19/comparison-filter');
    const trace = traceOf(FIVE, rule)!;
    expect(red(FIVE, trace)).toBe(Number(rule.witness!.got));
    const full = designFromAddress('full-quality').design;
    expect(red(full, trace)).toBeCloseTo(Number(rule.witness!.expected), 2);
    expect(red(full, trace)).not.toBe(Number(rule.witness!.got));
  });

  it('finds one for each witness with an image and operands', () => {
    const requests = broken.filter(({ witness }) => witness?.inputs.image !== undefined);
    expect(requests.length).toBeGreaterThan(5);
    for (const rule of requests) expect([rule.id, traceOf(FIVE, rule)]).not.toEqual([rule.id, null]);
  });

  it('finds no request where a witness has values alone', () => {
    expect(traceOf(FIVE, named('d3d11.3/7.18.4/claims'))).toBeNull();
    expect(traceOf(FIVE, named('d3d11.3/7.18.16.2/fixed-filter'))).toBeNull();
  });
});
