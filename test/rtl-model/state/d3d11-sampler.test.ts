import { describe, expect, it } from 'vitest';
import { d3d11Sampler, type D3D11SamplerState } from '../../../rtl-model/state/d3d11-sampler.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';

const STATE: D3D11SamplerState = {
  Filter: 0x15,
  AddressU: 1,
  AddressV: 1,
  AddressW: 1,
  MinLOD: -3.4e38,
  MaxLOD: 3.4e38,
  MipLODBias: 0,
  MaxAnisotropy: 16,
  ComparisonFunction: 1,
  BorderColor: [0, 0, 0, 0],
};

/** D3D11.3 7.18.3: the filters by what follows D3D11_FILTER_ and a reduction's name. */
const SHAPES: readonly (readonly [string, number])[] = [
  ['MIN_MAG_MIP_POINT', 0x00],
  ['MIN_MAG_POINT_MIP_LINEAR', 0x01],
  ['MIN_POINT_MAG_LINEAR_MIP_POINT', 0x04],
  ['MIN_POINT_MAG_MIP_LINEAR', 0x05],
  ['MIN_LINEAR_MAG_MIP_POINT', 0x10],
  ['MIN_LINEAR_MAG_POINT_MIP_LINEAR', 0x11],
  ['MIN_MAG_LINEAR_MIP_POINT', 0x14],
  ['MIN_MAG_MIP_LINEAR', 0x15],
  ['ANISOTROPIC', 0x55],
];
const REDUCTIONS = [
  ['', 0x000],
  ['COMPARISON_', 0x080],
  ['MINIMUM_', 0x100],
  ['MAXIMUM_', 0x180],
] as const;
const FILTERS = REDUCTIONS.flatMap(([prefix, high]) =>
  SHAPES.map(([shape, low]) => [prefix + shape, high + low] as const),
);

/** A name gives each of MIN, MAG and MIP the first POINT or LINEAR after it. */
function named(name: string, stage: string): string {
  if (name.endsWith('ANISOTROPIC')) return 'linear';
  return /POINT|LINEAR/.exec(name.slice(name.search(`${stage}_`)))?.[0] === 'POINT' ? 'nearest' : 'linear';
}

describe('d3d11Sampler', () => {
  it.each(FILTERS)('reads the filter %s from its bits', (name, Filter) => {
    const sampler = d3d11Sampler({ ...STATE, Filter, ComparisonFunction: 4 });
    const comparison = name.startsWith('COMPARISON');
    const shape = name.replace(/^(COMPARISON|MINIMUM|MAXIMUM)_/, '');
    expect(sampler).toEqual({
      ...DEFAULT_SAMPLER,
      minFilter: named(shape, 'MIN'),
      magFilter: named(shape, 'MAG'),
      mipmapMode: named(shape, 'MIP'),
      minLod: STATE.MinLOD,
      maxLod: STATE.MaxLOD,
      anisotropyEnable: shape === 'ANISOTROPIC',
      maxAnisotropy: shape === 'ANISOTROPIC' ? 16 : 1,
      compareEnable: comparison,
      compareOp: comparison ? 'less_or_equal' : 'always',
      reductionMode: name.startsWith('MINIMUM') ? 'min' : name.startsWith('MAXIMUM') ? 'max' : 'weighted_average',
    });
  });

  it('refuses every other filter and names its bits', () => {
    const listed = new Set(FILTERS.map(([, bits]) => bits));
    for (let Filter = 0; Filter < 0x800; Filter++) {
      if (listed.has(Filter)) continue;
      expect(() => d3d11Sampler({ ...STATE, Filter })).toThrow(
        new RegExp(
          `^Filter 0x${Filter.toString(16)}: bits? (above 8|1:0 \\(mip\\)|3:2 \\(mag\\)|5:4 \\(min\\)|6 \\(aniso\\))`,
        ),
      );
    }
    expect(() => d3d11Sampler({ ...STATE, Filter: 2 ** 31 })).toThrow('Filter 0x80000000: bits above 8');
    expect(() => d3d11Sampler({ ...STATE, Filter: 0x54 })).toThrow('Filter 0x54: bit 6 (aniso)');
    expect(() => d3d11Sampler({ ...STATE, Filter: 0x19 })).toThrow('Filter 0x19: bits 3:2 (mag) are 2');
    for (const Filter of [-1, 0.5, NaN]) expect(() => d3d11Sampler({ ...STATE, Filter })).toThrow(RangeError);
  });

  it('reads the address mode of each axis', () => {
    const modes = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'];
    modes.forEach((mode, n) => {
      expect(d3d11Sampler({ ...STATE, AddressU: n + 1 })).toMatchObject({ addressModeU: mode, addressModeV: 'repeat' });
      expect(d3d11Sampler({ ...STATE, AddressV: n + 1 })).toMatchObject({ addressModeV: mode, addressModeW: 'repeat' });
      expect(d3d11Sampler({ ...STATE, AddressW: n + 1 })).toMatchObject({ addressModeW: mode, addressModeU: 'repeat' });
    });
    for (const field of ['AddressU', 'AddressV', 'AddressW']) {
      for (const mode of [0, 6, 1.5]) expect(() => d3d11Sampler({ ...STATE, [field]: mode })).toThrow(field);
    }
  });

  it('reads the comparison of a comparison filter, and of no other', () => {
    const ops = ['never', 'less', 'equal', 'less_or_equal', 'greater', 'not_equal', 'greater_or_equal', 'always'];
    const read = ops.map((_, n) => d3d11Sampler({ ...STATE, Filter: 0x80, ComparisonFunction: n + 1 }).compareOp);
    expect(read).toEqual(ops);
    for (const ComparisonFunction of [0, 9]) {
      expect(() => d3d11Sampler({ ...STATE, Filter: 0x80, ComparisonFunction })).toThrow('ComparisonFunction');
      expect(d3d11Sampler({ ...STATE, Filter: 0x100, ComparisonFunction }).compareOp).toBe('always');
    }
  });

  it('carries LOD clamps, bias and border colour, also a MaxLOD below MinLOD', () => {
    const BorderColor = [1, 0.5, -2, 0] as const;
    const sampler = d3d11Sampler({ ...STATE, MinLOD: 3, MaxLOD: 1, MipLODBias: -16, BorderColor });
    expect(sampler).toMatchObject({ minLod: 3, maxLod: 1, mipLodBias: -16, borderColor: BorderColor });
    for (const field of ['MinLOD', 'MaxLOD', 'MipLODBias']) {
      expect(() => d3d11Sampler({ ...STATE, [field]: NaN })).toThrow(field);
    }
  });

  it('takes an anisotropy of 0 as 1, up to 16', () => {
    const read = [0, 1, 16].map(
      (MaxAnisotropy) => d3d11Sampler({ ...STATE, Filter: 0x55, MaxAnisotropy }).maxAnisotropy,
    );
    expect(read).toEqual([1, 1, 16]);
    for (const MaxAnisotropy of [-1, 17, 1.5]) {
      expect(() => d3d11Sampler({ ...STATE, Filter: 0x55, MaxAnisotropy })).toThrow('MaxAnisotropy');
      expect(d3d11Sampler({ ...STATE, MaxAnisotropy }).maxAnisotropy).toBe(1);
    }
  });
});
