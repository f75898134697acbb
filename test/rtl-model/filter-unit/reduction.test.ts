import { describe, expect, it } from 'vitest';
import { rangeClamp, reduceTexels } from '../../../rtl-model/filter-unit/reduction.ts';
import { Dice } from '../../oracle/dice.ts';

/** Components 1 of texels that hold 9 everywhere else. */
function texels(values: readonly number[]): Float32Array {
  return Float32Array.from(values.flatMap((value) => [9, value, 9, 9]));
}

function reduce(mode: 'min' | 'max', values: readonly number[], weights: readonly number[]): number {
  return reduceTexels(mode, texels(values), 1, [5, ...weights], 1, values.length);
}

describe('reduceTexels', () => {
  it('is the extreme of the texels whose weight is not zero', () => {
    const dice = new Dice(21);
    for (let n = 0; n < 2000; n++) {
      const taps = dice.pick([2, 4, 8, 16, 64]);
      const values = Array.from({ length: taps }, () => dice.integer(-1000, 1000));
      const weights = values.map(() => dice.integer(-2, 2));
      weights[dice.integer(0, taps - 1)] = -1;
      const counted = values.filter((_, tap) => weights[tap] !== 0).sort((a, b) => a - b);
      expect([values, weights, reduce('min', values, weights)]).toEqual([values, weights, counted[0]]);
      expect([values, weights, reduce('max', values, weights)]).toEqual([values, weights, counted.at(-1)]);
    }
  });

  it('prefers numbers to NaN wherever it stands', () => {
    for (const values of [
      [NaN, 1, 2],
      [1, NaN, 2],
      [1, 2, NaN],
      [NaN, 1, NaN, 2],
    ]) {
      expect(reduce('min', values, [1, 1, 1, 1])).toBe(1);
      expect(reduce('max', values, [1, 1, 1, 1])).toBe(2);
    }
    expect(reduce('min', [NaN, NaN], [1, 1])).toBe(NaN);
    expect(reduce('max', [NaN, 3], [1, 0])).toBe(NaN);
  });

  it('takes -0 as smaller than +0, and denorms as zeros', () => {
    expect(reduce('min', [0, -0], [1, 1])).toBe(-0);
    expect(reduce('max', [-0, 0], [1, 1])).toBe(0);
    expect(reduce('max', [-1, 2 ** -149], [1, 1])).toBe(0);
  });

  it('passes a single texel as it is', () => {
    expect(reduce('min', [2 ** -149], [1])).toBe(2 ** -149);
    expect(reduce('max', [5, -(2 ** -149)], [0, 1])).toBe(-(2 ** -149));
  });
});

describe('rangeClamp', () => {
  it('holds an average between the extremes', () => {
    expect([-1, 0, 3, 7, 8].map((average) => rangeClamp(average, 0, 7))).toEqual([0, 0, 3, 7, 7]);
    expect(rangeClamp(Infinity, -2, 7)).toBe(7);
  });

  it('leaves NaN', () => {
    expect(rangeClamp(NaN, 0, 7)).toBe(NaN);
    expect(rangeClamp(NaN, NaN, NaN)).toBe(NaN);
  });
});
