import { describe, expect, it } from 'vitest';
import { unitOf } from '../../../rtl-model/fixed-point/truncation.ts';
import { quotient as quotientOfSteps } from '../../../rtl-model/front-end/quotient.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { isLess, magnitude, quotientOf, toNumber } from '../../oracle/binary-number.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';

/** Any float32: of all signs, exponents and kinds. */
function anyFloat(dice: Dice): number {
  return new Float32Array(Uint32Array.of(dice.bits()).buffer)[0];
}

const quotient = (a: number, b: number, unit: number) => quotientOfSteps(PLAIN, a, b, unit);

describe('quotient', () => {
  /** The quotient of normal numbers in integers, within the exponents of float32. */
  function stated(a: number, b: number, bits: number): number {
    const whole = quotientOf(magnitude(a), magnitude(b), bits);
    const sign = a < 0 === b < 0 ? 1 : -1;
    if (isLess(whole, { m: 1n, e: -126 })) return sign * 0;
    return isLess(whole, { m: 1n, e: 128 }) ? sign * toNumber(whole) : sign * Infinity;
  }

  it('has the leading bits of the exact one, for all pairs of 6 bits and every width', () => {
    for (let bits = 1; bits <= 24; bits++) {
      for (let a = 1; a < 64; a++) {
        for (let b = 1; b < 64; b++) {
          const whole = stated(a, b, bits);
          const got = [quotient(a, b, unitOf(bits)), quotient(a, -b, unitOf(bits))];
          if (got[0] !== whole || got[1] !== -whole) expect([a, b, bits, ...got]).toEqual([a, b, bits, whole, -whole]);
        }
      }
    }
  });

  it('has them for float32 values of all exponents, up to infinity and down to zero', () => {
    const dice = new Dice(0xd1);
    const ends = { zeros: 0, infinities: 0 };
    for (let n = 0; n < draws(100_000); n++) {
      const [a, b, bits] = [anyFloat(dice), anyFloat(dice), dice.integer(1, 24)];
      if (![a, b].every((x) => Number.isFinite(x) && Math.abs(x) >= 2 ** -126)) continue;
      const got = quotient(a, b, unitOf(bits));
      const whole = stated(a, b, bits);
      if (!Object.is(got, whole)) expect([a, b, bits, got]).toEqual([a, b, bits, whole]);
      if (got === 0) ends.zeros++;
      if (Math.abs(got) === Infinity) ends.infinities++;
    }
    expect(ends.zeros).toBeGreaterThan(1000);
    expect(ends.infinities).toBeGreaterThan(1000);
  });

  it('stays below a quotient that misses the next number of 24 bits by as little as it can', () => {
    // a / b = y - 1 / b for y of 24 bits, where a needs 24 bits: 2^24 - 1 times (2^24 - 1) / 2^24, for one.
    for (let k = 0; k < 24; k++) {
      const [a, b] = [2 ** 24 - 1, 2 ** 24 - 1 - 2 ** k];
      for (const bits of [1, 12, 23, 24]) expect(quotient(a, b, unitOf(bits))).toBe(stated(a, b, bits));
      for (const bits of [1, 12, 23, 24]) expect(quotient(b, a, unitOf(bits))).toBe(stated(b, a, bits));
    }
  });

  it('takes denormals for zeros, and divides zeros, infinities and NaN as IEEE 754 does', () => {
    const unit = unitOf(12);
    const denormal = 2 ** -127;
    expect(quotient(denormal, denormal, unit)).toBe(NaN);
    expect(quotient(-denormal, 1, unit)).toBe(-0);
    expect(quotient(1, -denormal, unit)).toBe(-Infinity);
    expect(quotient(2 ** -126, 2, unit)).toBe(0);
    expect(quotient(-(2 ** -126), 1, unit)).toBe(-(2 ** -126));
    expect(quotient(Infinity, Infinity, unit)).toBe(NaN);
    expect(quotient(1, Infinity, unit)).toBe(0);
    expect(quotient(-Infinity, 3, unit)).toBe(-Infinity);
    expect(quotient(NaN, 3, unit)).toBe(NaN);
    expect(quotient(3, NaN, unit)).toBe(NaN);
    expect(quotient(0, -3, unit)).toBe(-0);
  });

  it('is that of float32 where the width is exact', () => {
    const dice = new Dice(0xd2);
    for (let n = 0; n < draws(10_000); n++) {
      const [a, b] = [anyFloat(dice), anyFloat(dice)];
      expect(quotient(a, b, unitOf('exact'))).toBe(Math.fround(a / b));
    }
  });
});
