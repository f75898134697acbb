import { describe, expect, it } from 'vitest';
import { comparison } from '../oracle/compare-operations.ts';
import type { Operation } from '../oracle/random-operations.ts';
import { draws } from '../oracle/draws.ts';

const RUNS = [
  { seed: 0x5e1ec7, count: draws(2000, 2) },
  { seed: 0x0b5e55ed, count: draws(6000), tags: 'exhaustive' },
];

describe('the units', () => {
  it('return what the oracle allows, and bounds, where sums of floats or of sRGB texels are aligned', () => {
    const isAligned = ({ design, image }: Operation) =>
      design.filter.alignedSum !== null && ['srgb', 'sfloat'].includes(image.format.componentType);
    const { failures, requests, bounded } = comparison(0xa119, draws(3200, 8), isAligned);
    expect(failures.map(({ text }) => text)).toEqual([]);
    expect(bounded / requests).toBeGreaterThan(0.9);
  });

  it('return what the oracle allows, and bounds, where fractions of mirrored coordinates are complemented', () => {
    const isMirrored = ({ design, sampler }: Operation) =>
      design.address.mirroredFraction === 'complemented' && sampler.addressModeU.startsWith('mirror');
    const { failures, requests, bounded } = comparison(0x317202, draws(3200, 8), isMirrored);
    expect(failures.map(({ text }) => text)).toEqual([]);
    expect(bounded / requests).toBeGreaterThan(0.9);
  });

  for (const { seed, count, ...options } of RUNS) {
    it(
      `return what the oracle allows for ${count} sampling operations on random designs, views and samplers`,
      options,
      () => {
        const { failures, requests, bounded, refused } = comparison(seed, count);
        expect(
          failures
            .slice(0, 2)
            .map(({ text }) => text)
            .join('\n\n'),
        ).toBe('');
        expect(bounded / requests).toBeGreaterThan(0.95);
        expect(refused / requests).toBeLessThan(0.02);
      },
    );
  }
});
