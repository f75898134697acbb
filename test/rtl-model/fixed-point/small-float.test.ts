import { describe, expect, it } from 'vitest';
import {
  float10ToFloat,
  float11ToFloat,
  floatToFloat10,
  floatToFloat11,
} from '../../../rtl-model/fixed-point/small-float.ts';

describe.each([
  {
    name: 'float11',
    decode: float11ToFloat,
    encode: floatToFloat11,
    patterns: [0b00000_000000, 0b00000_000001, 0b00001_000000, 0b01111_000000, 0b11110_111111, 0b11111_000000],
    values: [0, 2 ** -20, 2 ** -14, 1, 65024, Infinity],
    nan: 0b11111_100000,
    step: 2 ** -6,
  },
  {
    name: 'float10',
    decode: float10ToFloat,
    encode: floatToFloat10,
    patterns: [0b00000_00000, 0b00000_00001, 0b00001_00000, 0b01111_00000, 0b11110_11111, 0b11111_00000],
    values: [0, 2 ** -19, 2 ** -14, 1, 64512, Infinity],
    nan: 0b11111_10000,
    step: 2 ** -5,
  },
])('$name', ({ decode, encode, patterns, values, nan, step }) => {
  it('has the patterns of D3D11.3 3.1.6 for zero, denorms, one, largest value and infinity', () => {
    expect(patterns.map(decode)).toEqual(values);
    expect(values.map((x) => encode(x))).toEqual(patterns);
  });

  it('keeps NaN in both directions', () => {
    expect(encode(NaN)).toBe(nan);
    expect(decode(nan)).toBe(NaN);
    expect(decode(patterns[5] + 1)).toBe(NaN);
  });

  it('clamps everything negative to 0', () => {
    const negative = [-0, -(2 ** -149), -1, -65024, -3e38, -Infinity];
    expect(negative.map((x) => encode(x))).toEqual(negative.map(() => 0));
    expect(negative.map((x) => encode(x, 'nearest-even'))).toEqual(negative.map(() => 0));
  });

  it('rounds toward zero by default', () => {
    const one = patterns[3];
    expect([0.25, 0.5, 0.75, 1.5].map((part) => encode(1 + part * step))).toEqual([one, one, one, one + 1]);
    expect([0.25, 0.5, 0.75, 1.5].map((part) => encode(1 + part * step, 'nearest-even'))).toEqual([
      one,
      one,
      one + 1,
      one + 2,
    ]);
  });

  it('gives the largest value for larger numbers toward zero, and infinity nearest-even', () => {
    expect([65536, 3e38].map((x) => encode(x))).toEqual([patterns[4], patterns[4]]);
    expect([65536, 3e38].map((x) => encode(x, 'nearest-even'))).toEqual([patterns[5], patterns[5]]);
  });
});
