import { describe, expect, it } from 'vitest';
import { type DerivativeLanes, difference } from '../../../rtl-model/front-end/derivatives.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import type { NeighborLanes } from '../../../rtl-model/steps/steps.ts';

function derivatives(values: readonly number[], kind: DerivativeLanes) {
  const of = (lane: number) => (lanes: NeighborLanes) => Math.fround(values[lanes[lane]]);
  return {
    dx: values.map((_, lane) => difference(PLAIN, of(lane), kind, 'x')),
    dy: values.map((_, lane) => difference(PLAIN, of(lane), kind, 'y')),
  };
}

describe('derivatives of a quad', () => {
  it('are those of the top row and the left column for all lanes when coarse', () => {
    const { dx, dy } = derivatives([1, 3, 6, 20], 'coarse');
    expect(dx).toEqual([2, 2, 2, 2]);
    expect(dy).toEqual([5, 5, 5, 5]);
  });

  it("are those of the lane's own row and column when fine", () => {
    const { dx, dy } = derivatives([1, 3, 6, 20], 'fine');
    expect(dx).toEqual([2, 2, 14, 14]);
    expect(dy).toEqual([5, 17, 5, 17]);
  });

  it('are that of the diagonal for all lanes, along x and along y', () => {
    const { dx, dy } = derivatives([1, 3, 6, 20], 'diagonal');
    expect([dx, dy]).toEqual([
      [19, 19, 19, 19],
      [19, 19, 19, 19],
    ]);
  });

  it('are float32 differences', () => {
    const [a, b] = [1, 3 * 2 ** -26];
    expect(derivatives([a, b, a, b], 'coarse').dx[0]).toBe(Math.fround(b - a));
    expect(b - a).not.toBe(Math.fround(b - a));
  });

  it('pass NaN and infinities on', () => {
    expect(derivatives([NaN, 1, 2, 3], 'coarse').dx[3]).toBeNaN();
    expect(derivatives([1, Infinity, 2, 3], 'coarse').dx[0]).toBe(Infinity);
  });
});
