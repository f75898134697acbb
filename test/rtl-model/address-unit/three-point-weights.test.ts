import { describe, expect, it } from 'vitest';
import { threePointWeights } from '../../../rtl-model/address-unit/three-point-weights.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';

const BITS = 5;
const ONE = 32;

function weights(a: number, b: number, midTexel = false): readonly number[] {
  const split = new Int32Array(4);
  threePointWeights(PLAIN, a, b, BITS, midTexel, split);
  return [...split];
}

/** Every pair of weights, 1 among them. */
const PAIRS = Array.from({ length: (ONE + 1) ** 2 }, (_, n) => [n % (ONE + 1), Math.floor(n / (ONE + 1))] as const);

describe('weights of three texels', () => {
  it('are the barycentric coordinates of the place in the triangle that it lies in', () => {
    for (const [a, b] of PAIRS) {
      const [w00, w10, w01, w11] = weights(a, b);
      expect(Math.min(w00, w10, w01, w11)).toBeGreaterThanOrEqual(0);
      expect(w00 === 0 || w11 === 0).toBe(true);
      // The weighted corners are the place itself, and the weights add up to 1: three texels have no other ones.
      expect([w00 + w10 + w01 + w11, w10 + w11, w01 + w11]).toEqual([ONE, a, b]);
    }
  });

  it('are quarters in the middle of the square at mid-texel, and the same elsewhere', () => {
    expect(weights(16, 16)).toEqual([0, 16, 16, 0]);
    expect(weights(16, 16, true)).toEqual([8, 8, 8, 8]);
    for (const [a, b] of PAIRS) if (a !== 16 || b !== 16) expect(weights(a, b, true)).toEqual(weights(a, b));
  });
});
