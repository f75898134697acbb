import { describe, expect, it } from 'vitest';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { floatToSnorm, floatToUnorm, snormToFloat, unormToFloat } from '../../../rtl-model/fixed-point/unorm.ts';
import { randomBits } from '../../oracle/random.ts';
import {
  absolute,
  compare,
  exactly,
  multiply,
  type Rational,
  rational,
  round,
  subtract,
} from '../../oracle/rational.ts';
import { draws } from '../../oracle/draws.ts';

/** True if no float32 is nearer to the exact value than `x`; at a tie `x` must be the even one. */
function isNearestFloat32(x: number, exact: Rational): boolean {
  if (Math.fround(x) !== x) return false;
  const distance = absolute(subtract(exactly(x), exact));
  return [-1, 1].every((step) => {
    const bits = floatBits(Math.abs(x)) + step;
    if (bits < 0) return true;
    const other = Math.sign(x) * bitsToFloat(bits);
    const order = compare(distance, absolute(subtract(exactly(other), exact)));
    return order < 0 || (order === 0 && floatBits(x) % 2 === 0);
  });
}

/** Float32 values near each step between two codes, and the special values of the specification. */
function* narrowingInputs(largest: number, codes: Iterable<number>): Generator<number> {
  yield* [0, -0, 2 ** -149, -(2 ** -149), 1, -1, 1.0000001, -1.0000001, 3e38, -3e38, Infinity, -Infinity, NaN];
  for (const code of codes) {
    const middle = floatBits((code + 0.5) / largest);
    for (let step = -2; step <= 2; step++) {
      yield bitsToFloat(middle + step);
      yield -bitsToFloat(middle + step);
    }
  }
}

function* upTo(end: number, stride = 1): Generator<number> {
  for (let i = 0; i < end; i += stride) yield i;
}

/** D3D11.3 3.2.3.6 and 3.2.3.4 in exact arithmetic: NaN, clamp, scale, add a half with the sign, drop the fraction. */
function ideal(x: number, smallest: number, largest: number): bigint {
  if (Number.isNaN(x)) return 0n;
  const clamped = Math.max(smallest, Math.min(1, x));
  return round(multiply(exactly(clamped), rational(largest)), 'nearest-away');
}

describe('unormToFloat', () => {
  it.each([1, 2, 5, 6, 8, 10, 16])('gives the float32 nearest to code / (2^%d - 1) for every code', (bits) => {
    const largest = 2 ** bits - 1;
    const wrong: string[] = [];
    for (let code = 0; code <= largest; code++) {
      const got = unormToFloat(code, bits);
      if (!isNearestFloat32(got, rational(code, largest))) wrong.push(`${code}: ${got}`);
    }
    expect(wrong).toEqual([]);
  });

  it('gives the nearest float32 for random codes of 24 bits', () => {
    const next = randomBits(0x24);
    const wrong: string[] = [];
    for (let i = 0; i < draws(50_000); i++) {
      const code = next() >>> 8;
      const got = unormToFloat(code, 24);
      if (!isNearestFloat32(got, rational(code, 2 ** 24 - 1))) wrong.push(`${code}: ${got}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([1, 8, 16, 24])('has exact ends for %d bits', (bits) => {
    expect(unormToFloat(0, bits)).toBe(0);
    expect(unormToFloat(2 ** bits - 1, bits)).toBe(1);
  });
});

describe('floatToUnorm', () => {
  it.each([8, 16])('round-trips every code of %d bits', (bits) => {
    const wrong = [...upTo(2 ** bits)].filter((code) => floatToUnorm(unormToFloat(code, bits), bits) !== code);
    expect(wrong).toEqual([]);
  });

  it.each([1, 2, 8, 10, 16])('steps from each code of %d bits to the next at the specified float32', (bits) => {
    const largest = 2 ** bits - 1;
    const wrong: string[] = [];
    for (const x of narrowingInputs(largest, upTo(largest))) {
      const got = floatToUnorm(x, bits);
      if (BigInt(got) !== ideal(x, 0, largest)) wrong.push(`${x}: got ${got}, expected ${ideal(x, 0, largest)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('equals the specification for 24 bits too', () => {
    const largest = 2 ** 24 - 1;
    const wrong: string[] = [];
    for (const x of narrowingInputs(largest, upTo(largest, 1021))) {
      if (BigInt(floatToUnorm(x, 24)) !== ideal(x, 0, largest)) wrong.push(`${x}: got ${floatToUnorm(x, 24)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('gives 0 for NaN, clamps, and rounds a tie up', () => {
    expect([NaN, -Infinity, -1, -0, 1, 2, Infinity].map((x) => floatToUnorm(x, 8))).toEqual([
      0, 0, 0, 0, 255, 255, 255,
    ]);
    expect(floatToUnorm(0.5, 8)).toBe(128);
    expect(floatToUnorm(0.5, 1)).toBe(1);
  });
});

describe('snormToFloat', () => {
  it.each([2, 5, 8, 16])(
    'gives the float32 nearest to value / (2^(%d-1) - 1) for every value but the smallest',
    (bits) => {
      const largest = 2 ** (bits - 1) - 1;
      const wrong: string[] = [];
      for (let value = -largest; value <= largest; value++) {
        const got = snormToFloat(value, bits);
        if (!isNearestFloat32(got, rational(value, largest))) wrong.push(`${value}: ${got}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each([2, 5, 8, 16, 24])('of %d bits has two codes for -1, one for 0 and one for 1', (bits) => {
    const half = 2 ** (bits - 1);
    expect([-half, 1 - half, 0, half - 1].map((value) => snormToFloat(value, bits))).toEqual([-1, -1, 0, 1]);
    if (bits > 2) expect(snormToFloat(2 - half, bits)).toBeGreaterThan(-1);
  });
});

describe('floatToSnorm', () => {
  it.each([8, 16])('round-trips every value of %d bits; the smallest gives the other -1', (bits) => {
    const half = 2 ** (bits - 1);
    const wrong = [...upTo(2 * half)]
      .map((i) => i - half)
      .filter((value) => floatToSnorm(snormToFloat(value, bits), bits) !== Math.max(value, 1 - half));
    expect(wrong).toEqual([]);
  });

  it.each([2, 8, 10, 16])('steps from each value of %d bits to the next at the specified float32', (bits) => {
    const largest = 2 ** (bits - 1) - 1;
    const wrong: string[] = [];
    for (const x of narrowingInputs(largest, upTo(largest))) {
      const got = floatToSnorm(x, bits);
      if (BigInt(got) !== ideal(x, -1, largest)) wrong.push(`${x}: got ${got}, expected ${ideal(x, -1, largest)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('gives 0 for NaN and both zeros, clamps, and rounds a tie away from zero', () => {
    const inputs = [NaN, -0, 0, -(2 ** -149), -Infinity, -2, -1, 1, 2, Infinity];
    expect(inputs.map((x) => floatToSnorm(x, 8))).toEqual([0, 0, 0, 0, -127, -127, -127, 127, 127, 127]);
    expect([0.5, -0.5].map((x) => floatToSnorm(x, 8))).toEqual([64, -64]);
  });
});
