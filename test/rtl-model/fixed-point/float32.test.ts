import { describe, expect, it } from 'vitest';
import { bitsToFloat, floatBits, flushDenorm, maxNumber, minNumber } from '../../../rtl-model/fixed-point/float32.ts';
import { randomBits } from '../../oracle/random.ts';

const LARGEST_DENORM = bitsToFloat(0x007fffff);
const SMALLEST_NORMAL = bitsToFloat(0x00800000);

describe('floatBits and bitsToFloat', () => {
  it.each([
    [0, 0x00000000],
    [-0, 0x80000000],
    [1, 0x3f800000],
    [-2, 0xc0000000],
    [2 ** -149, 0x00000001],
    [2 ** -126, 0x00800000],
    [2 ** 128 - 2 ** 104, 0x7f7fffff],
    [Infinity, 0x7f800000],
    [-Infinity, 0xff800000],
  ])('%d has the IEEE 754 pattern %d, and the pattern its value', (value, bits) => {
    expect(floatBits(value)).toBe(bits);
    expect(bitsToFloat(bits)).toBe(value);
  });

  it('round-trip random patterns except NaN', () => {
    const next = randomBits(0xb175);
    const wrong: string[] = [];
    for (let i = 0; i < 1_000_000; i++) {
      const bits = next();
      const value = bitsToFloat(bits);
      const nan = (bits & 0x7fffffff) > 0x7f800000;
      if (nan ? !Number.isNaN(value) : floatBits(value) !== bits) wrong.push(bits.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('round any other number to the nearest float32', () => {
    expect(floatBits(1 + 2 ** -24)).toBe(0x3f800000);
    expect(floatBits(1 + 2 ** -24 + 2 ** -50)).toBe(0x3f800001);
  });
});

describe('flushDenorm', () => {
  it('replaces denorms by a zero of the same sign', () => {
    const denorms = [2 ** -149, LARGEST_DENORM, 0];
    expect(denorms.map(flushDenorm)).toEqual([0, 0, 0]);
    expect(denorms.map((x) => flushDenorm(-x))).toEqual([-0, -0, -0]);
  });

  it('does not change normal numbers, infinities and NaN', () => {
    const kept = [SMALLEST_NORMAL, -SMALLEST_NORMAL, 1, -3e38, Infinity, -Infinity, NaN];
    expect(kept.map(flushDenorm)).toEqual(kept);
  });
});

describe.each([
  ['minNumber', minNumber, -0, (a: number, b: number) => (a < b ? a : b)],
  ['maxNumber', maxNumber, 0, (a: number, b: number) => (a > b ? a : b)],
] as const)('%s', (_, pick, ofZeros, ordinary) => {
  it('compares values, infinities included, in either order', () => {
    const values = [-Infinity, -3e38, -1, -SMALLEST_NORMAL, 0, SMALLEST_NORMAL, 1, 3e38, Infinity];
    const wrong = values.flatMap((a) => values.filter((b) => pick(a, b) !== ordinary(a, b)).map((b) => `${a}, ${b}`));
    expect(wrong).toEqual([]);
  });

  it('returns the number if the other is NaN, and NaN for two NaNs (D3D11.3 3.1.3.1)', () => {
    for (const x of [-Infinity, -1, 0, 2, Infinity]) {
      expect(pick(x, NaN)).toBe(x);
      expect(pick(NaN, x)).toBe(x);
    }
    expect(pick(NaN, NaN)).toBe(NaN);
  });

  it('treats -0 as smaller than +0 in either order (D3D11.3 3.1.3.2)', () => {
    expect(pick(-0, 0)).toBe(ofZeros);
    expect(pick(0, -0)).toBe(ofZeros);
  });

  it('flushes denorms before it compares, and beside NaN', () => {
    expect(pick(-LARGEST_DENORM, LARGEST_DENORM)).toBe(ofZeros);
    expect(pick(LARGEST_DENORM, 2 ** -149)).toBe(0);
    expect(pick(LARGEST_DENORM, NaN)).toBe(0);
    expect(pick(NaN, -LARGEST_DENORM)).toBe(-0);
  });
});
