import { describe, expect, it } from 'vitest';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { linearToSrgb, srgbLinearTable, srgbToLinear } from '../../../rtl-model/fixed-point/srgb.ts';
import {
  absolute,
  add,
  compare,
  divide,
  exactly,
  multiply,
  power,
  type Rational,
  rational,
  subtract,
} from '../../oracle/rational.ts';

const CODES = Array.from({ length: 256 }, (_, code) => code);
const HALF = rational(1, 2);

/**
 * The oracle computes no root. To compare y = b^(12/5) or y = b^(5/12) with a fraction, it raises both sides to the
 * power that makes the exponents integers.
 */
function curveBase(c: Rational): Rational {
  return divide(add(c, rational(55, 1000)), rational(1055, 1000));
}

/** Negative, zero or positive if the ideal linear value of a code (D3D11.3 3.2.3.7) is below, at or above `linear`. */
function compareDecoded(code: number, linear: Rational): number {
  const c = rational(code, 255);
  if (compare(c, rational(4045, 100_000)) <= 0) return compare(divide(c, rational(1292, 100)), linear);
  return linear.numerator < 0n ? 1 : compare(power(curveBase(c), 12), power(linear, 5));
}

/**
 * Negative, zero or positive if the ideal, unrounded code of `linear` (D3D11.3 3.2.3.8) is below, at or above `code`.
 */
function compareEncoded(linear: Rational, code: Rational, largest = 255): number {
  const c = divide(code, rational(largest));
  if (compare(linear, rational(31_308, 10_000_000)) <= 0) return compare(multiply(linear, rational(1292, 100)), c);
  const base = curveBase(c);
  return base.numerator < 0n ? 1 : compare(power(linear, 5), power(base, 12));
}

/** True if the linear value is within 0.5 ULP of the code, measured in sRGB codes. */
function withinHalfCode(linear: Rational, code: number): boolean {
  return (
    compareEncoded(linear, subtract(rational(code), HALF)) >= 0 &&
    compareEncoded(linear, add(rational(code), HALF)) <= 0
  );
}

/** The last float32 whose ideal, unrounded code is below the tie under `code`. */
function lastBelow(code: number, largest: number): number {
  const tie = subtract(rational(code), HALF);
  let low = 0;
  let high = floatBits(1);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (compareEncoded(exactly(bitsToFloat(middle)), tie, largest) < 0) low = middle;
    else high = middle;
  }
  return bitsToFloat(low);
}

describe('srgbToLinear', () => {
  it('is within 2^-50 of the ideal curve for every code', () => {
    const margin = rational(1, 2 ** 50);
    const wrong = CODES.filter((code) => {
      const got = exactly(srgbToLinear(code));
      return compareDecoded(code, subtract(got, margin)) < 0 || compareDecoded(code, add(got, margin)) > 0;
    });
    expect(wrong).toEqual([]);
  });

  it('is straight up to 0.04045, which is on the straight piece', () => {
    // Both pieces are some 2^-29 apart there.
    expect([808, 809].map((code) => srgbToLinear(code, 20_000))).toEqual([0.0404 / 12.92, 0.04045 / 12.92]);
    expect(srgbToLinear(810, 20_000)).toBeCloseTo(((0.0405 + 0.055) / 1.055) ** 2.4, 15);
  });

  it('has exact ends and rises', () => {
    expect(srgbToLinear(0)).toBe(0);
    expect(srgbToLinear(255)).toBe(1);
    expect(CODES.slice(1).filter((code) => srgbToLinear(code) <= srgbToLinear(code - 1))).toEqual([]);
  });
});

describe.each([12, 14, 16])('srgbLinearTable of %d bits', (linearBits) => {
  const largest = 2 ** linearBits - 1;

  it('holds the integer nearest to the ideal linear value of every code', () => {
    const table = srgbLinearTable(linearBits);
    const wrong = CODES.filter((code) => {
      const below = divide(subtract(rational(table[code]), HALF), rational(largest));
      const above = divide(add(rational(table[code]), HALF), rational(largest));
      return compareDecoded(code, below) < 0 || compareDecoded(code, above) > 0;
    });
    expect(wrong).toEqual([]);
  });

  it('has no entry that a float64 error of 2^-50 could change by a tie', () => {
    const table = srgbLinearTable(linearBits);
    const margin = rational(largest, 2 ** 50);
    const wrong = CODES.filter((code) => {
      const scaled = multiply(exactly(srgbToLinear(code)), rational(largest));
      const fromTie = subtract(HALF, absolute(subtract(scaled, rational(table[code]))));
      return compare(fromTie, margin) <= 0;
    });
    expect(wrong).toEqual([]);
  });

  it('stays within 0.5 ULP on the sRGB side for every code (D3D11.3 3.2.3.7)', () => {
    const table = srgbLinearTable(linearBits);
    expect(CODES.filter((code) => !withinHalfCode(rational(table[code], largest), code))).toEqual([]);
  });

  it('has exact ends and gives every code its own value, rising', () => {
    const table = srgbLinearTable(linearBits);
    expect(table.length).toBe(256);
    expect(table[0]).toBe(0);
    expect(table[255]).toBe(largest);
    expect(CODES.slice(1).filter((code) => table[code] <= table[code - 1])).toEqual([]);
  });

  it('is inverted by linearToSrgb for every code', () => {
    const table = srgbLinearTable(linearBits);
    expect(CODES.filter((code) => linearToSrgb(table[code] / largest) !== code)).toEqual([]);
  });
});

describe('srgbLinearTable of 11 bits', () => {
  it('exceeds the 0.5 ULP of D3D11.3 3.2.3.7 for some dark codes', () => {
    const table = srgbLinearTable(11);
    expect(CODES.filter((code) => !withinHalfCode(rational(table[code], 2047), code)).length).toBeGreaterThan(0);
  });
});

describe('linearToSrgb', () => {
  it('steps to each code at the specified float32', () => {
    const wrong: string[] = [];
    for (let code = 1; code <= 255; code++) {
      const last = lastBelow(code, 255);
      const first = bitsToFloat(floatBits(last) + 1);
      const got = [linearToSrgb(last), linearToSrgb(first)];
      if (got[0] !== code - 1 || got[1] !== code) wrong.push(`${last}, ${first}: got ${got.join(', ')} about ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is straight up to 0.0031308, which is on the straight piece', () => {
    // At 23 bits the pieces give codes that lie on either side of a tie: 339318.64 and 339318.40.
    expect(linearToSrgb(0.0031308, 23)).toBe(Math.round(12.92 * 0.0031308 * (2 ** 23 - 1)));
  });

  it('steps to each code of 10 bits at the specified float32', () => {
    const wrong: string[] = [];
    for (let code = 1; code <= 1023; code += 7) {
      const last = lastBelow(code, 1023);
      const got = [linearToSrgb(last, 10), linearToSrgb(bitsToFloat(floatBits(last) + 1), 10)];
      if (got[0] !== code - 1 || got[1] !== code) wrong.push(`${last}: got ${got.join(', ')} about ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is monotone on a fine sweep of [0, 1] and where its two pieces meet', () => {
    const wrong: number[] = [];
    let previous = 0;
    for (let i = 0; i <= 1_000_000; i++) {
      const code = linearToSrgb(i / 1_000_000, 16);
      if (code < previous) wrong.push(i);
      previous = code;
    }
    expect(wrong).toEqual([]);
  });

  it('inverts srgbToLinear for every code', () => {
    expect(CODES.filter((code) => linearToSrgb(srgbToLinear(code)) !== code)).toEqual([]);
    expect(CODES.filter((code) => linearToSrgb(Math.fround(srgbToLinear(code))) !== code)).toEqual([]);
  });

  it('gives 0 for NaN and clamps to [0, 1]', () => {
    const inputs = [NaN, -Infinity, -1, -0, 0, 2 ** -149, 1, 2, Infinity];
    expect(inputs.map((x) => linearToSrgb(x))).toEqual([0, 0, 0, 0, 0, 0, 255, 255, 255]);
  });
});
