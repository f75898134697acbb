import { describe, expect, it } from 'vitest';
import { max3 } from '../../../../src/pictures/resolve/resolve.ts';
import type { Color } from './expected-color.ts';
import { resolvePixel } from './one-pixel.ts';

const GREY: Color = [1, 1, 1];
const THIRD = Math.fround(0.25 * Math.fround(1 / 0.75));

describe('infinity in a sample', () => {
  it('becomes NaN in its channel of the tone-mapped resolve; the other channels ignore the sample', () => {
    // Its weight is 1 / infinity = 0.
    expect(resolvePixel([[Infinity, 5, 7], GREY], 'tonemapped')).toEqual([NaN, THIRD, THIRD]);
    expect(resolvePixel([[Infinity, Infinity, Infinity], GREY], 'tonemapped')).toEqual([NaN, NaN, NaN]);
  });

  it('is kept if it is negative and another channel is finite', () => {
    expect(resolvePixel([[-Infinity, 1, 1], GREY], 'tonemapped')).toEqual([-Infinity, 1, 1]);
  });

  it('becomes NaN in every channel of the luma-based resolve', () => {
    expect(resolvePixel([[Infinity, 5, 7], GREY], 'luma')).toEqual([NaN, NaN, NaN]);
    expect(resolvePixel([[-Infinity, 5, 7], GREY], 'luma')).toEqual([NaN, NaN, NaN]);
  });

  it('stays infinity in the box resolve, and becomes NaN with the other sign or a weight of 0', () => {
    expect(resolvePixel([[Infinity, -Infinity, 7], GREY], 'box')).toEqual([Infinity, -Infinity, 4]);
    expect(
      resolvePixel(
        [
          [Infinity, 1, 1],
          [-Infinity, 1, 1],
        ],
        'box',
      )[0],
    ).toBeNaN();
    expect(resolvePixel([[Infinity, 1, 1], GREY], 'box', [0, 1])).toEqual([NaN, 1, 1]);
  });
});

describe('NaN in a sample', () => {
  it('stays in its channel of the tone-mapped and of the box resolve', () => {
    // max3 ignores it: the sample's brightness is that of its other channels.
    expect(resolvePixel([[NaN, 1, 1], GREY], 'tonemapped')).toEqual([NaN, 1, 1]);
    expect(resolvePixel([[1, NaN, 1], GREY], 'tonemapped')).toEqual([1, NaN, 1]);
    expect(resolvePixel([[1, 1, NaN], GREY], 'tonemapped')).toEqual([1, 1, NaN]);
    expect(resolvePixel([[NaN, 1, 1], GREY], 'box')).toEqual([NaN, 1, 1]);
  });

  it('spreads to all channels if no channel is a number, and in the luma-based resolve', () => {
    expect(resolvePixel([[NaN, NaN, NaN], GREY], 'tonemapped')).toEqual([NaN, NaN, NaN]);
    expect(resolvePixel([[NaN, 1, 1], GREY], 'luma')).toEqual([NaN, NaN, NaN]);
  });

  it('is ignored by max3 beside a number, in any position', () => {
    expect([max3(NaN, 1, 2), max3(2, NaN, 1), max3(1, 2, NaN), max3(NaN, NaN, -1)]).toEqual([2, 2, 2, -1]);
    expect([max3(-1, NaN, NaN), max3(NaN, -1, NaN), max3(NaN, NaN, NaN)]).toEqual([-1, -1, NaN]);
  });
});

describe('a tone-mapped sum whose largest component', () => {
  it('is 1 (a colour of 2^24 or more) gives infinity, and NaN for a channel of 0', () => {
    expect(resolvePixel([[2 ** 24, 2 ** 23, 0]], 'tonemapped')).toEqual([Infinity, Infinity, NaN]);
    expect(resolvePixel([[2 ** 25, -1, -0]], 'tonemapped')).toEqual([Infinity, -Infinity, NaN]);
  });

  it('is the float32 below 1 gives 2^24 times it', () => {
    // 2^24 - 1 is mapped to 1 - 2^-24; 1 - m is 2^-24.
    expect(resolvePixel([[2 ** 24 - 1, 0, 0]], 'tonemapped')).toEqual([2 ** 24 - 1, 0, 0]);
  });

  it('is above 1, because the weights exceed 1 in all, changes its sign', () => {
    // 3 / 4 twice: 1.5, and 1 / (1 - 1.5) = -2.
    expect(
      resolvePixel(
        [
          [3, 1, 0],
          [3, 1, 0],
        ],
        'tonemapped',
        [1, 1],
      ),
    ).toEqual([-3, -1, -0]);
  });
});

describe('a negative sample', () => {
  it('with a brightness of -1 has an infinite weight and gives NaN', () => {
    expect(resolvePixel([[-1, -2, -3]], 'tonemapped')).toEqual([NaN, NaN, NaN]);
  });

  it('with a greater brightness is kept', () => {
    // max3 = -1/2: k = 2, sums -1, -2, -3; 1 - m = 2.
    expect(resolvePixel([[-0.5, -1, -1.5]], 'tonemapped')).toEqual([-0.5, -1, -1.5]);
  });
});

describe('small values', () => {
  it('keep the sign of zero', () => {
    for (const method of ['box', 'tonemapped', 'luma'] as const) {
      expect(resolvePixel([[-0, 0, -0]], method)).toEqual([-0, 0, -0]);
      expect(
        resolvePixel(
          [
            [-0, 0, -0],
            [-0, -0, 0],
          ],
          method,
        ),
      ).toEqual([-0, 0, 0]);
    }
  });

  it('are kept if denormal, and rounded like others', () => {
    for (const method of ['box', 'tonemapped', 'luma'] as const) {
      expect(resolvePixel([[2 ** -149, 2 ** -130, 2 ** -127]], method)).toEqual([2 ** -149, 2 ** -130, 2 ** -127]);
      // Half of the smallest denormal is a tie and gives 0; three halves of it give two of it.
      expect(
        resolvePixel(
          [
            [2 ** -149, 3 * 2 ** -149, 0],
            [0, 0, 0],
          ],
          method,
        ),
      ).toEqual([0, 2 * 2 ** -149, 0]);
    }
  });
});
