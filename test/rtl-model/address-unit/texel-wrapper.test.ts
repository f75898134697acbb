import { describe, expect, it } from 'vitest';
import { Coordinates } from '../../../rtl-model/address-unit/coordinates.ts';
import { TexelWrapper } from '../../../rtl-model/address-unit/texel-wrapper.ts';
import { windowLevel } from '../../../rtl-model/address-unit/window-level.ts';
import { wrap } from '../../../rtl-model/address-unit/wrap.ts';
import type { UnboundRegion } from '../../../rtl-model/memory/image.ts';
import { BORDER_ADDRESS, CORNER_ADDRESS, UNBOUND_ADDRESS } from '../../../rtl-model/registers/footprints.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import { FILTER_CODES } from '../../../rtl-model/state/sample-shape.ts';
import { ADDRESS_MODES, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { bound, type Shape } from '../../oracle/numbered-image.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

/** A numbered image with its surface and its wrapper. */
function wrapped(...args: Parameters<typeof bound>) {
  const { binding, number } = bound(...args);
  const wrapper = new TexelWrapper(binding);
  return { number, surface: wrapper.surface, wrapper };
}

describe('a surface', () => {
  it.each(['linear', 'tiled-4x4', 'morton'] as const)(
    'has each texel of every level, layer and slice at an address of its own: %s',
    (layout) => {
      for (const shape of [
        { width: 7, height: 5, layers: 3 },
        { type: '3d' as const, width: 6, height: 5, depth: 3, layers: 1 },
      ]) {
        const { surface, number } = wrapped(shape, {}, {}, layout);
        let expected = 0;
        for (const level of [0, 1]) {
          const { width, height, depth } = surface.image.levels[level];
          for (let layer = 0; layer < shape.layers; layer++)
            for (let k = 0; k < depth; k++)
              for (let j = 0; j < height; j++)
                for (let i = 0; i < width; i++)
                  expect(number(surface.address(level, layer, i, j, k, 0))).toBe(expected++);
        }
      }
    },
  );

  it('has the samples of a texel side by side', () => {
    const { surface, number } = wrapped({ width: 3, height: 2, layers: 1, samples: 4 });
    const samples = [0, 1, 2, 3].map((sample) => number(surface.address(0, 0, 2, 1, 0, sample)));
    expect(samples).toEqual([20, 21, 22, 23]);
  });

  it('has no memory for the texels of an unbound region, and for these alone', () => {
    const region: UnboundRegion = { level: 0, layer: 1, x: 2, y: 1, z: 0, width: 2, height: 3, depth: 1 };
    const other: UnboundRegion = { ...region, level: 1, layer: 0, x: 0, y: 0, width: 1, height: 1 };
    const { surface } = wrapped({ width: 7, height: 5, layers: 2, unbound: [region, other] });
    const missing: string[] = [];
    for (const level of [0, 1]) {
      const { width, height } = surface.image.levels[level];
      for (let layer = 0; layer < 2; layer++)
        for (let j = 0; j < height; j++)
          for (let i = 0; i < width; i++)
            if (surface.address(level, layer, i, j, 0, 0) === UNBOUND_ADDRESS)
              missing.push([level, layer, i, j].join());
    }
    expect(missing).toEqual(['0,1,2,1', '0,1,3,1', '0,1,2,2', '0,1,3,2', '0,1,2,3', '0,1,3,3', '1,0,0,0']);
  });

  it('has the slices of an unbound region of a volume', () => {
    const region: UnboundRegion = { level: 0, layer: 0, x: 0, y: 0, z: 1, width: 4, height: 4, depth: 2 };
    const { surface } = wrapped({ type: '3d', width: 4, height: 4, depth: 4, layers: 1, unbound: [region] });
    const addresses = [0, 1, 2, 3].map((k) => surface.address(0, 0, 0, 0, k, 0) === UNBOUND_ADDRESS);
    expect(addresses).toEqual([false, true, true, false]);
  });
});

describe('a texel beyond an axis', () => {
  it.each(ADDRESS_MODES)('is what the axis has for it under %s, the border if any axis has none', (mode) => {
    const [width, height, depth] = [4, 3, 2];
    for (const axis of [0, 1, 2]) {
      const modes = [0, 1, 2].map((n) => (n === axis ? mode : 'repeat'));
      const [addressModeU, addressModeV, addressModeW] = modes;
      const { wrapper, number } = wrapped(
        { type: '3d', width, height, depth, layers: 1 },
        { addressModeU, addressModeV, addressModeW },
      );
      for (let n = -9; n <= 9; n++) {
        const at = [1, 1, 1];
        at[axis] = n;
        const [x, y, z] = [width, height, depth].map((size, of) => wrap(at[of], size, modes[of]));
        const expected = Math.min(x, y, z) < 0 ? BORDER_ADDRESS : (z * height + y) * width + x;
        expect(number(wrapper.address(0, 0, 0, at[0], at[1], at[2], 1)), `${axis}: ${n}`).toBe(expected);
      }
    }
  });

  it('is in the layer of the view, counted from its first', () => {
    const view = { viewType: '2d_array', baseArrayLayer: 1, layerCount: 2 } as const;
    const { wrapper, number } = wrapped({ width: 4, height: 4, layers: 3 }, {}, view);
    expect([0, 1].map((layer) => number(wrapper.address(0, layer, 0, 1, 2, 0, 1)))).toEqual([25, 41]);
  });
});

describe('a texel beyond a face', () => {
  const SIZE = 4;
  const CUBES = { width: SIZE, height: SIZE, layers: 13 };
  const VIEW = { viewType: 'cube_array', baseArrayLayer: 1, layerCount: 12 } as const;
  const inFace = (cube: number, face: number, i: number, j: number) =>
    (1 + 6 * cube + face) * SIZE * SIZE + SIZE * j + i;

  it('is the texel of the neighbouring face, of the same cube', () => {
    const { wrapper, number } = wrapped(CUBES, {}, VIEW);
    const at = (i: number, j: number, filter = 1) => number(wrapper.address(0, 1, 4, i, j, 0, filter));
    // Left of +z is the right of -x, right of it the left of +x; above is the bottom of +y, below the top of -y.
    expect([at(-1, 2), at(4, 2), at(1, -1), at(1, 4)]).toEqual([
      inFace(1, 1, 3, 2),
      inFace(1, 0, 0, 2),
      inFace(1, 2, 1, 3),
      inFace(1, 3, 1, 0),
    ]);
    expect([at(-2, 1, 2), at(5, 1, 2), at(2, -2, 2), at(2, 5, 2)]).toEqual([
      inFace(1, 1, 2, 1),
      inFace(1, 0, 1, 1),
      inFace(1, 2, 2, 2),
      inFace(1, 3, 2, 1),
    ]);
    expect([at(0, 0), at(3, 3), at(3, 0, 2)]).toEqual([inFace(1, 4, 0, 0), inFace(1, 4, 3, 3), inFace(1, 4, 3, 0)]);
  });

  it('stays on its face for nearest filtering, and with seams off under the address mode', () => {
    const seamless = wrapped(CUBES, {}, VIEW);
    const nearest = (i: number, j: number) => seamless.number(seamless.wrapper.address(0, 0, 2, i, j, 0, 0));
    expect([nearest(-1, 2), nearest(4, 5), nearest(1, -3)]).toEqual([
      inFace(0, 2, 0, 2),
      inFace(0, 2, 3, 3),
      inFace(0, 2, 1, 0),
    ]);
    const modes = { addressModeU: 'repeat', addressModeV: 'clamp_to_border', nonSeamlessCubeMap: true } as const;
    const seamed = wrapped(CUBES, modes, VIEW);
    const linear = (i: number, j: number) => seamed.number(seamed.wrapper.address(0, 1, 2, i, j, 0, 1));
    expect([linear(-1, 2), linear(1, -1)]).toEqual([inFace(1, 2, 3, 2), BORDER_ADDRESS]);
  });

  it('is missing at a corner for linear filtering, and the corner of the face itself for cubic filtering', () => {
    const { wrapper, number } = wrapped(CUBES, {}, VIEW);
    const at = (i: number, j: number, filter: number) => number(wrapper.address(0, 0, 0, i, j, 0, filter));
    expect([at(-1, -1, 1), at(4, -1, 1), at(4, 4, 1)]).toEqual([CORNER_ADDRESS, CORNER_ADDRESS, CORNER_ADDRESS]);
    expect([at(-1, -2, 2), at(5, -1, 2), at(4, 4, 2)]).toEqual([
      inFace(0, 0, 0, 0),
      inFace(0, 0, 3, 0),
      inFace(0, 0, 3, 3),
    ]);
  });

  it('is the last one of the neighbour where a level is smaller than the footprint', () => {
    const { wrapper, number } = wrapped({ width: 2, height: 2, layers: 6 }, {}, { viewType: 'cube', layerCount: 6 });
    // Level 1 has one texel a face, behind the 24 of level 0.
    const at = (i: number, j: number) => number(wrapper.address(1, 0, 4, i, j, 0, 2));
    expect([at(-1, 0), at(-3, 0), at(1, 0), at(3, 0), at(0, -3), at(0, 3)]).toEqual([25, 25, 24, 24, 26, 27]);
    const onTwo = (i: number, j: number) => number(wrapper.address(0, 0, 4, i, j, 0, 2));
    expect([onTwo(-2, 0), onTwo(3, 0), onTwo(0, -2), onTwo(0, 3)]).toEqual([4, 1, 8, 14]);
  });
});

describe('the coordinates of a state', () => {
  const coordinatesOf = (shape: Partial<Shape>, sampler: Partial<Sampler>) =>
    new Coordinates(bound({ width: 8, height: 8, layers: 1, ...shape }, sampler).binding);
  const snap = (shape: Partial<Shape>, sampler: Partial<Sampler>, s: number, shift: number, offset = 0) =>
    coordinatesOf(shape, sampler).snap(0, s, 8, shift, offset) / 256;

  it('are normalized, in texels, or those between the corners of a corner-sampled image', () => {
    expect(snap({}, {}, 0.75, 0)).toBe(6);
    expect(snap({}, {}, 0.75, 0.5, 2)).toBe(7.5);
    expect(snap({}, { unnormalizedCoordinates: true }, 3.25, 0.5)).toBe(2.75);
    // Vulkan: u = s (width - 1).
    expect(snap({ cornerSampled: true }, { addressModeU: 'clamp_to_edge' }, 1, 0)).toBe(7);
    expect(snap({ cornerSampled: true }, {}, 0.5, 0.5)).toBe(3);
    const shifts = (cornerSampled: boolean) =>
      (['nearest', 'linear', 'cubic'] as const).map((f) => coordinatesOf({ cornerSampled }, {}).shift(FILTER_CODES[f]));
    expect([false, true].map(shifts)).toEqual([
      [0, 0.5, 0.5],
      [-0.5, 0, 0.5],
    ]);
  });

  it('of a seamless cube are held to the faces around it, whatever the address modes', () => {
    const cube = (sampler: Partial<Sampler>) => {
      const { binding } = bound({ width: 8, height: 8, layers: 6 }, sampler, { viewType: 'cube', layerCount: 6 });
      return new Coordinates(binding).snap(0, 1.25, 8, 0, 0) / 256;
    };
    expect(cube({ addressModeU: 'repeat' })).toBe(10);
    expect(cube({ addressModeU: 'repeat', nonSeamlessCubeMap: true })).toBe(2);
    expect(snap({}, { addressModeU: 'repeat' }, 1.25, 0)).toBe(2);
  });
});

describe('the level of a filter with a window', () => {
  const level = (view: Partial<ImageView>, nearestRule: 'ceil-minus-one' | 'floor-plus-half') => {
    const { binding } = bound({ width: 8, height: 8, layers: 1 }, {}, view);
    return windowLevel({ ...binding, design: { ...FULL_QUALITY, lod: { ...FULL_QUALITY.lod, nearestRule } } });
  };

  it('is the first of the view, or the one nearest to its minimum LOD', () => {
    expect(level({}, 'floor-plus-half')).toBe(0);
    expect(level({ baseMipLevel: 1, levelCount: 1 }, 'floor-plus-half')).toBe(1);
    expect([0.25, 0.5, 0.75, 1].map((minLod) => level({ minLod }, 'floor-plus-half'))).toEqual([0, 1, 1, 1]);
    expect([0.25, 0.5, 0.75, 1].map((minLod) => level({ minLod }, 'ceil-minus-one'))).toEqual([0, 0, 1, 1]);
    expect(level({ levelCount: 1, minLod: 0.75 }, 'floor-plus-half')).toBe(0);
  });
});
