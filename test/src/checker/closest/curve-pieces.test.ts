import { describe, expect, it } from 'vitest';
import { interval } from '../../../../src/specification/exact/interval.ts';
import { lineThrough, simplestIn, type CurveSegment } from '../../../../src/checker/closest/curve-pieces.ts';
import { Dice } from '../../../oracle/dice.ts';

describe('a line through upright segments', () => {
  it('is found where there is one', () => {
    const dice = new Dice(5);
    for (let n = 0; n < 100; n++) {
      const [slope, intercept] = [dice.real(-3, 3), dice.real(-1, 1)];
      const segments = Array.from({ length: dice.integer(2, 40) }, (): CurveSegment => {
        const x = dice.real(0, 1);
        const y = slope * x + intercept;
        return { x, y: interval(y - dice.real(0, 0.01), y + dice.real(0, 0.01)) };
      });
      const line = lineThrough(segments)!;
      for (const { x, y } of segments) {
        expect(line.slope * x + line.intercept).toBeGreaterThanOrEqual(y.lower - 2 ** -39);
        expect(line.slope * x + line.intercept).toBeLessThanOrEqual(y.upper + 2 ** -39);
      }
    }
  });

  it('is not found where there is none', () => {
    const through = (...points: readonly (readonly [number, number])[]) =>
      lineThrough(points.map(([x, y]) => ({ x, y: interval(y - 0.01, y + 0.01) })));
    expect(through([0, 0], [0.5, 0], [1, 0.04])).not.toBeNull();
    expect(through([0, 0], [0.5, 0], [1, 0.05])).toBeNull();
    expect(through([0, 0], [0, 0.1])).toBeNull();
  });

  it('is a flat one at a whole weight where that serves', () => {
    const segments = [0, 0.5, 1].map((x) => ({ x, y: interval(-0.001 * x, 0.01) }));
    expect(lineThrough(segments)).toEqual({ slope: 0, intercept: 0 });
  });
});

describe('the simplest fraction', () => {
  it('has the smallest denominator of all in the interval', () => {
    const dice = new Dice(6);
    for (let n = 0; n < 200; n++) {
      const lower = dice.real(0, 2);
      const upper = lower + 2 ** -dice.integer(2, 10);
      let denominator = 1;
      while (Math.ceil(lower * denominator) > upper * denominator) denominator++;
      expect(simplestIn(interval(lower, upper))).toBe(Math.ceil(lower * denominator) / denominator);
    }
  });

  it('is a whole number where one lies in it', () => {
    expect(simplestIn(interval(0, 0.3))).toBe(0);
    expect(simplestIn(interval(0.99, 1.01))).toBe(1);
  });
});
