import { describe, expect, it } from 'vitest';
import { ROUNDING_MODES, roundShift, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { narrowing } from '../../../rtl-model/steps/simd/narrowing.ts';

/** The integer with what the rule adds to it, shifted, in numbers that hold every sum. */
function narrowed(value: number, bits: number, mode: RoundingMode): number {
  const { add, even, negative } = narrowing(bits, mode);
  const one = 2 ** bits;
  const lowest = Math.abs(Math.floor(value / one) % 2);
  return Math.floor((value + add + (even ? lowest : 0) + (value < 0 ? negative : 0)) / one);
}

const LEAST = -(2 ** 31);
const MOST = 2 ** 31 - 1;

describe.each(ROUNDING_MODES)('a narrowing by %s', (mode) => {
  it('is the rounding of the model, for all bits up to 12: around zero, and at the ends of int32', () => {
    const different: string[] = [];
    const check = (value: number, bits: number) => {
      const [got, expected] = [narrowed(value, bits, mode), roundShift(value, bits, mode)];
      if (got !== expected) different.push(`${value} less ${bits} bits: ${got}, not ${expected}`);
    };
    for (let bits = 0; bits <= 12; bits++) {
      const reach = 4 * 2 ** bits;
      for (let value = -reach; value <= reach; value++) check(value, bits);
      for (let n = 0; n <= reach; n++) {
        check(LEAST + n, bits);
        check(MOST - n, bits);
      }
    }
    expect(different).toEqual([]);
  });

  it('adds less than the dropped bits hold', () => {
    for (let bits = 0; bits <= 30; bits++) {
      const { add, even, negative } = narrowing(bits, mode);
      for (const sum of [add, add + negative, add + Number(even)]) {
        expect(sum).toBeGreaterThanOrEqual(0);
        expect(sum).toBeLessThan(2 ** bits);
      }
    }
  });
});
