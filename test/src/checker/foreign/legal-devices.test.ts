import { beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../../../oracle/draws.ts';
import { conformingValues, type FreedomSettings } from '../../../foreign/switches/freedoms.ts';
import { count, judgedDevice, type JudgedTable } from './judged-table.ts';

it.each(conformingValues('scaleFactor', 'vulkan'))(
  'a device with the scale factor %s has no result that is called wrong, of reductions, cubic filters and corners either',
  (value) => {
    const scaleFactor = value as FreedomSettings['scaleFactor'];
    expect(judgedDevice('vulkan', 1, 0.12, ['coordinates'], { scaleFactor }).wrong).toEqual([]);
  },
);

// Seeds with a clamped coordinate far out, texels whose weight becomes 0, explicitly reconstructed chroma, and two texels
// of which both lose their weight half way between them alone.
it.each([
  ['formats', 3],
  ['coordinates', 13],
  ['footprints', 3],
  ['ycbcr', 2],
  ['reductions', 894_044],
] as const)(
  'a device whose weights are whole numbers of 2^-8 has no result that is called wrong in %s',
  (scene, seed) => {
    expect(
      judgedDevice('vulkan', seed, 1, [scene], { weightProducts: 'whole', zeroWeightResidency: 'skipped' }).wrong,
    ).toEqual([]);
  },
);

it('a device whose least SNORM code is less than -1 while it filters has no result that is called wrong', () => {
  expect(judgedDevice('vulkan', 121, 1, ['views'], { snormLowest: 'clamped_last' }).wrong).toEqual([]);
});

it('a device whose sRGB errors have both signs, as its weights have, has no result that is called wrong', () => {
  expect(judgedDevice('vulkan', 1, 1, ['weights'], { srgbDecode: 'alternating' }).wrong).toEqual([]);
});

it('a device whose sRGB errors have both signs has no result that is called wrong of minima with negative weights', () => {
  expect(judgedDevice('vulkan', 60_033, 1, ['coordinates'], { srgbDecode: 'alternating' }).wrong).toEqual([]);
});

it.each(['linear', 'trilinear'] as const)(
  'a device whose anisotropic filters are %s whatever the sampler says has no result that is called wrong',
  (anisotropicFilters) => {
    expect(judgedDevice('vulkan', 1, 1, ['anisotropy'], { anisotropicFilters }).wrong).toEqual([]);
  },
);

it.each([23_000_012, 894_033])(
  'a device that takes two samples along axes that only float32 makes equally long has no result that is called wrong: %i',
  (seed) => {
    const settings = { derivativeArithmetic: 'exact', ratioFromRate: true, anisotropicScheme: 'single' } as const;
    expect(judgedDevice('vulkan', seed, 1, ['anisotropy'], settings).wrong).toEqual([]);
  },
);

it('a device whose cubic weights do not sum to 1, on a grid between the least and the finest, has no result that is called wrong', () => {
  const settings = {
    subTexelBits: 8,
    filterArithmetic: 'exact',
    fixedFilterBits: 0,
    scaleArithmetic: 'float32',
  } as const;
  expect(judgedDevice('vulkan', 893_004, 1, ['coordinates'], settings, [], 'vulkan-1.0').wrong).toEqual([]);
});

/** The profiles that take turns in judging the devices; limits before 1.4 are lower. */
const VERSIONS = ['vulkan-1.4', 'vulkan-1.0', 'vulkan-1.1', 'vulkan-1.2', 'vulkan-1.3'] as const;

describe.each(['vulkan', 'd3d11'] as const)('devices of other code that follow %s', (text) => {
  let tables: readonly JudgedTable[];
  beforeAll(() => {
    tables = Array.from({ length: draws(40, 20) }, (_, seed) =>
      judgedDevice(text, seed, 0.1, undefined, undefined, [], VERSIONS[seed % VERSIONS.length]),
    );
  });

  it('have no result that is called wrong, whatever their freedoms are', () => {
    const refused = tables.flatMap(({ trace, wrong }, seed) =>
      wrong.map(({ quad, lane, channel, expected, got }) => {
        return { seed, id: trace.requests[quad].id, lane, channel, expected, got };
      }),
    );
    expect(refused).toEqual([]);
  });

  it('have few results that the text leaves open', () => {
    const [right, open] = (['right', 'open'] as const).map((verdict) =>
      tables.reduce((sum, { lanes }) => sum + count(lanes, verdict), 0),
    );
    expect(right).toBeGreaterThan(250 * tables.length);
    expect(open).toBeLessThan(0.1 * right);
  });
});
