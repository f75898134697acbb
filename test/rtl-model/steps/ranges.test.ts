import { describe, expect, it } from 'vitest';
import { filterRules } from '../../../rtl-model/design/filter-rules.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { reciprocalsOf, reciprocalTable } from '../../../rtl-model/design/reciprocals.ts';
import { ROUNDING_MODES, roundShift } from '../../../rtl-model/fixed-point/rounding.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import type { StepNode } from '../../../rtl-model/steps/step.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import type { TexelCodes } from '../../../rtl-model/steps/texel-codes.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';
import { squareAt } from './step-run.ts';

interface Reached {
  readonly low: number;
  readonly high: number;
}

/** The least and the greatest of a function of all integers in some ranges. */
function reached(ranges: readonly (readonly [number, number])[], of: (...values: number[]) => number): Reached {
  let [low, high] = [Infinity, -Infinity];
  const values: number[] = [];
  const visit = (n: number): void => {
    if (n === ranges.length) {
      const value = of(...values) + 0;
      low = Math.min(low, value);
      high = Math.max(high, value);
      return;
    }
    for (values[n] = ranges[n][0]; values[n] <= ranges[n][1]; values[n]++) visit(n + 1);
  };
  visit(0);
  return { low, high };
}

const rangeOf = ({ low, high }: StepNode): Reached => ({ low: low + 0, high: high + 0 });

const RANGES = [
  [0, 7],
  [-5, 6],
  [-9, -2],
  [3, 3],
] as const;

/** Steps of two integers whose range is the reached one, and their arithmetic. */
const EXACT: readonly (readonly [
  string,
  (s: StepGraph, a: StepNode, b: StepNode) => StepNode,
  (a: number, b: number) => number,
])[] = [
  ['add', (s, a, b) => s.add(a, b), (a, b) => a + b],
  ['subtract', (s, a, b) => s.subtract(a, b), (a, b) => a - b],
  ['multiply', (s, a, b) => s.multiply(a, b), (a, b) => a * b],
  ['least', (s, a, b) => s.least(a, b), Math.min],
  ['greatest', (s, a, b) => s.greatest(a, b), Math.max],
  ['shiftRight', (s, a) => s.shiftRight(a, 2), (a) => a >> 2],
  ['negate', (s, a) => s.negate(a), (a) => -a],
  ['lifted', (s, a) => s.lifted(a, 3), (a) => a * 8],
];

/** Those whose range may be more. */
const LOOSE: typeof EXACT = [
  ['select', (s, a, b) => s.select(s.less(a, b), a, b), Math.min],
  ['absolute', (s, a) => s.absolute(a), Math.abs],
  ['and', (s, a) => s.and(a, s.constant(5)), (a) => a & 5],
];

describe('the range of a step', () => {
  const pairs = RANGES.flatMap((a) => RANGES.map((b) => [a, b] as const));
  const operands = (s: StepGraph, [a, b]: (typeof pairs)[number]) =>
    [s.register('a', 'integer', ...a), s.register('b', 'integer', ...b)] as const;

  it.each(EXACT)('%s is the reached one', (_, build, of) => {
    for (const pair of pairs) {
      const s = new StepGraph();
      expect(rangeOf(build(s, ...operands(s, pair)))).toEqual(reached(pair, of));
    }
  });

  it('dot is the one that the sums of the weights allow, with 0 among the colours', () => {
    const [above, below] = [3, 2];
    for (const pair of pairs) {
      const s = new StepGraph();
      const weights = [0, 1].map((n) => s.register(`w${n}`, 'integer', -below, above));
      const ends = pair.map(([low, high]) => [Math.min(0, low), Math.max(0, high)] as const);
      const low = Math.min(...ends.map(([end]) => end));
      const high = Math.max(...ends.map(([, end]) => end));
      const most = reached([[low, high], [low, high]], (a, b) => above * a - below * b); // prettier-ignore
      expect(rangeOf(s.dot(operands(s, pair), weights, { above, below }))).toEqual(most);
      const { low: least, high: greatest } = s.dot(operands(s, pair), weights, { above, below }, [0, -100, 0, 100]);
      expect([least, greatest]).toEqual([-500, 500]);
    }
  });

  it.each(LOOSE)('%s holds every value', (_, build, of) => {
    for (const pair of pairs) {
      const s = new StepGraph();
      const step = build(s, ...operands(s, pair));
      const { low, high } = reached(pair, of);
      expect(step.low).toBeLessThanOrEqual(low);
      expect(step.high).toBeGreaterThanOrEqual(high);
    }
  });

  it.each(ROUNDING_MODES)('round by %s is the reached one', (mode) => {
    for (const range of [...RANGES, [-40, 37] as const]) {
      for (let bits = 0; bits <= 4; bits++) {
        const s = new StepGraph();
        const step = s.round(s.register('a', 'integer', ...range), bits, mode);
        expect(rangeOf(step)).toEqual(reached([range], (a) => roundShift(a, bits, mode)));
      }
    }
  });

  it.each(ROUNDING_MODES)('lerp rounded by %s is the reached one', (mode) => {
    for (const [a, b] of pairs) {
      for (const bits of [1, 3]) {
        for (let dropped = 0; dropped <= bits; dropped++) {
          const s = new StepGraph();
          const weight = s.register('w', 'integer', 0, 2 ** bits);
          const rule = { bits, dropped, mode, scale: 'power-of-two' as const };
          const step = s.lerp(...operands(s, [a, b]), weight, rule);
          const all = reached([a, b, [0, 2 ** bits]], (x, y, w) => PLAIN.lerp(x, y, w, rule));
          expect(rangeOf(step)).toEqual(all);
        }
      }
    }
  });

  it('sum is the reached one, whatever the samples', () => {
    for (const range of RANGES) {
      const s = new StepGraph();
      const step = s.sum(s.register('n', 'integer', 1, 5), 5, () => s.register('a', 'integer', ...range));
      const all = reached([range, [1, 5]], (a, n) => a * n);
      expect(rangeOf(step)).toEqual(all);
    }
  });

  it('average is that of one sample', () => {
    const s = new StepGraph();
    const one = s.register('a', 'integer', -9, 7);
    const n = s.register('n', 'integer', 1, 5);
    const average = s.average(
      s.sum(n, 5, () => one),
      n,
      { reciprocals: null, mode: 'nearest-even', dropped: 0 },
      one,
    );
    expect(rangeOf(average)).toEqual({ low: -9, high: 7 });
  });
});

describe('the range of an average', () => {
  it.each([1, 2, 3, 4, 6, 8, 11])(
    'by reciprocals of %i bits is the reached one, with 0 among the samples',
    (reciprocalBits) => {
      for (const anisotropicRates of [
        [1],
        [1, 2, 4, 8, 16],
        [1, 3, 5, 6, 7, 10],
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      ]) {
        const most = Math.max(...anisotropicRates);
        const table = reciprocalTable(reciprocalBits, most);
        const { filter, lod } = FULL_QUALITY;
        const design = { ...FULL_QUALITY, filter: { ...filter, reciprocalBits }, lod: { ...lod, anisotropicRates } };
        for (const mode of ROUNDING_MODES) {
          for (const range of [
            [0, 7],
            [-5, 6],
            [-9, 0],
          ] as const) {
            // prettier-ignore
            const s = new StepGraph();
            const one = s.register('a', 'integer', ...range);
            const n = s.register('n', 'integer', 1, most);
            const rule = { reciprocals: reciprocalsOf(design), mode, dropped: 0 };
            const average = s.average(s.sum(n, most, () => one), n, rule, one); // prettier-ignore
            const ends = anisotropicRates.map((n) =>
              reached([range], (a) => roundShift(a * n * table[n], reciprocalBits, mode)),
            );
            const [low, high] = [Math.min(...ends.map((end) => end.low)), Math.max(...ends.map((end) => end.high))];
            expect(rangeOf(average)).toEqual({ low, high });
          }
        }
      }
    },
  );
});

describe('the range of a filtered colour', () => {
  const codes = (high: number, signed: boolean): TexelCodes => ({
    stride: 4,
    taps: 4,
    form: 'words',
    signed,
    places: [0, 2, 4, 6],
    low: signed ? -high : 0,
    high,
    planar: false,
  });

  it.each(PRESETS.map((design) => [design.name, design] as const))('of %s is that of equal texels', (_, design) => {
    const widths = filterWidths(design);
    const { weightBits, levelWeightBits, afterLevel } = widths;
    const { u, v, level } = filterRules(design, widths);
    for (const [high, signed] of [
      [1, false],
      [255, false],
      [65_535, false],
      [127, true],
      [32_767, true],
    ] as const) {
      const s = new StepGraph();
      const [x, y] = [s.register('x', 'integer', 0, 2 ** 20), s.register('y', 'integer', 0, 2 ** 20)];
      const square = squareAt(s, [x, x], [y, y], codes(high, signed));
      const weight = (name: string, bits: number) => s.register(name, 'integer', 0, 2 ** bits);
      const alpha = weight('alpha', weightBits);
      const row = (first: number) => s.lerp(s.tap(square, first), s.tap(square, first + 1), alpha, u);
      const sample = s.lerp(row(0), row(2), weight('beta', weightBits), v);
      const color = s.lerp(sample, sample, weight('w', levelWeightBits), level);
      // A lerp lies between its operands, and rounding is monotonic: equal texels at the end of the codes give the end.
      const same = (code: number) => {
        const alongU = PLAIN.lerp(code, code, 1, u);
        const alongV = PLAIN.lerp(alongU, alongU, 1, v);
        return PLAIN.lerp(alongV, alongV, 1, level);
      };
      expect(rangeOf(color)).toEqual({ low: same(signed ? -high : 0) + 0, high: same(high) });
      expect(color.high).toBe(high * 2 ** afterLevel);
    }
  });
});

describe('steps', () => {
  it('that are equal are one', () => {
    const s = new StepGraph();
    const [a, b] = [s.register('a', 'integer', 0, 9), s.register('b', 'integer', 0, 9)];
    expect(s.add(a, b)).toBe(s.add(a, b));
    expect(s.add(a, b)).not.toBe(s.add(b, a));
    expect(s.shiftRight(a, 1)).not.toBe(s.shiftRight(a, 2));
  });

  it('of a condition are known inside of it alone', () => {
    const s = new StepGraph();
    const [a, b] = [s.register('a', 'integer', 0, 9), s.register('b', 'integer', 0, 9)];
    const outer = s.add(a, b);
    let inner!: StepNode;
    s.when(
      s.less(a, b),
      () => {
        expect(s.add(a, b)).toBe(outer);
        return (inner = s.multiply(a, b));
      },
      a,
    );
    expect(s.multiply(a, b)).not.toBe(inner);
  });

  it('that change nothing are their operand', () => {
    const s = new StepGraph();
    const a = s.register('a', 'integer', 0, 9);
    const zero = s.constant(0);
    const same = [s.add(a, zero), s.add(zero, a), s.subtract(a, zero), s.multiply(a, s.constant(1))];
    const none = [s.shiftRight(a, 0), s.round(a, 0, 'ceil'), s.lifted(a, 0), s.select(s.less(a, zero), a, a)];
    expect([...same, ...none].every((step) => step === a)).toBe(true);
    // -0 and 0 have the sum 0.
    const x = s.register('x', 'float32');
    expect(s.add(x, s.constant(0, 'float32'))).not.toBe(x);
  });

  it('of constants are constants', () => {
    const s = new StepGraph();
    const [two, three] = [s.constant(2), s.constant(3)];
    expect(s.add(two, three)).toBe(s.constant(5));
    expect(s.subtract(two, three)).toBe(s.constant(-1));
    expect(s.multiply(two, three)).toBe(s.constant(6));
    expect(s.shiftRight(s.constant(-5), 1)).toBe(s.constant(-3));
  });

  it('of a level are constants where all levels have the same', () => {
    const s = new StepGraph();
    const level = s.register('level', 'integer', 0, 1);
    expect(s.ofLevel(level, { name: 'size', kind: 'integer', values: [4, 4] })).toBe(s.constant(4));
    expect(s.ofLevel(s.constant(1), { name: 'width', kind: 'integer', values: [4, 2] })).toBe(s.constant(2));
    expect(s.levels).toEqual([]);
  });
});
