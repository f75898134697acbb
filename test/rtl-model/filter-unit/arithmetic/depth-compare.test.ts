import { describe, expect, it } from 'vitest';
import { DepthCompare } from '../../../../rtl-model/filter-unit/arithmetic/depth-compare.ts';
import { bitsToFloat, floatBits } from '../../../../rtl-model/fixed-point/float32.ts';
import { COMPARE_OPS, type CompareOp } from '../../../../rtl-model/state/sampler.ts';
import { Dice } from '../../../oracle/dice.ts';

type Relation = '<' | '=' | '>' | 'unordered';

/** The relations between reference and texel under which each operation holds. */
const HOLDS: Readonly<Record<CompareOp, readonly Relation[]>> = {
  never: [],
  less: ['<'],
  equal: ['='],
  less_or_equal: ['<', '='],
  greater: ['>'],
  not_equal: ['<', '>', 'unordered'],
  greater_or_equal: ['>', '='],
  always: ['<', '=', '>', 'unordered'],
};

/** reference OP texel of floats, as a design that rounds the reference to the format has it. */
function compares(op: CompareOp, reference: number, texel: number): boolean {
  const compare = new DepthCompare(op, { componentType: 'sfloat' }, 1, true);
  return compare.passes(compare.reference(reference), texel);
}

/** reference OP code / one, with the quotient not rounded and the reference not clamped. */
function comparesCode(op: CompareOp, reference: number, code: number, one: number): boolean {
  const compare = new DepthCompare(op, { componentType: 'sfloat' }, one, false);
  return compare.passes(compare.reference(reference), code);
}

function expectRelation(relation: Relation, result: (op: CompareOp) => boolean, ...inputs: number[]) {
  const held = COMPARE_OPS.filter((op) => result(op));
  const expected = COMPARE_OPS.filter((op) => HOLDS[op].includes(relation));
  expect([...inputs, held]).toEqual([...inputs, expected]);
}

describe('a comparison of floats', () => {
  it('compares the reference, on the left, with the texel', () => {
    const rising = [-Infinity, -1, -(2 ** -126), 0, 2 ** -126, 0.5, 0.75, 1, 2 ** 127, Infinity];
    rising.forEach((reference, r) =>
      rising.forEach((texel, t) => {
        const relation = r < t ? '<' : r > t ? '>' : '=';
        expectRelation(relation, (op) => compares(op, reference, texel), reference, texel);
      }),
    );
  });

  it('holds for not_equal and always alone with a NaN', () => {
    for (const other of [NaN, 0, 1, Infinity]) {
      expectRelation('unordered', (op) => compares(op, NaN, other), other);
      expectRelation('unordered', (op) => compares(op, other, NaN), other);
    }
  });

  it('takes zeros of both signs and denorms as equal', () => {
    const zeros = [0, -0, 2 ** -149, -(2 ** -149), 2 ** -126 - 2 ** -149];
    for (const a of zeros) for (const b of zeros) expectRelation('=', (op) => compares(op, a, b), a, b);
  });
});

/** A finite float32 as an integer times 2^-149. */
function units(x: number): bigint {
  const bits = floatBits(x);
  const exponent = (bits >>> 23) & 0xff;
  const mantissa = BigInt(bits & 0x7fffff) + (exponent === 0 ? 0n : 1n << 23n);
  return (bits >>> 31 ? -1n : 1n) * (mantissa << BigInt(Math.max(0, exponent - 1)));
}

function exactRelation(reference: number, code: number, one: number): Relation {
  const left = units(reference) * BigInt(one);
  const right = BigInt(code) << 149n;
  return left < right ? '<' : left > right ? '>' : '=';
}

describe('a comparison with a code', () => {
  it.each([1, 255, 2 ** 16 - 1, 2 ** 24 - 1])('compares with the exact code / %i, next to it on either side', (one) => {
    const dice = new Dice(one);
    const codes = [0, 1, one, ...Array.from({ length: 300 }, () => dice.integer(0, one))];
    for (const code of codes) {
      const nearest = floatBits(code / one);
      for (const bits of [nearest - 1, nearest, nearest + 1].filter((b) => b >= 0)) {
        const reference = bitsToFloat(bits);
        const relation = exactRelation(reference, code, one);
        expectRelation(relation, (op) => comparesCode(op, reference, code, one), reference, code);
      }
    }
  });

  it('tells a float32 from a quotient that rounds to it', () => {
    const third = Math.fround(1 / 3);
    expectRelation('>', (op) => comparesCode(op, third, 85, 255));
    expectRelation('=', (op) => comparesCode(op, 1, 255, 255));
  });

  it('is unordered for NaN, and keeps infinities and denorms apart from codes', () => {
    expectRelation('unordered', (op) => comparesCode(op, NaN, 3, 255));
    expectRelation('>', (op) => comparesCode(op, Infinity, 255, 255));
    expectRelation('<', (op) => comparesCode(op, -Infinity, 0, 255));
    expectRelation('>', (op) => comparesCode(op, 2 ** -149, 0, 255));
  });
});

describe('the reference', () => {
  const reference = (componentType: 'unorm' | 'sfloat', quantized: boolean) => (d: number) =>
    new DepthCompare('less', { componentType }, componentType === 'unorm' ? 65_535 : 1, quantized).reference(d);

  it('is clamped to [0, 1] for UNORM depth, NaN to 0', () => {
    const depths = [-1, -0, 0, 0.25, 1, 1.5, Infinity, -Infinity, NaN];
    expect(depths.map(reference('unorm', false))).toEqual([0, 0, 0, 0.25, 1, 1, 1, 0, 0].map((d) => d * 65_535));
  });

  it('is rounded to the code of UNORM depth where the design quantizes it', () => {
    expect([0.25, 1 / 65_535, 0.49 / 65_535].map(Math.fround).map(reference('unorm', true))).toEqual([16_384, 1, 0]);
  });

  it('is kept for float depth', () => {
    for (const d of [-1, 1.5, NaN, Infinity]) expect(reference('sfloat', false)(d)).toBe(d);
  });
});
