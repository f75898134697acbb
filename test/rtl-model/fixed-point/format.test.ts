import { describe, expect, it } from 'vitest';
import { fits, fixed, saturate, unsignedFixed } from '../../../rtl-model/fixed-point/format.ts';

describe('a fixed-point format', () => {
  it('16.8 has 24 bits, from -2^15 to 2^15 - 2^-8 (D3D11.3 3.2.4.1)', () => {
    const format = fixed('coordinate', 16, 8);
    expect(format).toMatchObject({ name: 'coordinate', width: 24, one: 256, signed: true });
    expect(format.min / format.one).toBe(-(2 ** 15));
    expect(format.max / format.one).toBe(2 ** 15 - 2 ** -8);
  });

  it('without a sign uses all its bits for values from 0 on', () => {
    expect(unsignedFixed('weight', 0, 8)).toMatchObject({ width: 8, min: 0, max: 255, one: 256, signed: false });
    expect(unsignedFixed('clamp', 4, 8)).toMatchObject({ width: 12, min: 0, max: 4095, one: 256 });
  });

  it('of one bit holds -1 and 0 with a sign, 0 and 1 without', () => {
    expect(fixed('bit', 1, 0)).toMatchObject({ min: -1, max: 0, one: 1 });
    expect(unsignedFixed('bit', 1, 0)).toMatchObject({ min: 0, max: 1, one: 1 });
  });

  it('of the widest 51 bits still has exact ends', () => {
    expect(fixed('wide', 26, 25)).toMatchObject({ min: -(2 ** 50), max: 2 ** 50 - 1 });
    expect(unsignedFixed('wide', 26, 25)).toMatchObject({ min: 0, max: 2 ** 51 - 1 });
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(fixed('coordinate', 16, 8))).toBe(true);
  });

  it.each([
    [0, 8],
    [-1, 8],
    [16, -1],
    [26, 26],
    [1.5, 8],
    [16, 0.5],
    [NaN, 8],
  ])('signed %d.%d is refused by its name and widths', (integerBits, fractionBits) => {
    expect(() => fixed('lod', integerBits, fractionBits)).toThrow(
      new RangeError(`lod: ${integerBits}.${fractionBits} is no fixed-point format of 1 to 51 bits`),
    );
  });

  it.each([
    [0, 0],
    [-1, 8],
    [8, -1],
    [0, 52],
  ])('unsigned %d.%d is refused by its name and widths', (integerBits, fractionBits) => {
    expect(() => unsignedFixed('weight', integerBits, fractionBits)).toThrow(
      new RangeError(`weight: ${integerBits}.${fractionBits} is no fixed-point format of 1 to 51 bits`),
    );
  });
});

describe.each([fixed('lod', 3, 2), unsignedFixed('weight', 1, 4)])('$name', (format) => {
  const around = Array.from({ length: 129 }, (_, i) => i - 64);

  it('fits exactly the 32 integers of its 5 bits', () => {
    const held = around.filter((value) => fits(value, format));
    expect(held.length).toBe(32);
    expect(held[0]).toBe(format.min);
    expect(held[31]).toBe(format.max);
  });

  it('fits no fraction, NaN or infinity', () => {
    expect([0.5, NaN, Infinity, -Infinity].filter((value) => fits(value, format))).toEqual([]);
  });

  it('saturates to its nearest integer', () => {
    const wrong = around.filter((value) => {
      const result = saturate(value, format);
      const nearest = value < format.min ? format.min : value > format.max ? format.max : value;
      return result !== nearest || !fits(result, format);
    });
    expect(wrong).toEqual([]);
    expect(saturate(Infinity, format)).toBe(format.max);
    expect(saturate(-Infinity, format)).toBe(format.min);
  });
});
