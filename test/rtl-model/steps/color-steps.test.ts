import { describe, expect, it } from 'vitest';
import { cubicOf } from '../../../rtl-model/description/cubic.ts';
import { reciprocalTable } from '../../../rtl-model/design/reciprocals.ts';
import { ROUNDING_MODES, roundShift, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import type { StepNode } from '../../../rtl-model/steps/step.ts';
import type { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import type { TexelCodes } from '../../../rtl-model/steps/texel-codes.ts';
import { ConstantTable } from '../../../rtl-model/steps/steps.ts';
import { nearestFloat32 } from '../../../src/specification/exact/dyadic.ts';
import { Dice } from '../../oracle/dice.ts';
import { squareAt, StepRun } from './step-run.ts';

/** Texels of four codes of 16 bits: texel n begins at byte 8 n. */
const WORDS = { stride: 8, form: 'words', places: [0, 2, 4, 6], small: false, planar: false } as const;
const unsigned = (high: number): TexelCodes => ({ ...WORDS, taps: 1, signed: false, low: 0, high });
const signed = (high: number): TexelCodes => ({ ...WORDS, taps: 1, signed: true, low: -high, high });

const LANES = 256;

/** Codes of a state: those at the ends among them, and equal neighbours. */
function texelsOf(dice: Dice, { low, high }: TexelCodes, count: number): Uint16Array {
  const corners = [low, high, Math.min(low + 1, high), high - 1, 0].filter((code) => code >= low);
  const draw = () => (dice.chance(0.3) ? dice.pick(corners) : dice.integer(low, high));
  return Uint16Array.from({ length: 4 * count }, draw);
}

const codeOf = ({ signed }: TexelCodes, bits: number) => (signed ? (bits << 16) >> 16 : bits);

/** Registers of texels, as byte addresses of columns, and of integers from `low` to `high`. */
function places(dice: Dice, count: number): Int32Array {
  return Int32Array.from({ length: LANES }, () => 8 * dice.integer(0, count - 1));
}
function integers(dice: Dice, low: number, high: number): Int32Array {
  return Int32Array.from({ length: LANES }, () =>
    dice.chance(0.2) ? dice.pick([low, high]) : dice.integer(low, high),
  );
}

/** A texel's codes: those at the address in a register. */
function texel(s: StepGraph, name: string, codes: TexelCodes): StepNode {
  const [column, zero] = [s.register(name, 'integer', 0, 2 ** 20), s.constant(0)];
  return squareAt(s, [column, column], [zero, zero], codes);
}

const weightOf = (s: StepGraph, name: string, bits: number) => s.register(name, 'integer', 0, 2 ** bits);

/** The lanes' components in which a result differs from what is expected, the first three. */
function different(
  got: ArrayLike<number>,
  expected: (lane: number, component: number) => number,
  inputs: (lane: number, component: number) => readonly number[],
): readonly string[] {
  const wrong: string[] = [];
  for (let at = 0; at < 4 * LANES && wrong.length < 3; at++) {
    const wanted = expected(at >> 2, at & 3);
    if (!Object.is(got[at], wanted)) wrong.push(`${inputs(at >> 2, at & 3).join(', ')}: ${got[at]}, not ${wanted}`);
  }
  return wrong;
}

/** Texels and the bits of weights: products of 16 bits, integers of 32 bits, float64. */
const LERPS = [
  ['codes of 8 bits with weights of 8', unsigned(255), 8],
  ['codes of 15 bits with weights of 15', unsigned(32_767), 15],
  ['codes of 16 bits with weights of 8', unsigned(65_535), 8],
  ['codes of 16 bits with weights of 14', unsigned(65_535), 14],
  ['codes of 16 bits with weights of 15', unsigned(65_535), 15],
  ['signed codes of 16 bits with weights of 8', signed(32_767), 8],
  ['signed codes of 8 bits with weights of 15', signed(127), 15],
  ['signed codes of 8 bits with weights of 16', signed(127), 16],
  ['codes of 16 bits with weights of 16, 32 bits without a sign,', unsigned(65_535), 16],
  ['signed codes of 16 bits with weights of 17, float64,', signed(32_767), 17],
] as const;

describe.each(LERPS)('a lerp of %s', (_, codes, bits) => {
  const dice = new Dice(codes.high + bits);
  const count = 100;
  const texels = texelsOf(dice, codes, count);
  const [a, b] = [places(dice, count), places(dice, count)];
  const w = integers(dice, 0, 2 ** bits);
  const code = (of: Int32Array, lane: number, c: number) => codeOf(codes, texels[of[lane] / 2 + c]);

  it.each(ROUNDING_MODES)('is that of the model, rounded by %s', (mode) => {
    for (const dropped of [0, 1, bits - 1, bits]) {
      const rule = { bits, dropped, mode, scale: 'power-of-two' as const };
      const run = new StepRun((s) => s.lerp(texel(s, 'a', codes), texel(s, 'b', codes), weightOf(s, 'w', bits), rule));
      // Integers of 32 bits without a sign come as signed ones.
      const got = Float64Array.from(run.of({ a, b, w }, texels).values, (value) =>
        codes.low >= 0 && value < 0 ? value + 2 ** 32 : value,
      );
      const inputs = (lane: number, c: number) => [code(a, lane, c), code(b, lane, c), w[lane], dropped];
      expect(
        different(got, (lane, c) => PLAIN.lerp(code(a, lane, c), code(b, lane, c), w[lane], rule), inputs),
      ).toEqual([]);
    }
  });
});

describe.each([
  ['unsigned codes of 8 bits', unsigned(255)],
  ['unsigned codes of 16 bits', unsigned(65_535)],
  ['signed codes of 16 bits', signed(32_767)],
])('the lerps of a square of %s', (_, plain) => {
  const codes = { ...plain, taps: 4 } as const;
  const bits = 8;
  const dice = new Dice(codes.high);
  const count = 100;
  const texels = texelsOf(dice, codes, count);
  const [left, right, top, bottom] = [0, 1, 2, 3].map(() => places(dice, count / 2));
  // Texels side by side have loads of their own.
  for (let lane = 0; lane < LANES / 2; lane++) right[lane] = left[lane] + 8;
  const [alpha, beta] = [integers(dice, 0, 2 ** bits), integers(dice, 0, 2 ** bits)];
  const registers = { left, right, top, bottom, alpha, beta };
  const at = (x: Int32Array, y: Int32Array, lane: number, c: number) =>
    codeOf(codes, texels[(x[lane] + y[lane]) / 2 + c]);

  it.each(ROUNDING_MODES)('are those of the model, rounded by %s', (mode) => {
    for (const [droppedU, droppedV] of [
      [0, 0],
      [0, 16],
      [8, 8],
      [3, 9],
      [0, 5],
    ]) {
      const [u, v] = [droppedU, droppedV].map((dropped) => ({ bits, dropped, mode, scale: 'power-of-two' as const }));
      const run = new StepRun((s) => {
        const [i0, i1, j0, j1] = ['left', 'right', 'top', 'bottom'].map((name) => s.register(name, 'integer'));
        const square = squareAt(s, [i0, i1], [j0, j1], codes);
        const row = (first: number) =>
          s.lerp(s.tap(square, first), s.tap(square, first + 1), weightOf(s, 'alpha', bits), u);
        return s.lerp(row(0), row(2), weightOf(s, 'beta', bits), v);
      });
      const four = (lane: number, c: number) => [
        at(left, top, lane, c),
        at(right, top, lane, c),
        at(left, bottom, lane, c),
        at(right, bottom, lane, c),
      ];
      const expected = (lane: number, c: number) => {
        const [t00, t10, t01, t11] = four(lane, c);
        const [upper, lower] = [PLAIN.lerp(t00, t10, alpha[lane], u), PLAIN.lerp(t01, t11, alpha[lane], u)];
        return PLAIN.lerp(upper, lower, beta[lane], v);
      };
      const inputs = (lane: number, c: number) => [...four(lane, c), alpha[lane], beta[lane], droppedU, droppedV];
      const got = Float64Array.from(run.of(registers, texels).values, (value) =>
        codes.low >= 0 && value < 0 ? value + 2 ** 32 : value,
      );
      expect(different(got, expected, inputs)).toEqual([]);
    }
  });
});

describe.each([
  ['unsigned codes of 8 bits, integers of 32 bits,', unsigned(255), 8],
  ['unsigned codes of 8 bits, float64,', unsigned(255), 12],
  ['unsigned codes of 16 bits, float64,', unsigned(65_535), 12],
  ['signed codes of 16 bits, float64,', signed(32_767), 10],
])('the sums of products of the rows and columns of %s', (_, plain, bits) => {
  const constants = [0, plain.high, 0, 1];
  const codes = { ...plain, taps: 4, places: [0, -1, 4, -1] } as const;
  const dice = new Dice(codes.high + bits);
  const count = 64;
  const texels = texelsOf(dice, codes, count);
  const squares = [0, 1, 2, 3].map(() => places(dice, count - 2));
  const most = { above: 4 * 2 ** bits, below: 2 ** bits };
  const weightsOf = () => [0, 1, 2, 3].map(() => integers(dice, -most.below / 4, most.above / 4));
  const [u, v] = [weightsOf(), weightsOf()];
  const named = (prefix: string, all: readonly Int32Array[]) => all.map((one, n) => [`${prefix}${n}`, one] as const);
  const registers = Object.fromEntries([...named('square', squares), ...named('u', u), ...named('v', v)]);
  // The squares' rows are a texel apart.
  const code = (n: number, tap: number, lane: number, c: number) =>
    c % 2 === 1 ? constants[c] : codeOf(codes, texels[squares[n][lane] / 2 + 4 * ((tap & 1) + (tap >> 1)) + c]);
  const row = (n: number, lane: number, c: number) =>
    [0, 1, 2, 3].reduce((sum, i) => sum + u[i][lane] * code((n & 2) + (i >> 1), 2 * (n & 1) + (i & 1), lane, c), 0);
  const all = (lane: number, c: number) => [0, 1, 2, 3].reduce((sum, j) => sum + v[j][lane] * row(j, lane, c), 0);

  it.each(ROUNDING_MODES)('are exact, rounded by %s', (mode) => {
    for (const dropped of [0, 1, bits, 2 * bits]) {
      const run = new StepRun((s) => {
        const weights = (prefix: string) =>
          u.map((_, n) => s.register(`${prefix}${n}`, 'integer', -most.below, most.above));
        const [zero, one] = [s.constant(0), s.constant(8)];
        const made = squares.map((_, n) => {
          const column = s.register(`square${n}`, 'integer');
          return squareAt(s, [column, s.add(column, one)], [zero, one], codes);
        });
        return s.round(
          cubicOf(s, made, [weights('u'), weights('v')], { most, weights: u[0] }, constants),
          dropped,
          mode,
        );
      });
      const got = run.of(registers, texels).values;
      expect(
        different(
          got,
          (lane, c) => roundShift(all(lane, c), dropped, mode),
          (lane) => [lane, dropped],
        ),
      ).toEqual([]);
    }
  });
});

describe('a colour', () => {
  const codes = signed(32_767);
  const dice = new Dice(0xc0);
  const count = 64;
  const texels = texelsOf(dice, codes, count);
  const a = places(dice, count);
  const w = integers(dice, 0, 1000);
  const code = (lane: number, c: number) => codeOf(codes, texels[a[lane] / 2 + c]);
  const inputs = (lane: number, c: number) => [code(lane, c), w[lane]];

  it.each([0, 3, 16, 20])('is lifted by %i bits', (bits) => {
    const run = new StepRun((s) => s.lifted(texel(s, 'a', codes), bits));
    const got = run.of({ a }, texels).values;
    expect(different(got, (lane, c) => code(lane, c) * 2 ** bits, inputs)).toEqual([]);
  });

  it('is selected for each lane', () => {
    const run = new StepRun((s) => {
      const value = texel(s, 'a', codes);
      return s.select(s.less(s.register('w', 'integer', 0, 1000), s.constant(500)), s.lifted(value, 1), value);
    });
    const got = run.of({ a, w }, texels).values;
    expect(different(got, (lane, c) => (w[lane] < 500 ? 2 : 1) * code(lane, c), inputs)).toEqual([]);
  });

  it.each(ROUNDING_MODES)('is the average of three where a corner of a cube lacks it, rounded by %s', (mode) => {
    const lacks = Int32Array.from({ length: LANES }, (_, lane) => lane & 3);
    const [left, right] = [places(dice, count - 1), places(dice, count - 1)];
    for (const [own, bits] of [
      [codes, 0],
      [codes, 7],
      [unsigned(65_535), 0],
      [unsigned(65_535), 8],
    ] as const) {
      const run = new StepRun((s) => {
        const [zero, tap] = [s.constant(0), s.register('lacks', 'integer', 0, 3)];
        const columns = ['left', 'right'].map((name) => s.register(name, 'integer', 0, 2 ** 20));
        const square = squareAt(s, columns, [zero, s.constant(8)], { ...own, taps: 4 });
        const missing = [0, 1, 2, 3].map((n) => s.equal(tap, s.constant(n)));
        const whole = s.cornered(square, missing, { ...own, bits, mode, fused: false, order: [0, 1, 2, 3] });
        return missing.reduce((other, mask, n) => s.select(mask, s.tap(whole, n), other), s.tap(whole, 0));
      });
      const got = run.of({ left, right, lacks }, texels).values;
      const others = (lane: number, c: number) =>
        [left[lane], right[lane], left[lane] + 8, right[lane] + 8]
          .map((at) => codeOf(own, texels[at / 2 + c]))
          .filter((_, tap) => tap !== (lane & 3));
      // No third is a tie.
      const third = (lane: number, c: number) => {
        const sum = others(lane, c).reduce((x, y) => x + y) * 2 ** bits;
        const below = Math.floor(sum / 3);
        const rest = sum - 3 * below;
        if (mode === 'floor') return below;
        if (mode === 'ceil' || mode === 'toward-zero')
          return rest > 0 && (mode === 'ceil' || sum < 0) ? below + 1 : below;
        return rest === 2 ? below + 1 : below;
      };
      expect(different(got, third, others)).toEqual([]);
    }
  });

  it.each([0, 20])('whose constant components are 0 gets them, lifted by %i bits', (bits) => {
    const two = { ...codes, places: [0, -1, 4, -1] };
    const values = [0, 5 * 2 ** bits, 0, -7 * 2 ** bits];
    const run = new StepRun((s) => s.withConstant(s.lifted(texel(s, 'a', two), bits), values));
    const got = run.of({ a }, texels).values;
    expect(different(got, (lane, c) => (c % 2 === 1 ? values[c] : code(lane, c) * 2 ** bits), inputs)).toEqual([]);
  });

  it.each([
    ['integers', 0],
    ['float64', 20],
  ])('is summed in %s over the samples of each lane', (_, bits) => {
    const most = 16;
    const n = integers(dice, 1, most);
    const first = Int32Array.from(a, (at) => at % (8 * (count - most)));
    const run = new StepRun((s) =>
      s.sum(s.register('n', 'integer', 1, most), most, (index) => {
        const [column, zero] = [s.add(s.register('a', 'integer'), s.multiply(index, s.constant(8))), s.constant(0)];
        return s.lifted(squareAt(s, [column, column], [zero, zero], codes), bits);
      }),
    );
    const got = run.of({ a: first, n }, texels).values;
    const sum = (lane: number, c: number) => {
      let total = 0;
      for (let k = 0; k < n[lane]; k++) total += codeOf(codes, texels[first[lane] / 2 + 4 * k + c]) * 2 ** bits;
      return total;
    };
    expect(different(got, sum, (lane, c) => [n[lane], first[lane], c])).toEqual([]);
  });

  describe.each([
    ['a divider', 'exact'],
    ['reciprocals of 8 bits', 8],
    ['reciprocals of 11 bits', 11],
  ] as const)('averaged by %s', (_, reciprocalBits) => {
    it.each(ROUNDING_MODES)('is rounded by %s', (mode) => {
      const most = 16;
      const n = integers(dice, 1, most);
      const reciprocals = reciprocalTable(reciprocalBits, most);
      for (const [bits, dropped] of [
        [1, 0],
        [15, 0],
        [20, 0],
        [15, 7],
        [20, 15],
      ]) {
        const run = new StepRun((s) => {
          const samples = s.register('n', 'integer', 1, most);
          const value = s.lifted(texel(s, 'a', codes), bits);
          const table = new ConstantTable('reciprocals', () => reciprocals);
          const rounded = reciprocalBits === 'exact' ? null : { bits: reciprocalBits, table, most: 2 };
          return s.average(value, samples, { reciprocals: rounded, mode, dropped }, s.shiftRight(value, dropped));
        });
        const expected = (lane: number, c: number) => {
          const sum = code(lane, c) * 2 ** (bits - dropped);
          if (reciprocalBits === 'exact') return roundToInteger(sum / n[lane], mode);
          return roundShift(sum * reciprocals[n[lane]], reciprocalBits, mode);
        };
        const got = run.of({ a, n }, texels).values;
        expect(different(got, expected, (lane, c) => [code(lane, c), bits, n[lane]])).toEqual([]);
      }
    });
  });
});

/** A number on a tie of two float32 as nearly as `one` allows: the integers beside j / 2^25 times `one`, j odd. */
function nearTies(dice: Dice, one: number, most: number): number[] {
  const found: number[] = [];
  const whole = BigInt(one);
  while (found.length < 4 * LANES) {
    // Of the exponent e, ties have 25 bits: odd multiples of 2^(e - 24).
    const exponent = dice.integer(-24, Math.min(0, Math.floor(Math.log2(most / one))));
    const odd = BigInt(2 * dice.integer(2 ** 23, 2 ** 24 - 1) + 1);
    const shift = BigInt(24 - exponent);
    const value = Number((odd * whole) >> shift) + dice.integer(0, 1);
    if (value <= most) found.push(value);
  }
  return found;
}

describe('a quotient', () => {
  // A lerp of two codes by weights of `bits` bits has any value from 0 to 2^bits that lies between both.
  const bits = 30;

  it.each([
    255,
    65_535,
    2 ** 16,
    255 * 2 ** 16,
    65_535 * 2 ** 14,
    4095 * 2 ** 16,
    65_535 * 2 ** 16,
    1023 * 2 ** 21,
    3 * 2 ** 25,
    2 ** 25,
    2 ** 30,
    3 * 2 ** 27,
    2 ** 24 + 1,
    2 ** 25 - 1,
    (2 ** 24 - 1) * 2 ** 6,
  ])('by %d is rounded to float32 once', (one) => {
    const dice = new Dice(one % 65_537);
    const most = Math.min(one, 2 ** bits);
    const values = nearTies(dice, one, most);
    // Component c of lane l: the values of a level, lerped between 0 and 1.
    const wrong: string[] = [];
    const codes = unsigned(1);
    const texels = Uint16Array.of(0, 0, 0, 0, 1, 1, 1, 1);
    const [a, b] = [new Int32Array(values.length), new Int32Array(values.length).fill(8)];
    const w = Int32Array.from(values);
    for (const wide of [0, 3]) {
      // The same with three bits more, as float64 where 32 bits are too few.
      const run = new StepRun((s) => {
        const value = s.lerp(texel(s, 'a', codes), texel(s, 'b', codes), weightOf(s, 'w', bits), {
          bits,
          dropped: 0,
          mode: 'floor',
          scale: 'power-of-two' as const,
        });
        return s.quotient(s.lifted(value, wide), Array<number>(4).fill(one * 2 ** wide), [0, 0, 0, 0]);
      });
      const got = run.of({ a, b, w }, texels).values;
      values.forEach((value, lane) => {
        const wanted = nearestFloat32(BigInt(value), BigInt(one));
        if (got[4 * lane] !== wanted) wrong.push(`${value} over ${one}: ${got[4 * lane]}, not ${wanted}`);
      });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it.each([25, 26, 27, 30])('by an odd number times 2^%i is rounded as it is, from a tie to the even one', (power) => {
    const dice = new Dice(power);
    const texels = new Uint16Array(8 * 4);
    const a = new Int32Array(LANES);
    const b = new Int32Array(LANES).fill(8);
    const wrong: string[] = [];
    for (let n = 0; n < 40; n++) {
      // An odd code times a weight of 25 bits, up to 2^30.
      const odd = 2 * dice.integer(1, 2 ** 15 - 1) + 1;
      texels.fill(odd, 4, 8);
      const w = Int32Array.from({ length: LANES }, () => {
        return (
          (2 * dice.integer(2 ** 23, 2 ** 24 - 1) + 1) * 2 ** Math.max(0, Math.min(power - 25, 5)) +
          dice.pick([0, 0, 0, 1])
        );
      });
      const run = new StepRun((s) => {
        const codes = unsigned(65_535);
        const value = s.lerp(texel(s, 'a', codes), texel(s, 'b', codes), weightOf(s, 'w', bits), {
          bits,
          dropped: 0,
          mode: 'floor',
          scale: 'power-of-two' as const,
        });
        return s.quotient(value, Array<number>(4).fill(odd * 2 ** power), [0, 0, 0, 0]);
      });
      const got = run.of({ a, b, w }, texels).values;
      w.forEach((weight, lane) => {
        const wanted = nearestFloat32(BigInt(odd) * BigInt(weight), BigInt(odd * 2 ** power));
        if (got[4 * lane] !== wanted) wrong.push(`${odd} times ${weight}: ${got[4 * lane]}, not ${wanted}`);
      });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('has its constants, and a one for each component', () => {
    const texels = Uint16Array.of(3, 3, 3, 3);
    const ones = [3, 1, 7, 255];
    const run = new StepRun((s) =>
      s.quotient(texel(s, 'a', { ...unsigned(255), places: [0, -1, 4, 6] }), ones, [0, 0.25, 0, 0]),
    );
    const got = run.of({ a: new Int32Array(4) }, texels).values;
    expect(got.slice(0, 4)).toEqual(Float32Array.of(1, 0.25, 3 / 7, 3 / 255));
  });

  it('of a negative number is that of its magnitude', () => {
    const texels = Uint16Array.of(-100, -32_767, 5, 0);
    for (const up of [0, 12, 20]) {
      const run = new StepRun((s) => {
        const value = s.lifted(texel(s, 'a', signed(32_767)), up);
        return s.quotient(value, Array<number>(4).fill(32_767 * 2 ** up), [0, 0, 0, 0]);
      });
      const got = run.of({ a: new Int32Array(4) }, texels).values;
      expect(got.slice(0, 4)).toEqual(Float32Array.from([-100, -32_767, 5, 0], (code) => code / 32_767));
    }
  });
});
