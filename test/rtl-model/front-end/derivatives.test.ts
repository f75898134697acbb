import { describe, expect, it } from 'vitest';
import { quadDerivatives } from '../../../rtl-model/front-end/derivatives.ts';

function derivatives(values: readonly number[], fine: boolean) {
  const value = Float32Array.from([99, 99, 99, 99, ...values]);
  const [dx, dy] = [new Float32Array(8), new Float32Array(8)];
  quadDerivatives(value, 4, fine, dx, dy);
  return { dx: [...dx], dy: [...dy] };
}

describe('derivatives of a quad', () => {
  it('are those of the top row and the left column for all lanes when coarse', () => {
    const { dx, dy } = derivatives([1, 3, 6, 20], false);
    expect(dx).toEqual([0, 0, 0, 0, 2, 2, 2, 2]);
    expect(dy).toEqual([0, 0, 0, 0, 5, 5, 5, 5]);
  });

  it("are those of the lane's own row and column when fine", () => {
    const { dx, dy } = derivatives([1, 3, 6, 20], true);
    expect(dx).toEqual([0, 0, 0, 0, 2, 2, 14, 14]);
    expect(dy).toEqual([0, 0, 0, 0, 5, 17, 5, 17]);
  });

  it('are float32 differences', () => {
    const [a, b] = [1, 3 * 2 ** -26];
    expect(derivatives([a, b, a, b], false).dx[4]).toBe(Math.fround(b - a));
    expect(b - a).not.toBe(Math.fround(b - a));
  });

  it('pass NaN and infinities on', () => {
    expect(derivatives([NaN, 1, 2, 3], false).dx[7]).toBeNaN();
    expect(derivatives([1, Infinity, 2, 3], false).dx[4]).toBe(Infinity);
  });
});
