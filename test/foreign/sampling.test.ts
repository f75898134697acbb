import { describe, expect, it } from 'vitest';
import { foreignDevice } from './device.ts';
import { bytes, direct, DOTS, EDGE, lanes, LINEAR, NEAREST, vulkan } from './small-tables.ts';
import { seededRandom } from './switches/random.ts';
import { drawnSettings } from './switches/freedoms.ts';

describe('samples', () => {
  it('returns the values of the example of docs/results.md', () => {
    const [centre, left] = lanes(
      vulkan,
      DOTS,
      LINEAR,
      { image: 'dots', sampler: 'linear', coord: [0.5, 0.5], lod: 0 },
      { image: 'dots', sampler: 'linear', coord: [0.375, 0.25], lod: 0 },
    );
    expect(centre).toEqual([0.5, 0, 0, 1]);
    expect(left).toEqual([Math.fround(1 / 12), 0, 0, 1]);
  });

  it('keeps the colour of a constant image under every permitted device', () => {
    const flat = {
      image: {
        name: 'flat',
        format: 'r8_unorm',
        width: 4,
        height: 4,
        levels: [...bytes(...new Array<number>(16).fill(99)), ...bytes(99, 99, 99, 99)],
      },
    };
    const random = seededRandom(11);
    for (let n = 0; n < 60; n++) {
      const device = foreignDevice('vulkan', drawnSettings('vulkan', random, true));
      const coord = [random.between(-2, 3), random.between(-2, 3)];
      const sampler = { sampler: { name: 'any', anisotropyEnable: true, maxAnisotropy: 4 } };
      const grad = { dx: [random.unit(), random.unit()], dy: [random.unit() / 9, 0] };
      const [texel] = lanes(device, flat, sampler, { image: 'flat', sampler: 'any', coord, grad });
      expect(texel[0]).toBeCloseTo(99 / 255, 6);
    }
  });

  it('selects levels by nearest(d) with the preferred and the alternative rounding', () => {
    const image = {
      image: {
        name: 'levels',
        format: 'r8_unorm',
        width: 4,
        height: 4,
        levels: [...bytes(...new Array<number>(16).fill(0)), ...bytes(51, 51, 51, 51), ...bytes(102)],
      },
    };
    const request = { image: 'levels', sampler: 'nearest', coord: [0.5, 0.5], lod: 0.5 };
    expect(lanes(vulkan, image, NEAREST, request)[0][0]).toBe(0);
    const other = foreignDevice('vulkan', { nearestLevel: 'floor' });
    expect(lanes(other, image, NEAREST, request)[0][0]).toBe(Math.fround(0.2));
    const [blend] = lanes(vulkan, image, LINEAR, { image: 'levels', sampler: 'linear', coord: [0.5, 0.5], lod: 1.25 });
    expect(blend[0]).toBeCloseTo(0.2 * 0.75 + 0.4 * 0.25, 6);
  });

  it('follows the clamps of D3D11.3 5.8.6.1', () => {
    const levels = [16, 8, 4, 2, 1].map((side, level) => bytes(...new Array<number>(side * side).fill(level * 51))[0]);
    const image = { image: { name: 'chain', format: 'r8_unorm', width: 16, height: 16, levels } };
    const view = { view: { name: 'part', image: 'chain', baseMipLevel: 1, minLod: 3.5 } };
    const state = {
      Filter: 0x15,
      AddressU: 3,
      AddressV: 3,
      AddressW: 3,
      MinLOD: 1.2,
      MaxLOD: 4,
      MipLODBias: 0,
      MaxAnisotropy: 1,
      ComparisonFunction: 1,
      BorderColor: [0, 0, 0, 0],
    };
    const sampler = { sampler: { name: 'state', d3d11: state } };
    const results = lanes(
      direct,
      image,
      view,
      sampler,
      { op: 'sample_l', image: 'part', sampler: 'state', coord: [0.5, 0.5], lod: -2 },
      { op: 'ld', image: 'part', coord: [0, 0], level: 2 },
      { op: 'ld', image: 'part', coord: [0, 0], level: 1 },
    );
    expect(results.map(([red]) => red)).toEqual([Math.fround(0.7), Math.fround(0.6), 0]);
  });

  it('compares before it filters, with the reference on the left', () => {
    const depth = { image: { name: 'depth', format: 'd16_unorm', width: 2, height: 1, levels: bytes(0, 0, 255, 255) } };
    const shadow = { sampler: { name: 'shadow', ...EDGE, compareEnable: true, compareOp: 'less' } };
    const [texel] = lanes(vulkan, depth, shadow, {
      image: 'depth',
      sampler: 'shadow',
      coord: [0.375, 0.5],
      lod: 0,
      dref: 0.5,
    });
    expect(texel).toEqual([0.25, 0, 0, 1]);
  });

  it('takes the least texel whose weight is not zero', () => {
    const sampler = { sampler: { name: 'least', ...EDGE, reductionMode: 'min' } };
    const [between, at] = lanes(
      vulkan,
      DOTS,
      sampler,
      { image: 'dots', sampler: 'least', coord: [0.5, 0.75], lod: 0 },
      { image: 'dots', sampler: 'least', coord: [0.75, 0.75], lod: 0 },
    );
    expect(between[0]).toBe(Math.fround(170 / 255));
    expect(at[0]).toBe(1);
  });
});
