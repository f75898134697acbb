import { describe, expect, it } from 'vitest';
import { INTEGER_RANGES } from '../../../../../rtl-model/formats/blocks/astc/integer-sequence.ts';
import { ENDPOINT_VALUES, WEIGHT_VALUES } from '../../../../../rtl-model/formats/blocks/astc/unquantize.ts';

/** The text's B as the amounts that each bit from `b` on adds, and its C, by the number of levels of the range. */
type Parameters = Readonly<Record<number, readonly [bits: readonly number[], c: number]>>;

const ENDPOINT_PARAMETERS: Parameters = {
  6: [[], 204],
  10: [[], 113],
  12: [[0x116], 93],
  20: [[0x10c], 54],
  24: [[0x085, 0x10a], 44],
  40: [[0x082, 0x105], 26],
  48: [[0x041, 0x082, 0x104], 22],
  80: [[0x040, 0x081, 0x102], 13],
  96: [[0x020, 0x040, 0x081, 0x102], 11],
  160: [[0x020, 0x040, 0x080, 0x101], 6],
  192: [[0x010, 0x020, 0x040, 0x080, 0x101], 5],
};

const WEIGHT_PARAMETERS: Parameters = {
  6: [[], 50],
  10: [[], 28],
  12: [[0x45], 23],
  20: [[0x42], 13],
  24: [[0x21, 0x42], 11],
};

/** The text's procedure; ones = 2^9 - 1 or 2^7 - 1. */
function textValue(stored: number, [bits, c]: Parameters[number], ones: number): number {
  const low = stored % 2 ** (bits.length + 1);
  const d = (stored - low) / 2 ** (bits.length + 1);
  const sum = bits.reduce((b, weight, k) => b + weight * ((low >> (k + 1)) & 1), d * c);
  const a = low % 2 === 1 ? ones : 0;
  return (a & ((ones + 1) / 4)) | ((sum ^ a) >> 2);
}

const rangeOf = (levels: number) => INTEGER_RANGES.findIndex(({ largest }) => largest === levels - 1);
const sorted = (values: Uint8Array) => [...values].sort((a, b) => a - b);

describe('ASTC unquantization', () => {
  it('follows the text for endpoints of every range with a trit or quint', () => {
    for (const [levels, parameters] of Object.entries(ENDPOINT_PARAMETERS)) {
      const text = Array.from({ length: Number(levels) }, (_, stored) => textValue(stored, parameters, 511));
      expect([...ENDPOINT_VALUES[rangeOf(Number(levels))]]).toEqual(text);
    }
  });

  it('follows the text for weights of every range with a trit or quint and bits', () => {
    for (const [levels, parameters] of Object.entries(WEIGHT_PARAMETERS)) {
      const text = Array.from({ length: Number(levels) }, (_, stored) => textValue(stored, parameters, 127));
      expect([...WEIGHT_VALUES[rangeOf(Number(levels))]]).toEqual(text.map((x) => (x > 32 ? x + 1 : x)));
    }
  });

  it('repeats the bits of ranges without a trit or quint', () => {
    for (let bits = 3; bits <= 8; bits++) {
      const text = Array.from({ length: 2 ** bits }, (_, x) =>
        Math.floor(x * (2 ** -bits + 4 ** -bits + 8 ** -bits) * 256),
      );
      expect([...ENDPOINT_VALUES[rangeOf(2 ** bits)]]).toEqual(text);
    }
    expect([...WEIGHT_VALUES[rangeOf(2)]]).toEqual([0, 64]);
    expect([...WEIGHT_VALUES[rangeOf(4)]]).toEqual([0, 0b010101, 0b101010 + 1, 64]);
    expect([...WEIGHT_VALUES[rangeOf(8)]]).toEqual([0, 9, 18, 27, 36 + 1, 45 + 1, 54 + 1, 64]);
    const sixteen = Array.from({ length: 16 }, (_, x) => 4 * x + (x >> 2));
    expect([...WEIGHT_VALUES[rangeOf(16)]]).toEqual(sixteen.map((x) => (x > 32 ? x + 1 : x)));
    const thirtyTwo = Array.from({ length: 32 }, (_, x) => 2 * x + (x >> 4));
    expect([...WEIGHT_VALUES[rangeOf(32)]]).toEqual(thirtyTwo.map((x) => (x > 32 ? x + 1 : x)));
  });

  it('gives the values of the text for weights of a trit or quint alone', () => {
    expect([...WEIGHT_VALUES[rangeOf(3)]]).toEqual([0, 32, 64]);
    expect([...WEIGHT_VALUES[rangeOf(5)]]).toEqual([0, 16, 32, 48, 64]);
  });

  it('gives every range both ends, each value once, and the complement of each value', () => {
    const check = (values: Uint8Array, one: number) => {
      const rising = sorted(values);
      expect(new Set(rising).size).toBe(values.length);
      expect(rising.map((value, k) => value + rising[rising.length - 1 - k])).toEqual(rising.map(() => one));
      expect(rising[0]).toBe(0);
    };
    INTEGER_RANGES.forEach(({ largest }, range) => {
      if (largest >= 5) check(ENDPOINT_VALUES[range], 255);
      if (largest <= 31) check(WEIGHT_VALUES[range], 64);
    });
  });
});
