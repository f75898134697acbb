import { describe, expect, it } from 'vitest';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { floatText, floatValue } from '../../../traces/encodings/float-text.ts';
import { randomBits } from '../../oracle/random.ts';

describe('floatText', () => {
  it('round-trips every float32 bit for bit, and NaN as NaN', () => {
    const bits = randomBits(11);
    const wrong: string[] = [];
    for (let n = 0; n < 200_000; n++) {
      // Every fourth pattern is a denorm or a zero.
      const pattern = n % 4 === 0 ? (bits() & 0x807fffff) >>> 0 : bits();
      const x = bitsToFloat(pattern);
      const text = floatText(x);
      if (!Object.is(floatValue(JSON.parse(text)), x)) wrong.push(`${pattern.toString(16)}: ${text}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  it('writes the fewest digits that suffice', () => {
    expect([0.1, 1, 1e10, 2 ** -149, 16777216, 1 / 3, -2.5].map(floatText)).toEqual([
      '0.1',
      '1',
      '10000000000',
      '1e-45',
      '16777216',
      '0.33333334',
      '-2.5',
    ]);
  });

  it('writes -0 with its sign and what JSON lacks as strings', () => {
    expect([-0, 0, NaN, Infinity, -Infinity].map(floatText)).toEqual(['-0', '0', '"NaN"', '"Infinity"', '"-Infinity"']);
  });
});

describe('floatValue', () => {
  it('rounds a decimal to the nearest float32, ties to even', () => {
    expect(floatBits(floatValue(0.1)!)).toBe(0x3dcccccd);
    expect(floatValue(16777217)).toBe(16777216);
  });

  it('refuses numbers beyond the largest float32, other strings and other types', () => {
    expect([3.4028235e38, 3.4028236e38, 1e300, 'inf', null, [1], true].map(floatValue)).toEqual([
      Math.fround(3.4028235e38),
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
