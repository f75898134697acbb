import { describe, expect, it } from 'vitest';
import { interval } from '../../../../src/specification/exact/interval.ts';
import { FINEST_BITS, snappedHull } from '../../../../src/checker/judge/specified-coordinates.ts';
import { Dice } from '../../../oracle/dice.ts';

const point = (x: number) => interval(x, x);

describe('the hull of a snapped number', () => {
  it('is the number itself where it lies on the grid', () => {
    for (const anyRounding of [false, true]) {
      for (const k of [-300, -1, 1, 77, 2 ** 20]) {
        expect(snappedHull(point(k / 256), 8, anyRounding)).toEqual(point(k / 256));
      }
    }
  });

  it('has both neighbours for Vulkan, which names no rounding', () => {
    expect(snappedHull(point(5.01 / 16), 4, true)).toEqual(interval(5 / 16, 6 / 16));
    expect(snappedHull(point(-5.99 / 16), 4, true)).toEqual(interval(-6 / 16, -5 / 16));
  });

  it('is within 0.6 ULP of the grid for D3D11.3, or of a finer one', () => {
    // Of 5.5 both neighbours; 5.3 is 10.6 and 21.2 on the next grids: 10 and 11 of the first of them.
    expect(snappedHull(point(5.5 / 256), 8, false)).toEqual(interval(5 / 256, 6 / 256));
    expect(snappedHull(point(5.3 / 256), 8, false)).toEqual(interval(5 / 256, 5.5 / 256));
    // 0.39 below the upper neighbour: the lower one is 0.61 away, and on the next grid 11.22 has 11 and no 10.
    expect(snappedHull(point(5.61 / 256), 8, false)).toEqual(interval(5.5 / 256, 6 / 256));
  });

  it('has the numbers of every grid within 0.6 ULP, and no more', () => {
    const dice = new Dice(11);
    for (let n = 0; n < 500; n++) {
      const bits = dice.integer(4, 10);
      const x = dice.real(-3, 3);
      const { lower, upper } = snappedHull(point(x), bits, false);
      const reached: number[] = [];
      for (let grid = bits; grid <= FINEST_BITS; grid++) {
        const near = Math.round(x * 2 ** grid);
        for (let k = near - 2; k <= near + 2; k++) {
          if (Math.abs(k - x * 2 ** grid) <= 0.6) reached.push(k / 2 ** grid);
        }
      }
      const finest = 2 ** -FINEST_BITS;
      expect(Math.min(...reached)).toBeGreaterThanOrEqual(lower);
      expect(Math.max(...reached)).toBeLessThanOrEqual(upper);
      expect(Math.min(...reached) - lower).toBeLessThanOrEqual(finest);
      expect(upper - Math.max(...reached)).toBeLessThanOrEqual(finest);
    }
  });
});
