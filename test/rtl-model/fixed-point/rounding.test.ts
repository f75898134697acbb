import { describe, expect, it } from 'vitest';
import { ROUNDING_MODES, roundShift, roundSplit, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { randomBits } from '../../oracle/random.ts';
import { add, exactly, rational, round } from '../../oracle/rational.ts';

const SEED = 0x5eed;

describe('roundToInteger', () => {
  it.each([
    ['nearest-even', [-2, -2, -2, -1, 0, 0, 0, 1, 2, 2, 2]],
    ['nearest-up', [-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3]],
    ['nearest-down', [-3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2]],
    ['nearest-away', [-3, -2, -2, -1, -1, 0, 1, 1, 2, 2, 3]],
    ['floor', [-3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2]],
    ['ceil', [-2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3]],
    ['toward-zero', [-2, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2]],
    ['nearest-toward-zero', [-2, -2, -1, -1, 0, 0, 0, 1, 1, 2, 2]],
  ] as const)('%s takes the halves from -2.5 to 2.5 where its definition says', (mode, expected) => {
    const halves = [-2.5, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5];
    expect(halves.map((x) => roundToInteger(x, mode))).toEqual(expected);
  });

  it.each(ROUNDING_MODES)('%s never returns -0', (mode) => {
    const zeros = [-0, 0, -0.25, 0.25, -0.5, -0.75, -Number.MIN_VALUE].map((x) => roundToInteger(x, mode));
    expect(zeros.filter((zero) => Object.is(zero, -0))).toEqual([]);
  });

  it.each(ROUNDING_MODES)('%s is exact one float64 step below and above every integer and every half', (mode) => {
    const wrong: string[] = [];
    for (let twice = -64; twice <= 64; twice++) {
      for (const x of [before(twice / 2), twice / 2, after(twice / 2)]) {
        const expected = round(exactly(x), mode);
        const got = roundToInteger(x, mode);
        if (BigInt(got) !== expected) wrong.push(`${x}: got ${got}, expected ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(ROUNDING_MODES)('%s is exact for random numbers of every magnitude below 2^51', (mode) => {
    const next = randomBits(SEED);
    const wrong: string[] = [];
    for (let i = 0; i < 20_000; i++) {
      const magnitude = (2 ** 19 * next() + (next() >>> 13)) * 2 ** -(next() % 64);
      const x = next() % 2 === 0 ? magnitude : -magnitude;
      const expected = round(exactly(x), mode);
      const got = roundToInteger(x, mode);
      if (BigInt(got) !== expected) wrong.push(`${x}: got ${got}, expected ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(ROUNDING_MODES)('%s is exact for the smallest and the largest numbers it takes', (mode) => {
    const wrong: string[] = [];
    for (const magnitude of [
      Number.MIN_VALUE,
      2 ** -1022,
      2 ** -53,
      2 ** 50 - 0.5,
      2 ** 50 + 0.25,
      2 ** 51 - 0.25,
      2 ** 51 - 1,
    ]) {
      for (const x of [magnitude, -magnitude]) {
        const expected = round(exactly(x), mode);
        const got = roundToInteger(x, mode);
        if (BigInt(got) !== expected) wrong.push(`${x}: got ${got}, expected ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('roundSplit', () => {
  it.each(ROUNDING_MODES)('%s rounds below + fraction where their sum needs more than 53 bits', (mode) => {
    const wrong: string[] = [];
    for (const below of [0, 1, 2, -1, -2, 2 ** 40, 2 ** 40 + 1, -(2 ** 40), 1 - 2 ** 51, 2 ** 51 - 2]) {
      for (const fraction of [0, 2 ** -60, 0.25, 0.5 - 2 ** -54, 0.5, 0.5 + 2 ** -53, 0.75, 1 - 2 ** -53]) {
        const expected = round(add(rational(below), exactly(fraction)), mode);
        const got = roundSplit(below, fraction, mode);
        if (BigInt(got) !== expected) wrong.push(`${below} + ${fraction}: got ${got}, expected ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('treats a fraction of 1 as a fraction just below 1', () => {
    const rounded = ROUNDING_MODES.map((mode) => [mode, roundSplit(6, 1, mode)]);
    expect(Object.fromEntries(rounded)).toEqual({
      'nearest-even': 7,
      'nearest-up': 7,
      'nearest-down': 7,
      'nearest-away': 7,
      floor: 6,
      ceil: 7,
      'toward-zero': 6,
      'nearest-toward-zero': 7,
    });
  });
});

describe('roundShift', () => {
  it.each(ROUNDING_MODES)('%s matches exact division for all of -4096 to 4096 and 0 to 14 bits', (mode) => {
    const wrong: string[] = [];
    for (let bits = 0; bits <= 14; bits++) {
      for (let value = -4096; value <= 4096; value++) {
        const expected = Number(round(rational(value, 2 ** bits), mode));
        const got = roundShift(value, bits, mode);
        if (got !== expected) wrong.push(`${value} >> ${bits}: got ${got}, expected ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(ROUNDING_MODES)('%s matches exact division around the halves of values up to 51 bits', (mode) => {
    const wrong: string[] = [];
    for (let bits = 1; bits <= 51; bits++) {
      for (const steps of [0, 1, 2, 3, 2 ** (51 - bits) - 1]) {
        const half = 2 ** bits * steps + 2 ** (bits - 1);
        for (const value of [half - 1, half, half + 1, 1 - half, -half, -half - 1]) {
          if (Math.abs(value) >= 2 ** 51) continue;
          const expected = round(rational(value, 2 ** bits), mode);
          const got = roundShift(value, bits, mode);
          if (BigInt(got) !== expected) wrong.push(`${value} >> ${bits}: got ${got}, expected ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(ROUNDING_MODES)('%s does not change a value when no bit is dropped', (mode) => {
    const whole = [0, 1, -1, 2 ** 50, -(2 ** 50), 2 ** 51 - 1, 1 - 2 ** 51];
    expect(whole.map((value) => roundShift(value, 0, mode))).toEqual(whole);
  });
});

/** The next float64 towards +infinity. */
function after(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

function before(x: number): number {
  return -after(-x);
}
