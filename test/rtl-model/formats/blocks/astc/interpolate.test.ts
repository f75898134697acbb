import { describe, expect, it } from 'vitest';
import {
  finiteHalf,
  interpolateAstc,
  logarithmicToHalf,
  unorm16ToHalf,
} from '../../../../../rtl-model/formats/blocks/astc/interpolate.ts';
import { textHalf } from './astcenc-results.ts';

describe('ASTC weight application', () => {
  it('divides by 64 with ties up, for every weight of the widest endpoints', () => {
    for (let weight = 0; weight <= 64; weight++) {
      for (const [c0, c1] of [
        [0, 65535],
        [65535, 0],
        [65535, 65535],
        [0x8080, 0x7f7f],
        [1, 2],
      ]) {
        const exact = (BigInt(c0) * BigInt(64 - weight) + BigInt(c1) * BigInt(weight) + 32n) / 64n;
        expect(interpolateAstc(c0, c1, weight)).toBe(Number(exact));
      }
    }
  });

  it('gives the largest half not above code / 65536 for every UNORM16 except the last', () => {
    let half = 0;
    for (let code = 0; code < 65535; code++) {
      while (textHalf(half + 1) <= code / 65536) half++;
      if (unorm16ToHalf(code) !== textHalf(half)) expect.fail(`${code}: ${unorm16ToHalf(code)} not ${textHalf(half)}`);
    }
    expect(unorm16ToHalf(65535)).toBe(1);
  });

  it('gives the half of the text for every pseudo-logarithmic code, and never more than 65504', () => {
    for (let code = 0; code < 65536; code++) {
      const exponent = Math.floor(code / 2048);
      const m = code % 2048;
      let mt = 4 * m - 512;
      if (m < 512) mt = 3 * m;
      else if (m >= 1536) mt = 5 * m - 2048;
      const bits = exponent * 1024 + Math.floor(mt / 8);
      const text = bits >= 0x7c00 ? 65504 : textHalf(bits);
      if (logarithmicToHalf(code) !== text) expect.fail(`${code}: ${logarithmicToHalf(code)} not ${text}`);
    }
  });

  it('decodes 1.0, and halfs of both signs', () => {
    expect(logarithmicToHalf(0x780 << 4)).toBe(1);
    expect([0x3c00, 0xbc00, 0x0001, 0x8001].map(finiteHalf)).toEqual([1, -1, 2 ** -24, -(2 ** -24)]);
    expect([0x7c00, 0xfc00, 0x7e00, 0xffff].map(finiteHalf)).toEqual([65504, 65504, 65504, 65504]);
  });
});
