import { describe, expect, it } from 'vitest';
import { ANYTHING, interval } from '../../../../src/specification/exact/interval.ts';
import { deviationOf, isOpen } from '../../../../src/checker/judge/result-distance.ts';

const exact = () => 0;
const way = (...bounds: readonly (readonly [number, number])[]) =>
  bounds.map(([lower, upper]) => interval(lower, upper));
const ONE = way([0, 1], [2, 3], [0, 0], [1, 1]);

describe('the deviation of a result', () => {
  it('is none within the interval, its ends included', () => {
    for (const result of [
      [0, 2, 0, 1],
      [1, 3, 0, 1],
    ]) {
      expect(deviationOf({ type: 'float', ways: [ONE] }, result, exact)).toBeNull();
    }
  });

  it('is that of the worst component', () => {
    expect(deviationOf({ type: 'float', ways: [ONE] }, [1.25, 3.5, -0.125, 1], exact)).toEqual({
      channel: 'g',
      expected: interval(2, 3),
      got: 3.5,
      distance: 0.5,
    });
  });

  it('is the distance to the nearest of several permitted results', () => {
    const far = way([10, 10], [10, 10], [0, 0], [1, 1]);
    for (const ways of [
      [ONE, far],
      [far, ONE],
    ]) {
      expect(deviationOf({ type: 'float', ways }, [1.5, 3, 0, 1], exact)).toMatchObject({
        channel: 'r',
        distance: 0.5,
      });
      expect(deviationOf({ type: 'float', ways }, [10, 10, 0, 1], exact)).toBeNull();
    }
  });

  it('is smaller by the tolerance of the result', () => {
    const spread = () => 0.25;
    expect(deviationOf({ type: 'float', ways: [ONE] }, [1.25, 3, 0, 1], spread)).toBeNull();
    expect(deviationOf({ type: 'float', ways: [ONE] }, [1.5, 3, 0, 1], spread)).toMatchObject({ distance: 0.25 });
  });

  it('of NaN is infinite, unless NaN or anything is right', () => {
    const nan = [NaN, 2, 0, 1];
    expect(deviationOf({ type: 'float', ways: [ONE] }, nan, exact)).toMatchObject({ channel: 'r', distance: Infinity });
    expect(deviationOf({ type: 'float', ways: [[ANYTHING, ...ONE.slice(1)]] }, nan, exact)).toBeNull();
    expect(deviationOf({ type: 'float', ways: [[interval(NaN, NaN), ...ONE.slice(1)]] }, nan, exact)).toBeNull();
  });

  it('is none where the specification leaves all open', () => {
    const open = { type: 'float', ways: undefined } as const;
    expect(deviationOf(open, [1, 2, 3, NaN], exact)).toBeNull();
    expect(isOpen(open)).toBe(true);
    expect(isOpen({ type: 'float', ways: [[ANYTHING, ANYTHING, ANYTHING, ANYTHING]] })).toBe(true);
    expect(isOpen({ type: 'float', ways: [[ANYTHING, ...ONE.slice(1)]] })).toBe(false);
  });
});
