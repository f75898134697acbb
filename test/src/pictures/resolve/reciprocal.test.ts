import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../../rtl-model/fixed-point/float32.ts';
import { MOST_RECIPROCAL_BITS, reciprocalUnit } from '../../../../src/pictures/resolve/reciprocal.ts';
import { randomBits } from '../../../oracle/random.ts';
import { absolute, compare, divide, exactly, multiply, rational, round, subtract } from '../../../oracle/rational.ts';

const WIDTHS = Array.from({ length: MOST_RECIPROCAL_BITS }, (_, n) => n + 1);
const SIGNIFICANDS = 2 ** 23;

/** The largest |1 - x * reciprocal(x)| over significands, `step` apart. The float64 product is exact. */
function worstError(bits: number, step: number): number {
  const unit = reciprocalUnit(bits);
  let worst = 0;
  for (let fraction = 0; fraction < SIGNIFICANDS; fraction += step) {
    const x = 1 + fraction / SIGNIFICANDS;
    worst = Math.max(worst, Math.abs(1 - x * unit(x)));
  }
  return worst;
}

describe('the approximate reciprocal', () => {
  it.each([8, 12, 22])('of %i bits errs by less than 2^-bits for every significand', (bits) => {
    expect(worstError(bits, 1)).toBeLessThan(2 ** -bits);
  });

  it('has a largest error below 2^-bits and above a quarter of that, at every width', () => {
    const off = WIDTHS.map((bits) => ({ bits, error: worstError(bits, 97) * 2 ** bits }));
    expect(off.filter(({ error }) => !(error > 0.25 && error < 1))).toEqual([]);
  });

  it('is exact for every power of two whose reciprocal is a float32, at every width', () => {
    const wrong: string[] = [];
    for (const bits of WIDTHS) {
      const unit = reciprocalUnit(bits);
      for (let e = -127; e <= 127; e++) {
        for (const sign of [1, -1]) {
          if (unit(sign * 2 ** e) !== sign * 2 ** -e) wrong.push(`${bits} bits, ${sign} * 2^${e}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is monotone: a larger significand never has the larger reciprocal', () => {
    for (const bits of [1, 2, 7, 12, 22]) {
      const unit = reciprocalUnit(bits);
      let rises = 0;
      for (let fraction = 1, before = unit(1); fraction <= SIGNIFICANDS; fraction += 13) {
        const value = unit(1 + fraction / SIGNIFICANDS);
        if (value > before) rises++;
        before = value;
      }
      expect(rises).toBe(0);
    }
  });

  it('interpolates linearly between entries of its table; entry and result are rounded to nearest even', () => {
    const next = randomBits(29);
    const wrong: string[] = [];
    for (const bits of WIDTHS) {
      const unit = reciprocalUnit(bits);
      const segments = 2n ** BigInt(Math.ceil((bits - 1) / 2));
      const one = 2n ** BigInt(bits + 2);
      const entry = (i: bigint) => round(rational(one * segments, segments + i), 'nearest-even');
      for (let n = 0; n < 300; n++) {
        const fraction = BigInt(next() >>> 9);
        const [i, rest] = [(fraction * segments) / 2n ** 23n, (fraction * segments) % 2n ** 23n];
        const drop = round(rational((entry(i) - entry(i + 1n)) * rest, 2n ** 23n), 'nearest-even');
        const expected = Number(entry(i) - drop) / Number(one);
        const got = unit(1 + Number(fraction) / SIGNIFICANDS);
        if (got !== expected) wrong.push(`${bits} bits, fraction ${fraction}: ${got}, expected ${expected}`);
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('has at most bits + 2 significant bits', () => {
    const bits = randomBits(11);
    for (const width of WIDTHS) {
      const unit = reciprocalUnit(width);
      const wide = Array.from({ length: 200 }, () => 1 + (bits() >>> 9) / SIGNIFICANDS).filter(
        (x) => !Number.isInteger(unit(x) * 2 ** (width + 2)),
      );
      expect(wide).toEqual([]);
    }
  });
});

describe('the exact reciprocal', () => {
  it('is the float32 nearest to 1 / x', () => {
    const next = randomBits(5);
    const unit = reciprocalUnit('exact');
    const one = rational(1);
    const wrong: number[] = [];
    for (let n = 0; n < 2000; n++) {
      // The exponents are those with normal reciprocals.
      const x = bitsToFloat((next() >>> 9) + 2 ** 23 * (10 + (next() % 230)));
      const y = unit(x);
      const ulp = 2 ** (Math.floor(Math.log2(y)) - 23);
      const error = absolute(subtract(divide(one, exactly(x)), exactly(y)));
      if (compare(multiply(error, rational(2)), exactly(ulp)) > 0) wrong.push(x);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(['exact', 1, 12, 22] as const)('a reciprocal of precision %s', (precision) => {
  const unit = reciprocalUnit(precision);

  it('gives infinities for zeros and zeros for infinities, signs kept, and NaN for NaN', () => {
    expect([0, -0, Infinity, -Infinity, NaN].map((x) => unit(x))).toEqual([Infinity, -Infinity, 0, -0, NaN]);
  });

  it('overflows to infinity for denormals whose reciprocal is too large', () => {
    expect([2 ** -149, -(2 ** -149), 2 ** -128].map((x) => unit(x))).toEqual([Infinity, -Infinity, Infinity]);
    expect(unit(2 ** -127)).toBe(2 ** 127);
  });

  it('gives denormals for numbers whose reciprocal is denormal', () => {
    expect(unit(2 ** 127)).toBe(2 ** -127);
    // 1 / 1.5 errs by the precision, and by half of the last place, 2^-149.
    const error = precision === 'exact' ? 0 : 2 ** -precision;
    expect(Math.abs(unit(1.5 * 2 ** 127) - 2 ** -127 / 1.5)).toBeLessThanOrEqual((error / 1.5) * 2 ** -127 + 2 ** -150);
  });
});

it('a precision other than exact and 1 to 22 bits is refused', () => {
  for (const bits of [0, 23, 1.5, -1, NaN]) {
    expect(() => reciprocalUnit(bits)).toThrow(`reciprocal of ${bits} bits; expected "exact" or 1 to 22`);
  }
});
