import { describe, expect, it } from 'vitest';
import { cArithmetic } from '../../../rtl-model/steps/c/c-arithmetic.ts';
import { cFunction, cValueFunction, NoCForm } from '../../../rtl-model/steps/c/c-form.ts';
import { cNumber, cTable } from '../../../rtl-model/steps/c/c-text.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import { ConstantTable } from '../../../rtl-model/steps/steps.ts';

describe('a number of the state', () => {
  it('is a constant where the state is known, and a step at run time', () => {
    expect(PLAIN.ofState('bias', 3)).toBe(3);
    const known = new StepGraph().ofState('bias', 3);
    expect([known.step, known.low, known.high]).toEqual(['constant', 3, 3]);
    const atRunTime = new StepGraph(true).ofState('bias', 3);
    expect([atRunTime.step, atRunTime.low, atRunTime.high]).toEqual(['ofState', -(2 ** 31), 2 ** 31 - 1]);
  });
});

describe('the C of a graph', () => {
  it('names registers of the lane, numbers of the state and of its level, and leaves out what no result needs', () => {
    const s = new StepGraph(true);
    const u = s.register('u', 'float32');
    const level = s.register('levelHi', 'integer', 0, 3);
    s.multiply(u, u);
    const width = s.ofLevel(level, { name: 'width', kind: 'integer', values: [4, 2] });
    const sum = s.add(width, s.ofState('bias', 0));
    const other = s.neighbor(u, [1, 0, 3, 2]);
    const text = cFunction('place', s, {
      stored: [
        ['i', sum],
        ['v', other],
      ],
    });
    expect(text).toBe(`static void place(const struct state *st, struct lanes *q, int lane) {
  (void)st;
  const int64_t n3 = (int64_t)st->level[(int64_t)q->levelHi[lane]].width;
  const int64_t n5 = n3 + (int64_t)st->bias;
  q->i[lane] = n5;
  q->v[lane] = q->u[(const int[4]){1, 0, 3, 2}[lane]];
}
`);
  });

  it('has an if for a value that may be left out, and a function of parameters for a value alone', () => {
    const s = new StepGraph();
    const a = s.register('a', 'float32');
    const table = new ConstantTable('odd ones', () => Int32Array.of(1, 3, 5));
    const index = s.saturated(a, 0, 2);
    const value = s.when(s.less(a, s.constant(1, 'float32')), () => s.entryOf(table, index, 1, 5), s.constant(-7));
    expect(cValueFunction('pick', s, ['a'], value)).toBe(`static int64_t pick(float a) {
  const int64_t n1 = whole((double)a);
  const int n3 = a < 1.0f;
  int64_t n10;
  if (n3) {
    const int64_t n9 = table_odd_ones[n1 + 0];
    n10 = n9;
  } else {
    n10 = (-7);
  }
  return n10;
}
`);
    expect(cTable('odd ones', table.entries)).toBe('static const int32_t odd_ones[3] = {\n  1, 3, 5,\n};\n');
  });

  it('has no form for a step that leaves lanes to the units', () => {
    const s = new StepGraph();
    const left = s.leave(s.register('left', 'mask'));
    expect(() => cFunction('f', s, { stored: [['left', left]] })).toThrow(NoCForm);
  });

  it('brings the functions that it calls, each after those that it calls itself, and no others', () => {
    const names = [...cArithmetic('x = rounded_nearest_even(y);').matchAll(/^static \w+ (\w+)/gm)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(['carried_nearest_even', 'rounded_nearest_even']);
  });

  it('writes numbers that read back as the same', () => {
    const numbers = [0, -0, 1, -2.5, 1e-45, 1e21, 2 ** -149, Infinity];
    const texts = ['0.0', '(-0.0)', '1.0', '(-2.5)', '1e-45', '1e+21', '1.401298464324817e-45', 'INFINITY'];
    expect(numbers.map((value) => cNumber(value, 'float64'))).toEqual(texts);
    expect(cNumber(0.1, 'float32')).toBe('0.1f');
  });
});
