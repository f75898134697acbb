import { describe, expect, it } from 'vitest';
import { fixedToFloat, floatToFixed } from '../../../rtl-model/fixed-point/float-to-fixed.ts';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { type FixedFormat, fixed, unsignedFixed } from '../../../rtl-model/fixed-point/format.ts';
import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { randomBits } from '../../oracle/random.ts';
import { absolute, compare, exactly, multiply, rational, round, subtract } from '../../oracle/rational.ts';

const COORDINATE = fixed('coordinate', 16, 8);
const SEED = 0xc0ffee;

/** D3D11.3 3.2.4.1 step by step in exact arithmetic, the last step rounded by `mode`. */
function ideal(n: number, integerBits: number, fractionBits: number, mode: RoundingMode): bigint {
  const one = 2n ** BigInt(fractionBits);
  const fixedMin = -(2n ** BigInt(integerBits - 1)) * one;
  const fixedMax = -fixedMin - 1n;
  if (Number.isNaN(n)) return 0n;
  if (n === Infinity) return fixedMax;
  if (n === -Infinity) return fixedMin;
  const scaled = multiply(exactly(n), rational(one));
  if (compare(scaled, rational(fixedMax)) >= 0) return fixedMax;
  if (compare(scaled, rational(fixedMin)) <= 0) return fixedMin;
  return round(scaled, mode);
}

/** The float32 and its two neighbours. */
function neighbours(x: number): number[] {
  return [bitsToFloat(floatBits(x) - 1), x, bitsToFloat(floatBits(x) + 1)];
}

/** Float32 values where the integer of 16.8 changes, saturates or loses its last bits; both signs. */
const CORNERS = [
  0,
  2 ** -149,
  2 ** -126,
  ...[1, 3, 5, 255, 257, 511, 513, 2 ** 15 - 1, 2 ** 23 - 1].flatMap((odd) => neighbours(odd / 512)),
  ...[1, 2, 255, 256, 257, 32767 * 256 + 254, 32767 * 256 + 255].flatMap((code) => neighbours(code / 256)),
  ...neighbours(2 ** 15),
  ...neighbours(2 ** 16),
  2 ** 24,
  bitsToFloat(0x7f7fffff),
].flatMap((x) => [x, -x]);

/** `count` float32 values: half of them any finite bit pattern, half of magnitudes from 2^-12 to 2^17. */
function* randomFloats(count: number): Generator<number> {
  const next = randomBits(SEED);
  for (let i = 0; i < count; i++) {
    const bits = next();
    const exponent = i % 2 === 0 ? (bits >>> 23) & 0xff : 127 - 12 + (next() % 30);
    if (exponent < 255) yield bitsToFloat(((bits & 0x807fffff) | (exponent << 23)) >>> 0);
  }
}

describe('floatToFixed 16.8', () => {
  it('gives 0 for NaN and the ends of the range for infinities', () => {
    expect(floatToFixed(NaN, COORDINATE)).toBe(0);
    expect(floatToFixed(Infinity, COORDINATE)).toBe(0x7fffff);
    expect(floatToFixed(-Infinity, COORDINATE)).toBe(-0x800000);
  });

  it('saturates from FixedMax = 2^15 - 2^-8 and from FixedMin = -2^15 on', () => {
    expect(floatToFixed(2 ** 15 - 2 ** -8, COORDINATE)).toBe(0x7fffff);
    expect(floatToFixed(2 ** 15, COORDINATE)).toBe(0x7fffff);
    expect(floatToFixed(3e38, COORDINATE)).toBe(0x7fffff);
    expect(floatToFixed(2 ** 15 - 2 ** -7, COORDINATE)).toBe(0x7ffffe);
    expect(floatToFixed(-(2 ** 15), COORDINATE)).toBe(-0x800000);
    expect(floatToFixed(-3e38, COORDINATE)).toBe(-0x800000);
    expect(floatToFixed(-(2 ** 15) + 2 ** -8, COORDINATE)).toBe(-0x7fffff);
  });

  it('rounds a tie to the even integer', () => {
    const ties = [0.5, 1.5, 2.5, 255.5, -0.5, -1.5, -2.5, -255.5];
    expect(ties.map((tie) => floatToFixed(tie / 256, COORDINATE))).toEqual([0, 2, 2, 256, 0, -2, -2, -256]);
  });

  it.each(ROUNDING_MODES)('equals the specification with %s, on directed corners and random float32 values', (mode) => {
    const wrong: string[] = [];
    for (const n of [NaN, Infinity, -Infinity, ...CORNERS, ...randomFloats(20_000)]) {
      const expected = ideal(n, 16, 8, mode);
      const got = floatToFixed(n, COORDINATE, mode);
      if (BigInt(got) !== expected) wrong.push(`${n}: got ${got}, expected ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it(
    'errs by at most 0.5 ULP with nearest-even (0.6 is permitted), for 200,000 random float32 values',
    { tags: 'exhaustive' },
    () => {
      let worst = rational(0);
      let cases = 0;
      for (const n of [...CORNERS, ...randomFloats(300_000)]) {
        if (n >= COORDINATE.max / 256 || n <= COORDINATE.min / 256) continue;
        const error = errorInUlp(n, floatToFixed(n, COORDINATE));
        if (compare(error, worst) > 0) worst = error;
        cases++;
      }
      expect(cases).toBeGreaterThan(200_000);
      expect(compare(worst, rational(1, 2))).toBe(0);
    },
  );

  it.each([
    ['floor', 1 / 256 - 2 ** -30],
    ['toward-zero', 1 / 256 - 2 ** -30],
    ['ceil', 2 ** -30],
  ] as const)('by %s leaves the 0.6 ULP of D3D11.3 3.2.4.1', (mode, n) => {
    expect(compare(errorInUlp(n, floatToFixed(n, COORDINATE, mode)), rational(6, 10))).toBe(1);
  });
});

function errorInUlp(n: number, integer: number) {
  return absolute(subtract(rational(integer), multiply(exactly(n), rational(256))));
}

describe('floatToFixed to other formats', () => {
  it.each([
    [8, 8],
    [9, 4],
    [1, 23],
    [24, 0],
    [20, 31],
  ])('is the specification for %d.%d', (integerBits, fractionBits) => {
    const format = fixed('any', integerBits, fractionBits);
    const wrong: string[] = [];
    for (const n of [NaN, Infinity, -Infinity, ...CORNERS, ...randomFloats(10_000)]) {
      const expected = ideal(n, integerBits, fractionBits, 'nearest-even');
      const got = floatToFixed(n, format);
      if (BigInt(got) !== expected) wrong.push(`${n}: got ${got}, expected ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('gives 0 for every negative value if the format is unsigned', () => {
    const clamp = unsignedFixed('clamp', 4, 8);
    expect([-(2 ** -149), -0.5 / 256, -1, -Infinity].map((n) => floatToFixed(n, clamp))).toEqual([0, 0, 0, 0]);
    expect([1, 15.99609375, 16, Infinity].map((n) => floatToFixed(n, clamp))).toEqual([256, 4095, 4095, 4095]);
  });
});

describe('fixedToFloat', () => {
  it(
    'gives value / 2^f, which floatToFixed inverts, for all 2^24 integers of 16.8 (D3D11.3 3.2.4.2)',
    { tags: 'exhaustive' },
    () => {
      let mismatches = 0;
      let first = '';
      for (let value = COORDINATE.min; value <= COORDINATE.max; value++) {
        const float = fixedToFloat(value, COORDINATE);
        if (float * 256 !== value || floatToFixed(float, COORDINATE) !== value) {
          mismatches++;
          first ||= `${value}: ${float}`;
        }
      }
      expect({ mismatches, first }).toEqual({ mismatches: 0, first: '' });
    },
  );

  it('rounds integers wider than a float32 to the nearest even', () => {
    const wide: FixedFormat = fixed('wide', 26, 8);
    const even = 2 ** 25;
    expect(fixedToFloat(even + 2, wide) * 256).toBe(even);
    expect(fixedToFloat(even + 3, wide) * 256).toBe(even + 4);
    expect(fixedToFloat(even + 6, wide) * 256).toBe(even + 8);
  });
});
