import { describe, expect, it } from 'vitest';
import { floatToHalf, halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';

describe('halfToFloat', () => {
  it.each([
    [0b0_00000_0000000000, 0],
    [0b1_00000_0000000000, -0],
    [0b0_00000_0000000001, 2 ** -24],
    [0b0_00000_1111111111, 1023 * 2 ** -24],
    [0b0_00001_0000000000, 2 ** -14],
    [0b0_01111_0000000000, 1],
    [0b1_10000_1000000000, -3],
    [0b0_11110_1111111111, 65504],
    [0b0_11111_0000000000, Infinity],
    [0b1_11111_0000000000, -Infinity],
    [0b0_11111_0000000001, NaN],
    [0b1_11111_1111111111, NaN],
  ])('pattern %d is %d', (bits, value) => {
    expect(halfToFloat(bits)).toBe(value);
  });
});

describe('floatToHalf', () => {
  it('rounds toward zero by default (D3D11.3 3.2.2)', () => {
    const justBelowTwo = 2 - 2 ** -12;
    expect(floatToHalf(justBelowTwo)).toBe(0b0_01111_1111111111);
    expect(floatToHalf(-justBelowTwo)).toBe(0b1_01111_1111111111);
    expect(floatToHalf(justBelowTwo, 'nearest-even')).toBe(0b0_10000_0000000000);
  });

  it('gives the largest finite half for larger numbers toward zero, and infinity from 65520 on nearest-even', () => {
    for (const x of [65504, 65519.996, 65520, 65536, 3e38]) {
      expect(floatToHalf(x)).toBe(0x7bff);
      expect(floatToHalf(-x)).toBe(0xfbff);
      expect(floatToHalf(x, 'nearest-even')).toBe(x < 65520 ? 0x7bff : 0x7c00);
      expect(floatToHalf(-x, 'nearest-even')).toBe(x < 65520 ? 0xfbff : 0xfc00);
    }
  });

  it('keeps denorms, and keeps the sign of numbers that round to zero', () => {
    expect(floatToHalf(-(2 ** -24))).toBe(0x8001);
    expect(floatToHalf(-(2 ** -25))).toBe(0x8000);
    expect(floatToHalf(2 ** -25, 'nearest-even')).toBe(0x0000);
    expect(floatToHalf(1.5 * 2 ** -24, 'nearest-even')).toBe(0x0002);
    expect(floatToHalf(-0)).toBe(0x8000);
  });

  it('carries from the largest denorm into the smallest normal half', () => {
    expect(floatToHalf(1023.5 * 2 ** -24, 'nearest-even')).toBe(0x0400);
    expect(floatToHalf(1023.5 * 2 ** -24)).toBe(0x03ff);
  });

  it('gives the same quiet pattern for every NaN', () => {
    expect(floatToHalf(NaN)).toBe(0x7e00);
    expect(floatToHalf(NaN, 'nearest-even')).toBe(0x7e00);
  });
});
