import { describe, expect, it } from 'vitest';
import {
  certainFloat32,
  Expansion,
  fitsBeside,
  isExactSum,
  REST_TERMS,
  restOf,
} from '../../../rtl-model/fixed-point/expansion.ts';
import { NEAREST_ROUNDINGS } from '../../../rtl-model/fixed-point/rounding.ts';
import { nearestFloat32 } from '../../../src/specification/exact/dyadic.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { add, compare, divide, exactly, multiply, type Rational, rational } from '../../oracle/rational.ts';
import { roundedFloat } from '../../oracle/rounded-float.ts';

const ZERO = rational(0);

/** A finite float32 of any exponent. */
function anyFloat32(dice: Dice): number {
  for (;;) {
    const x = dice.float32();
    if (Number.isFinite(x)) return x;
  }
}

/** A float32 that shares many of its bits, but not all, with one of the others and has the opposite sign. */
function nearlyOpposite(dice: Dice, x: number): number {
  return -Math.fround(x * (1 + dice.integer(-3, 3) * 2 ** -23));
}

/** A random sum of products of float32 values and weights, in both arithmetics. */
function randomSum(dice: Dice, sum: Expansion): Rational {
  sum.clear();
  let exact = ZERO;
  let x = 0;
  for (let n = dice.integer(1, 12); n > 0; n--) {
    x = dice.chance(0.4) ? nearlyOpposite(dice, x) : anyFloat32(dice);
    if (!Number.isFinite(x)) x = 1;
    const weight = dice.pick([1, dice.integer(-65_536, 65_536), dice.integer(0, 65_536) * dice.integer(0, 65_536)]);
    if (weight === 1) sum.add(x);
    else sum.addProduct(x, weight);
    exact = add(exact, multiply(exactly(x), rational(weight)));
  }
  return exact;
}

function stored(sum: Expansion): { readonly terms: readonly number[]; readonly total: Rational } {
  const values = new Float64Array(1 + REST_TERMS);
  sum.store(values, 0);
  return { terms: [...values], total: [...values].map(exactly).reduce(add) };
}

function expectSame(got: Rational, expected: Rational): void {
  if (compare(got, expected) !== 0) expect(got).toEqual(expected);
}

/** The distance from |x| to the next float64 away from 0. */
function ulp(x: number): number {
  return 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);
}

describe('an expansion', () => {
  it('is the exact sum of what was added, whatever the exponents and however much cancels', () => {
    const dice = new Dice(0xadd);
    const sum = new Expansion();
    for (let n = 0; n < draws(4000); n++) {
      const exact = randomSum(dice, sum);
      expectSame(stored(sum).total, exact);
    }
  });

  it('is stored in terms that are each less than an ulp of the one before, with nothing behind a zero', () => {
    const dice = new Dice(0x5703e);
    const sum = new Expansion();
    let longest = 0;
    for (let n = 0; n < draws(4000); n++) {
      randomSum(dice, sum);
      const { terms } = stored(sum);
      const count = terms.findIndex((term) => term === 0);
      longest = Math.max(longest, count);
      if (count >= 0) expect(terms.slice(count).every((term) => term === 0)).toBe(true);
      for (let k = 1; k < count; k++) expect(Math.abs(terms[k])).toBeLessThanOrEqual(ulp(terms[k - 1]));
    }
    expect(longest).toBeGreaterThan(4);
  });

  it('is what is left of a stored one times a factor', () => {
    const dice = new Dice(0xfac);
    const sum = new Expansion();
    const values = new Float64Array(3 * (1 + REST_TERMS));
    for (let n = 0; n < draws(1000); n++) {
      const parts = [0, 1, 2].map((at) => {
        const exact = randomSum(dice, sum);
        sum.store(values, at);
        return exact;
      });
      const factor = dice.integer(-65_536, 65_536) / 65_536;
      sum.clear();
      sum.addStored(values, 0, factor);
      sum.addStored(values, 2, 1);
      expectSame(stored(sum).total, add(multiply(parts[0], exactly(factor)), parts[2]));
    }
  });

  it('keeps the rests of neighbours apart, behind all leading terms', () => {
    const values = new Float64Array(4 * (1 + REST_TERMS));
    expect([0, 1, 3].map((at) => restOf(values, at))).toEqual([4, 4 + REST_TERMS, 4 + 3 * REST_TERMS]);
  });

  it('keeps its greatest terms, and no more, where a sum has more of them than a place holds', () => {
    const sum = new Expansion();
    const terms = Array.from({ length: REST_TERMS + 4 }, (_, n) => 2 ** (-60 * n));
    const values = new Float64Array(2 * (1 + REST_TERMS));
    for (const at of [1, 0]) {
      sum.clear();
      for (const term of terms) sum.add((1 + at) * term);
      sum.store(values, at);
    }
    const kept = terms.slice(0, 1 + REST_TERMS);
    const placed = [0, 1].map((at) => [values[at], ...values.slice(restOf(values, at)).slice(0, REST_TERMS)]);
    expect(placed).toEqual([kept, kept.map((term) => 2 * term)]);
    for (const at of [0, 1]) {
      sum.clear();
      sum.addStored(values, at, 1);
      expectSame(stored(sum).total, placed[at].map(exactly).reduce(add));
    }
  });

  it('over n is rounded once to float32: random sums', () => {
    const dice = new Dice(0xf32);
    const sum = new Expansion();
    for (let n = 0; n < draws(4000); n++) {
      const exact = randomSum(dice, sum);
      const divisor = dice.pick([1, 2, 3, 5, 6, 7, 16, 127]);
      expect(sum.float32(divisor)).toBe(nearestFloat32(exact.numerator, exact.denominator * BigInt(divisor)) + 0);
    }
  });

  it('over n is rounded once to float32: at ties, and a hair above and below them', () => {
    const dice = new Dice(0x71e);
    const sum = new Expansion();
    for (let n = 0; n < draws(6000); n++) {
      const divisor = dice.pick([1, 1, 3, 5, 6, 127]);
      // The middle of two float32, of normal ones, denormals and the greatest, times the divisor.
      const exponent = dice.pick([dice.integer(-150, 103), -150, -149, 103]);
      const odd = 2 * dice.integer(exponent === -150 ? 0 : 2 ** 23, 2 ** 24 - 1) + 1;
      const tie = odd * 2 ** exponent * dice.pick([1, -1]);
      const hair = dice.pick([0, 1, -1]) * 2 ** -dice.integer(60, 200) * Math.abs(tie);
      sum.clear();
      sum.addProduct(tie, divisor);
      sum.add(hair);
      const exact = add(multiply(exactly(tie), rational(divisor)), exactly(hair));
      expect(sum.float32(divisor)).toBe(nearestFloat32(exact.numerator, exact.denominator * BigInt(divisor)) + 0);
    }
  });
});

describe('the quick ways past an expansion', () => {
  it('know a sum that is exact from one that is not', () => {
    const dice = new Dice(0x50);
    let exactSums = 0;
    for (let n = 0; n < draws(20_000); n++) {
      const a = dice.real(-1, 1) * 2 ** dice.integer(-4, 4);
      const b = Math.fround(dice.real(-1, 1)) * 2 ** dice.integer(-30, 4);
      const isExact = compare(add(exactly(a), exactly(b)), exactly(a + b)) === 0;
      expect(isExactSum(a, b, a + b)).toBe(isExact);
      if (isExact) exactSums++;
    }
    expect(exactSums).toBeGreaterThan(1000);
    expect([isExactSum(Infinity, 1, Infinity), isExactSum(NaN, 1, NaN)]).toEqual([false, false]);
  });

  it('know a sum that lost the smaller number, whichever of the two it is', () => {
    expect([isExactSum(1, 2 ** -60, 1), isExactSum(2 ** -60, 1, 1)]).toEqual([false, false]);
  });

  it('know how many bits a number has', () => {
    for (let bits = 30; bits <= 53; bits++) {
      const x = 2 ** 60 + 2 ** (61 - bits);
      expect(fitsBeside(x, 2 ** (53 - bits) + 1)).toBe(true);
      expect(fitsBeside(x, 2 ** (54 - bits) + 1)).toBe(false);
    }
    expect([Infinity, -Infinity, NaN].map((x) => fitsBeside(x, 257))).toEqual([false, false, false]);
  });

  it('give the float32 of a number that is far from every tie, and NaN near one', () => {
    expect(certainFloat32(1 + 2 ** -24 + 2 ** -40)).toBe(1 + 2 ** -23);
    expect(certainFloat32(1 + 2 ** -24 - 2 ** -40)).toBe(1);
    expect([1 + 2 ** -24, 1 + 2 ** -24 + 2 ** -50, 1 + 2 ** -24 - 2 ** -50].map(certainFloat32)).toEqual([
      NaN,
      NaN,
      NaN,
    ]);
  });

  it('leave a zero to the expansion', () => {
    expect([0, -0].map(certainFloat32)).toEqual([NaN, NaN]);
  });

  it.each(NEAREST_ROUNDINGS)('rounds its quotient to a float of few bits, %s', (mode) => {
    const dice = new Dice(0x40f7);
    const sum = new Expansion();
    for (let n = 0; n < draws(4000); n++) {
      const exact = randomSum(dice, sum);
      const divisor = dice.pick([1, 2, dice.integer(1, 127), dice.integer(1, 2 ** 31)]);
      const bits = dice.pick([3, 11, 24]);
      const leastExponent = dice.pick([-126, -14, 120]);
      const expected = roundedFloat(divide(exact, rational(divisor)), bits, leastExponent, mode);
      const isFinite = Math.abs(expected) < 2 ** (2 - leastExponent);
      expect(sum.rounded(divisor, { bits, leastExponent }, mode)).toBe(isFinite ? expected : expected * Infinity);
    }
  });

  it('goes to the side of a tie that its least bit is on', () => {
    const half = { bits: 11, leastExponent: -14 };
    const sum = new Expansion();
    const rounded = (mode: (typeof NEAREST_ROUNDINGS)[number], ...terms: readonly number[]) => {
      sum.clear();
      for (const term of terms) sum.add(term);
      return sum.rounded(1, half, mode);
    };
    const [tie, up] = [1 + 2 ** -11, 1 + 2 ** -10];
    for (const mode of NEAREST_ROUNDINGS) {
      expect([rounded(mode, tie, 2 ** -140), rounded(mode, tie, -(2 ** -140))]).toEqual([up, 1]);
    }
    expect(NEAREST_ROUNDINGS.map((mode) => rounded(mode, tie))).toEqual([1, up, 1, up, 1]);
    expect(NEAREST_ROUNDINGS.map((mode) => rounded(mode, -tie))).toEqual([-1, -1, -up, -up, -1]);
    expect([65519, 65520].map((x) => rounded('nearest-even', x))).toEqual([65504, Infinity]);
    expect([rounded('nearest-even', 2 ** -25), rounded('nearest-away', 2 ** -25)]).toEqual([0, 2 ** -24]);
  });
});
