import { describe, expect, it } from 'vitest';
import { roundedProducts, secondPart } from '../../../rtl-model/address-unit/rounded-products.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { Dice } from '../../oracle/dice.ts';

const FILTER = { weightBits: 8, rounding: 'nearest-up' } as const;

function weights(alpha: number, beta: number, gamma = 0, level = 256): readonly number[] {
  const products = new Int32Array(8);
  const other = secondPart(PLAIN, level, gamma, FILTER);
  roundedProducts(PLAIN, level - other, alpha, beta, FILTER, products);
  roundedProducts(PLAIN, other, alpha, beta, FILTER, products, 4);
  return [...products];
}

describe('products of weights that are rounded', () => {
  it('are floor((a b + 128) / 256), and what is left of a, of b and of 256, for every pair of 8 bits', () => {
    const wrong: string[] = [];
    for (let a = 0; a < 256; a++) {
      for (let b = 0; b < 256; b++) {
        const both = Number((BigInt(a) * BigInt(b) + 128n) / 256n);
        const expected = [256 - a - b + both, a - both, b - both, both, 0, 0, 0, 0];
        if (String(weights(a, b)) !== String(expected)) wrong.push(`${a} ${b}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('split the weight of a level between slices, along u, and each part along v, to the nearest', () => {
    const dice = new Dice(0x9d0d);
    const near = (value: number, product: number) => expect(Math.abs(256 * value - product)).toBeLessThanOrEqual(128);
    for (let n = 0; n < 2000; n++) {
      const [a, b, c] = [0, 1, 2].map(() => dice.integer(0, 255));
      const level = dice.pick([256, dice.integer(1, 255)]);
      const eight = weights(a, b, c, level);
      expect(Math.min(...eight)).toBeGreaterThanOrEqual(0);
      const other = eight.slice(4).reduce((sum, weight) => sum + weight);
      near(other, level * c);
      for (const [slice, weight] of [level - other, other].entries()) {
        const [w00, w10, w01, w11] = eight.slice(4 * slice);
        expect(w00 + w10 + w01 + w11).toBe(weight);
        near(w10 + w11, weight * a);
        near(w11, (w10 + w11) * b);
        near(w01, (w00 + w01) * b);
      }
    }
  });
});
