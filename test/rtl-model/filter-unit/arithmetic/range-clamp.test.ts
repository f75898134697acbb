import { describe, expect, it } from 'vitest';
import { rangeClamp } from '../../../../rtl-model/filter-unit/arithmetic/range-clamp.ts';

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
