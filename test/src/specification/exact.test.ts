import { describe, expect, it } from 'vitest';
import { floorQuotient, nearestEven, nearestFloat32 } from '../../../src/specification/exact/dyadic.ts';
import { nearestFixed } from '../../oracle/rational.ts';
import { Dice } from '../../oracle/dice.ts';

describe('nearestEven', () => {
  it('rounds quotients of either sign, ties to the even one', () => {
    const halves = [-5n, -3n, -1n, 1n, 3n, 5n].map((n) => nearestEven(n, 2n));
    expect(halves).toEqual([-2n, -2n, 0n, 0n, 2n, 2n]);
    expect([nearestEven(-7n, 3n), nearestEven(7n, 3n), nearestEven(8n, 3n)]).toEqual([-2n, 2n, 3n]);
  });
});

describe('floorQuotient', () => {
  it('rounds down on either side of 0', () => {
    expect([-4n, -3n, -1n, 0n, 2n, 3n].map((n) => floorQuotient(n, 3n))).toEqual([-2n, -1n, -1n, 0n, 0n, 1n]);
  });
});

describe('nearestFixed', () => {
  it('is exact for numbers of the grid, however large or small', () => {
    expect(nearestFixed(2 ** 100, 3, 8)).toBe(3n << 108n);
    expect(nearestFixed(-0.375, 5, 3)).toBe(-15n);
    expect(nearestFixed(2 ** -149, 16384, 8)).toBe(0n);
  });

  it('takes ties to the even integer', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5].map((x) => nearestFixed(x, 1, 0))).toEqual([0n, 2n, 2n, 0n, -2n]);
  });
});

describe('nearestFloat32', () => {
  it('is the float32 of every quotient that float64 holds', () => {
    const dice = new Dice(0xe4ac7);
    for (let n = 0; n < 20_000; n++) {
      const numerator = dice.integer(-(2 ** 30), 2 ** 30) * (dice.chance(0.5) ? 1 : 2 ** 20);
      const denominator = 2 ** dice.integer(0, 40);
      const got = nearestFloat32(BigInt(numerator), BigInt(denominator));
      const expected = Math.fround(numerator / denominator) + 0;
      if (got !== expected) expect.fail(`${numerator} / ${denominator}: ${got}, not ${expected}`);
    }
  });

  it('takes ties to the even significand and carries into the next power of two', () => {
    const one = 1n << 24n;
    expect(nearestFloat32(one + 1n, one)).toBe(1);
    expect(nearestFloat32(one + 3n, one)).toBe(1 + 2 ** -22);
    expect(nearestFloat32(2n * one - 1n, 2n * one)).toBe(1);
    expect(nearestFloat32(-(one + 1n), one)).toBe(-1);
  });

  it('looks at every bit of the quotient, where float64 would see a tie', () => {
    const large = 1n << 80n;
    expect(nearestFloat32(large + (large >> 24n) + 1n, large)).toBe(1 + 2 ** -23);
    expect(nearestFloat32(large + (large >> 24n) - 1n, large)).toBe(1);
  });

  it('takes integers beyond float64, and quotients beyond float32', () => {
    const beyond = 1n << 1100n;
    expect(nearestFloat32(3n * beyond, 2n * beyond)).toBe(1.5);
    expect(nearestFloat32(-beyond, 1n << 1000n)).toBe(-(2 ** 100));
    expect(nearestFloat32(1n << 1000n, beyond)).toBe(2 ** -100);
    expect(nearestFloat32(beyond, 1n)).toBe(Infinity);
    expect(nearestFloat32(1n, beyond)).toBe(0);
  });
});
