import { describe, expect, it } from 'vitest';
import { AxisTaps, boxLength, coveredTaps } from '../../../rtl-model/address-unit/axis-taps.ts';

/** Texels and weights along an axis. */
function pairs({ count, index, weight }: AxisTaps): number[][] {
  return Array.from({ length: count }, (_, n) => [index[n], weight[n]]);
}

describe('the taps along an axis', () => {
  const taps = new AxisTaps(4);

  it('are one texel of weight 1 for nearest filtering', () => {
    taps.point(7);
    taps.point(-3);
    expect(pairs(taps)).toEqual([[-3, 1]]);
  });

  it('are two neighbours whose weights sum to 1 for linear filtering', () => {
    taps.linear(-1, 64, 256);
    expect(pairs(taps)).toEqual([
      [-1, 192],
      [0, 64],
    ]);
  });

  it('are four neighbours from one before the texel on for cubic filtering, weighted by the table', () => {
    taps.cubic(5, Int32Array.of(9, 9, 9, 9, -8, 100, 172, -8, 7), 4);
    expect(pairs(taps)).toEqual([
      [4, -8],
      [5, 100],
      [6, 172],
      [7, -8],
    ]);
  });
});

describe('a box', () => {
  it('covers of each texel the part that lies between its ends', () => {
    const taps = new AxisTaps(9);
    for (let start = -40; start <= 40; start++) {
      for (let size = 1; size <= 64; size++) {
        coveredTaps(taps, start, size, 3);
        const expected: number[][] = [];
        for (let index = -10; index <= 20; index++) {
          // Steps of 1/8 texel in both.
          const steps = Array.from({ length: 8 }, (_, n) => 8 * index + n);
          const covered = steps.filter((step) => step >= start && step < start + size).length;
          if (covered > 0) expected.push([index, covered]);
        }
        expect(pairs(taps)).toEqual(expected);
      }
    }
  });

  it('has a length with the fraction bits of the coordinate, ties to even', () => {
    expect([1, 2.5, 1.75, 1 + 1 / 16, 1 + 3 / 16].map((length) => boxLength(length, 3))).toEqual([8, 20, 14, 8, 10]);
  });
});
