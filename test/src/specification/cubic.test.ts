import { describe, expect, it } from 'vitest';
import { CUBIC_WEIGHTS } from '../../../rtl-model/state/sampler.ts';
import { chordError, cubicWeights } from '../../../src/specification/filtering/cubic.ts';

describe('cubic weights', () => {
  it('are at a texel what the first rows say', () => {
    expect(CUBIC_WEIGHTS.map((kind) => cubicWeights(kind, 0, 'current'))).toEqual([
      [0, 1, 0, 0],
      [0, 1, 0, 0],
      [1 / 6, 4 / 6, 1 / 6, 0],
      [1 / 18, 16 / 18, 1 / 18, 0],
    ]);
  });

  it('are half a texel on what one can do by hand', () => {
    // Catmull-Rom: (-1/2 + 2/4 - 1/8) / 2, (2 - 5/4 + 3/8) / 2. B-spline: (1 - 3/2 + 3/4 - 1/8) / 6, (4 - 6/4 + 3/8) / 6.
    expect(cubicWeights('catmull_rom', 0.5, 'current')).toEqual([-0.0625, 0.5625, 0.5625, -0.0625]);
    expect(cubicWeights('b_spline', 0.5, 'current')).toEqual([1 / 48, 23 / 48, 23 / 48, 1 / 48]);
    // (1 - 9/2 + 15/4 - 7/8) / 18, (16 - 36/4 + 21/8) / 18.
    expect(cubicWeights('mitchell_netravali', 0.5, 'current')).toEqual([
      -0.625 / 18,
      9.625 / 18,
      9.625 / 18,
      -0.625 / 18,
    ]);
    // As printed: (-1 + 1 - 1/4) / 2, (2 - 1 + 1/4) / 2, (1 + 1/2 - 1/4) / 2, (-1/2 + 1/8) / 2.
    expect(cubicWeights('zero_tangent_cardinal', 0.5, 'current')).toEqual([-0.125, 0.625, 0.625, -0.1875]);
  });

  it('sum to 1, but for the zero tangents as they are printed, which lack half the cube of the fraction', () => {
    for (const kind of CUBIC_WEIGHTS) {
      for (let n = 0; n < 64; n++) {
        const sum = cubicWeights(kind, n / 64, 'current').reduce((total, weight) => total + weight, 0);
        expect(sum).toBeCloseTo(kind === 'zero_tangent_cardinal' ? 1 - (n / 64) ** 3 / 2 : 1, 14);
      }
    }
  });

  it('of Catmull-Rom are as Vulkan 1.1 prints them half a texel on, and sum to 1 + fraction^2', () => {
    // The last: (1/4 + 1/8) / 2, where the current text has (-1/4 + 1/8) / 2.
    expect(cubicWeights('catmull_rom', 0.5, 'vulkan-1.1')).toEqual([-0.0625, 0.5625, 0.5625, 0.1875]);
    for (let n = 0; n < 64; n++) {
      const sum = cubicWeights('catmull_rom', n / 64, 'vulkan-1.1').reduce((total, weight) => total + weight, 0);
      expect(sum).toBeCloseTo(1 + (n / 64) ** 2, 14);
    }
  });

  it('of the other kinds, which Vulkan 1.1 does not have, are the current ones', () => {
    for (const kind of CUBIC_WEIGHTS.filter((kind) => kind !== 'catmull_rom')) {
      expect(cubicWeights(kind, 0.3, 'vulkan-1.1')).toEqual(cubicWeights(kind, 0.3, 'current'));
    }
  });

  it.each(['current', 'vulkan-1.1'] as const)(
    'stay within the chord error of a line, of the worst texels: %s',
    (text) => {
      for (const kind of CUBIC_WEIGHTS) {
        for (let n = 0; n < 256; n++) {
          // The least step from n / 256 whose middle is between, and the whole fraction.
          for (const step of [2 / 1024, 1 / 16, 1 - n / 256]) {
            const ends = [n / 256, Math.min(1, n / 256 + step)].map((at) => cubicWeights(kind, at, text));
            const middle = cubicWeights(kind, (n / 256 + Math.min(1, n / 256 + step)) / 2, text);
            const off = middle.reduce((sum, weight, k) => sum + Math.abs(weight - (ends[0][k] + ends[1][k]) / 2), 0);
            expect(off).toBeLessThanOrEqual(chordError(Math.min(step, 1 - n / 256), 1) + 2 ** -50);
          }
        }
      }
    },
  );
});
