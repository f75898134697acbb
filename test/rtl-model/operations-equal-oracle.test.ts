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

  it('return what the oracle allows where an alpha that the format lacks is summed with that of a border', () => {
    const withBorder = (operation: Operation) => {
      const { design, image, view, sampler, instruction } = operation;
      const { componentType, componentBits, order } = image.format;
      if (componentType !== 'sfloat' || componentBits !== 16 || order.includes(3)) return false;
      if (
        (instruction.op ?? 'sample') !== 'sample' ||
        view.viewType !== '2d' ||
        sampler.reductionMode !== 'weighted_average'
      )
        return false;
      const alignedSum = { guardBits: 1, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-toward-zero' } as const;
      const filter = { ...design.filter, weightScale: 'power-of-two', alignedSum } as const;
      const border = { addressModeU: 'clamp_to_border', addressModeV: 'clamp_to_border' } as const;
      const cubic = {
        magFilter: 'cubic',
        minFilter: 'cubic',
        cubicWeights: 'catmull_rom',
        anisotropyEnable: false,
      } as const;
      const borderColor = [0, 0, 0, 0.4995723236352205] as const;
      return { ...operation, design: { ...design, filter }, sampler: { ...sampler, ...border, ...cubic, borderColor } };
    };
    const { failures } = comparison(0xb0de, draws(3200, 4), withBorder);
    expect(failures.map(({ text }) => text)).toEqual([]);
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
