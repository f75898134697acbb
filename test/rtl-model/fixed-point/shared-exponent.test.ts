import { describe, expect, it } from 'vitest';
import { encodeSharedExponent, SHARED_EXPONENT_ULP } from '../../../rtl-model/fixed-point/shared-exponent.ts';
import { Dice } from '../../oracle/dice.ts';
import { absolute, compare, exactly, multiply, type Rational, rational, subtract } from '../../oracle/rational.ts';

function fields(word: number): { fractions: number[]; exponent: number } {
  return { fractions: [0, 9, 18].map((shift) => (word >>> shift) & 511), exponent: word >>> 27 };
}

/** The components of a word, (0.frac) * 2^(e - 15) each (D3D11.3 19.3.2). */
function values(word: number): number[] {
  const { fractions, exponent } = fields(word);
  return fractions.map((fraction) => (fraction / 512) * 2 ** (exponent - 15));
}

/** The exact distance |x - f / 512 * 2^(e - 15)|. */
function distance(x: number, fraction: number, exponent: number): Rational {
  return absolute(subtract(exactly(x), multiply(rational(BigInt(fraction)), exactly(2 ** (exponent - 24)))));
}

describe('a color of shared exponent', () => {
  it('has the value of the example in D3D11.3 19.3.2.1', () => {
    expect(values(0x999320c8)).toEqual([6.25, 12.5, 3.125]);
    expect(encodeSharedExponent(6.25, 12.5, 3.125)).toBe(0x999320c8);
    expect(SHARED_EXPONENT_ULP[19]).toBe(16 / 512);
  });

  it('round-trips if its exponent is the smallest possible, for all exponents and largest fractions', () => {
    const dice = new Dice(0xe5b9);
    const wrong: string[] = [];
    for (let exponent = 0; exponent < 32; exponent++) {
      for (let largest = exponent === 0 ? 0 : 256; largest < 512; largest++) {
        const parts = [dice.integer(0, largest), dice.integer(0, largest), dice.integer(0, largest)];
        parts[dice.integer(0, 2)] = largest;
        const word = (parts[0] | (parts[1] << 9) | (parts[2] << 18) | (exponent << 27)) >>> 0;
        const [r, g, b] = values(word);
        const got = encodeSharedExponent(r, g, b);
        if (got !== word) wrong.push(`0x${word.toString(16)}: got 0x${got.toString(16)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps the value of a color whose exponent is larger than needed', () => {
    expect(values(encodeSharedExponent(2 ** -9, 0, 2 ** -8))).toEqual([2 ** -9, 0, 2 ** -8]);
    expect(fields(encodeSharedExponent(0, 0, 0))).toEqual({ fractions: [0, 0, 0], exponent: 0 });
  });

  it('takes the exponent of the largest component, and the nearest fractions, of random float32 colors', () => {
    const dice = new Dice(0x9995);
    const wrong: string[] = [];
    for (let n = 0; n < 5000; n++) {
      const scale = 2 ** dice.integer(-30, 16);
      const color = [1, 2, 3].map(() => Math.fround(Math.min(dice.real(0, 1) * scale, 65_408)));
      const { fractions, exponent } = fields(encodeSharedExponent(color[0], color[1], color[2]));
      const good = color.every((x, c) => {
        const error = distance(x, fractions[c], exponent);
        return (
          compare(error, multiply(rational(1, 2), exactly(2 ** (exponent - 24)))) <= 0 &&
          (fractions[c] === 0 || compare(error, distance(x, fractions[c] - 1, exponent)) <= 0)
        );
      });
      const smallest = exponent === 0 || Math.max(...fractions) >= 256;
      if (!good || !smallest) wrong.push(`${color.join(' ')}: ${fractions.join(' ')} e ${exponent}`);
    }
    expect(wrong).toEqual([]);
  });

  it('breaks ties to the even fraction', () => {
    // 2.5 and 3.5 units of an exponent whose fractions can hold 256 units.
    const unit = 2 ** -15;
    expect(fields(encodeSharedExponent(256 * unit, 2.5 * unit, 3.5 * unit)).fractions).toEqual([256, 2, 4]);
  });

  it('raises the exponent where the largest fraction would round to 512', () => {
    const below = Math.fround(1 - 2 ** -12);
    expect(fields(encodeSharedExponent(below, 0.5, 0))).toEqual({ fractions: [256, 128, 0], exponent: 16 });
    expect(fields(encodeSharedExponent(511.25 / 512, 0.5, 0))).toEqual({ fractions: [511, 256, 0], exponent: 15 });
  });

  it('has no negative values, NaN or infinity: they give 0, 0 and 65408', () => {
    expect(encodeSharedExponent(-1, -0, NaN)).toBe(0);
    expect(values(encodeSharedExponent(Infinity, -Infinity, 1e30))).toEqual([65_408, 0, 65_408]);
    expect(values(encodeSharedExponent(65_408, 65_500, 0))).toEqual([65_408, 65_408, 0]);
  });

  it('has denormal fractions at exponent 0, and rounds to 0 below half of the smallest one', () => {
    expect(fields(encodeSharedExponent(2 ** -24, 3 * 2 ** -24, 0))).toEqual({ fractions: [1, 3, 0], exponent: 0 });
    expect(encodeSharedExponent(2 ** -25, 2 ** -149, 2 ** -26)).toBe(0);
    expect(fields(encodeSharedExponent(1.5 * 2 ** -24, 0, 0)).fractions).toEqual([2, 0, 0]);
  });
});
