import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { allowedAt, formatOf, redCode, redImage, type Request } from '../../oracle/allowed-at.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const LINEAR: Partial<Sampler> = { magFilter: 'linear', minFilter: 'linear' };
const EDGE: Partial<Sampler> = {
  addressModeU: 'clamp_to_edge',
  addressModeV: 'clamp_to_edge',
  addressModeW: 'clamp_to_edge',
};
const LINE = redImage({ type: '1d', width: 4, height: 1 }, [10, 20, 40, 80]);

/** Red of lane 0 within rounding to float32, in codes. */
function red(request: Request): number {
  const [{ lower, upper }] = allowedAt(request);
  expect(upper - lower).toBeLessThanOrEqual(2 ** -23);
  return ((lower + upper) / 2) * 255;
}

function withFilter(filter: Partial<Design['filter']>): Design {
  return { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, ...filter } };
}

describe('what a sample may return', () => {
  it('is the mean of two texels of a line, four of a square, eight of a cube', () => {
    expect(redCode({ image: LINE, sampler: LINEAR, lanes: [{ s: 0.5, t: NaN, r: NaN }] })).toBe(30);
    const square = redImage({ width: 2, height: 2 }, [0, 100, 200, 40]);
    expect(redCode({ image: square, sampler: LINEAR, lanes: [{ s: 0.375, t: 0.5 }] })).toBe(92.5);
    const cube = redImage({ type: '3d', width: 2, height: 2, depth: 2 }, [8, 16, 24, 32, 40, 48, 56, 64]);
    expect(redCode({ image: cube, sampler: LINEAR, lanes: [{ s: 0.5, t: 0.5, r: 0.5 }] })).toBe(36);
    // A quarter of the way from slice 0 to slice 1, texel (0, 0): 8 + 32 / 4.
    expect(redCode({ image: cube, sampler: LINEAR, lanes: [{ s: 0.25, t: 0.25, r: 0.375 }] })).toBe(16);
  });

  it('is 1 of the alpha that a format lacks, beside bright texels whose sums are aligned', () => {
    const format = formatOf('e5b9g9r9_ufloat_pack32');
    const levels = [new Uint8Array(Uint32Array.of(2 ** 32 - 1, 31 * 2 ** 27 + 256).buffer)];
    const alignedSum = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' } as const;
    const image = { format, width: 2, height: 1, layers: 1, levels };
    const design = withFilter({ alignedSum });
    const alpha = allowedAt({ image, design, sampler: { ...LINEAR, ...EDGE }, lanes: [{ s: 0.5, t: 0.5 }] })[3];
    expect([alpha.lower, alpha.upper]).toEqual([1, 1]);
  });

  it('comes from the layer of an array, the nearest and within the view', () => {
    const layers = redImage({ type: '1d', width: 1, height: 1, layers: 4 }, [1, 2, 3, 4]);
    const at = (layer: number, view = {}) => redCode({ image: layers, view, lanes: [{ layer }] });
    expect([at(-1), at(0.5), at(1.5), at(2.51), at(9)]).toEqual([1, 1, 3, 4, 4]);
    expect([at(0, { baseArrayLayer: 1, layerCount: 2 }), at(9, { baseArrayLayer: 1, layerCount: 2 })]).toEqual([2, 3]);
    expect(at(3, { viewType: '1d', baseArrayLayer: 2, layerCount: 1 })).toBe(3);
  });

  it('comes from the level of the view, counted from its base', () => {
    const image = redImage({ width: 8, height: 8 }, ...[64, 16, 4, 1].map((n, l) => Array(n).fill(10 * (l + 1))));
    const at = (lod: number, view = {}) => redCode({ image, view, lanes: [{ lod }] });
    expect([at(0), at(1), at(9)]).toEqual([10, 20, 40]);
    expect([at(0, { baseMipLevel: 1, levelCount: 2 }), at(9, { baseMipLevel: 1, levelCount: 2 })]).toEqual([20, 30]);
  });

  it('lies between the level and the next of the view, or level q of the image where Vulkan 1.1 bounds the next', () => {
    const image = redImage({ width: 8, height: 8 }, ...[64, 16, 4, 1].map((n, l) => Array(n).fill(10 * (l + 1))));
    const sampler: Partial<Sampler> = { ...LINEAR, mipmapMode: 'linear' };
    const at = (text: Design['text'], lod: number, baseMipLevel: number) => {
      const view = { baseMipLevel, levelCount: 4 - baseMipLevel };
      return redCode({ image, view, sampler, design: { ...FULL_QUALITY, text }, lanes: [{ lod }] });
    };
    // d' of 1.5, 2.5 and 2.5: half of level 1 and of 2, then of 2 and 3.
    expect([at('current', 0.5, 1), at('current', 1.5, 1), at('current', 0.5, 2)]).toEqual([25, 35, 35]);
    // min(d_hi + 1, q) of q = 2, 2 and 1: the last is level 1, finer than d_hi and in front of the view.
    expect([at('vulkan-1.1', 0.5, 1), at('vulkan-1.1', 1.5, 1), at('vulkan-1.1', 0.5, 2)]).toEqual([25, 30, 25]);
    // A view from level 0 on has the same bound, and a whole d' one level.
    expect([at('vulkan-1.1', 2.5, 0), at('vulkan-1.1', 1, 2)]).toEqual([35, 40]);
  });

  it('is held by the minimum LOD of the view as D3D11.3 5.8.6 works out', () => {
    const levels = Array.from({ length: 8 }, (_, l) => Array(4 ** (7 - l)).fill(10 * l));
    const image = redImage({ width: 128, height: 128 }, ...levels);
    const sampler: Partial<Sampler> = { ...LINEAR, mipmapMode: 'linear', minLod: 1.25, maxLod: 4 };
    const at = (lod: number, minLod: number) =>
      redCode({ image, view: { baseMipLevel: 1, levelCount: 6, minLod }, sampler, lanes: [{ lod }] });
    // Without it: 1.25 of the view. With it: view mips 2 and 3 in halves, then 4 and 5, whatever the LOD.
    expect([at(-2, 0), at(-2, 3.5), at(2, 3.5), at(3, 3.5)]).toEqual([22.5, 35, 35, 40]);
    expect([at(-2, 5.5), at(2, 5.5)]).toEqual([55, 55]);
    expect(at(0, 6.5)).toBe(0);
  });

  it('swizzles texels, constants and the defaults of missing components', () => {
    const image = { ...redImage({ width: 1, height: 1 }, [0, 51]), format: formatOf('r8g8_unorm') };
    const values = (components: readonly ('r' | 'g' | 'b' | 'a' | 'one' | 'zero' | 'identity')[]) =>
      allowedAt({ image, view: { components: components as never } }).map(({ lower, upper }) => {
        expect(upper - lower).toBeLessThan(2 ** -23);
        return Math.round(255 * upper);
      });
    expect(values(['g', 'identity', 'one', 'zero'])).toEqual([51, 51, 255, 0]);
    expect(values(['a', 'b', 'r', 'g'])).toEqual([255, 0, 0, 51]);
  });

  it('takes unnormalized coordinates in texels', () => {
    const unnormalized: Partial<Sampler> = { ...EDGE, unnormalizedCoordinates: true, minLod: 0, maxLod: 0 };
    const at = (s: number, more: Partial<Sampler> = {}) =>
      redCode({ image: LINE, sampler: { ...unnormalized, ...more }, lanes: [{ s, lod: 7 }] });
    expect([at(0), at(1.99), at(2), at(100)]).toEqual([10, 20, 40, 80]);
    expect([at(2, LINEAR), at(3.25, LINEAR), at(-5, LINEAR)]).toEqual([30, 70, 10]);
  });

  it('finds the texels of a corner-sampled image at the ends of the coordinate', () => {
    const image = { ...LINE, cornerSampled: true };
    const at = (s: number, more: Partial<Sampler> = {}) =>
      redCode({ image, sampler: { ...EDGE, ...more }, lanes: [{ s }] });
    // s (4 - 1) is 0, 3, 1.5; nearest rounds, linear starts at the texel.
    expect([at(0, LINEAR), at(1, LINEAR), at(0.5, LINEAR)]).toEqual([10, 80, 30]);
    expect([at(0.125), at(0.25), at(0.5), at(0.75)]).toEqual([10, 20, 40, 40]);
  });

  it('adds the offsets of the quad and of the lane', () => {
    const at = (offset: number) => redCode({ image: LINE, lanes: [{ s: 0.125 }], offset: [offset, 5, 5] });
    expect([at(0), at(1), at(-1), at(6)]).toEqual([10, 20, 80, 40]);
    const cube = redImage({ type: '3d', width: 1, height: 1, depth: 4 }, [10, 20, 40, 80]);
    expect(redCode({ image: cube, offset: [0, 0, 3] })).toBe(80);
    const both = { image: cube, offset: [0, 0, 1], laneOffset: [0, 0, 1] } as const;
    expect([redCode(both), redCode({ ...both, instruction: { laneOffsets: true } })]).toEqual([20, 40]);
  });

  it('divides coordinates and reference by q', () => {
    expect(redCode({ image: LINE, instruction: { projected: true }, lanes: [{ s: 1.25, q: 2 }] })).toBe(40);
    const depth = { ...redImage({ width: 1, height: 1 }, [0, 0x80]), format: formatOf('d16_unorm') };
    const passes = (dref: number) =>
      allowedAt({
        image: depth,
        sampler: { compareEnable: true, compareOp: 'greater' },
        instruction: { dref: true, projected: true },
        lanes: [{ dref, q: 2 }],
      })[0].lower;
    expect([passes(0.9), passes(1.1)]).toEqual([0, 1]);
  });

  it('takes the border of each axis, integers of integer formats', () => {
    const border: Partial<Sampler> = { addressModeW: 'clamp_to_border', borderColor: [0.2, 0, 0, 0] };
    const cube = redImage({ type: '3d', width: 1, height: 1, depth: 2 }, [100, 200]);
    expect(redCode({ image: cube, sampler: border, lanes: [{ r: -0.1 }] })).toBe(51);
    expect(redCode({ image: cube, sampler: { ...border, ...LINEAR }, lanes: [{ r: 0 }] })).toBe(75.5);
    const integers = { ...redImage({ width: 1, height: 1 }, [7, 8, 9, 10]), format: formatOf('r8g8b8a8_uint') };
    const sampler: Partial<Sampler> = { addressModeU: 'clamp_to_border', borderColor: [200, 1, 2, 3] };
    const values = (s: number) => allowedAt({ image: integers, sampler, lanes: [{ s }] });
    expect(values(0.5).map(({ lower, upper }) => [lower, upper])).toEqual([
      [7, 7],
      [8, 8],
      [9, 9],
      [10, 10],
    ]);
    expect(values(1.5).map(({ lower, upper }) => [lower, upper])).toEqual([
      [200, 200],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('compares texels before it weighs them', () => {
    const codes = [0.1, 0.3, 0.5, 0.7].flatMap((depth) => [...new Uint8Array(Float32Array.of(depth).buffer)]);
    const image = { ...redImage({ width: 2, height: 2 }, codes), format: formatOf('d32_sfloat') };
    const share = (dref: number) =>
      allowedAt({
        image,
        sampler: { ...LINEAR, compareEnable: true, compareOp: 'less' },
        instruction: { dref: true },
        lanes: [{ s: 0.375, t: 0.5, dref }],
      })[0];
    // Weights 3/8, 1/8, 3/8, 1/8.
    expect(
      [share(0), share(0.2), share(0.4), share(0.6), share(0.8)].map(({ lower }) => Math.round(8 * lower)),
    ).toEqual([8, 5, 4, 1, 0]);
    expect(share(0.4).upper - share(0.4).lower).toBeLessThan(2 ** -20);
  });

  it('takes the least and the greatest of the texels with weights', () => {
    const at = (s: number, reductionMode: 'min' | 'max') =>
      redCode({ image: LINE, sampler: { ...LINEAR, reductionMode }, lanes: [{ s }] });
    // On a texel, between two, a hair beside one, and around the end.
    expect([at(0.375, 'min'), at(0.5, 'min'), at(0.375 + 2 ** -10, 'max'), at(0, 'max')]).toEqual([20, 20, 40, 80]);
    expect([at(0.375, 'max'), at(0.5, 'max'), at(0, 'min')]).toEqual([20, 40, 10]);
    const mips = redImage({ width: 2, height: 1 }, [50, 60], [30]);
    const level = (lod: number) =>
      redCode({ image: mips, sampler: { mipmapMode: 'linear', reductionMode: 'min' }, lanes: [{ lod }] });
    expect([level(0), level(0.25), level(1)]).toEqual([50, 30, 30]);
  });

  it('weighs four texels an axis in a cubic filter, held to their range where that is asked', () => {
    const image = redImage({ type: '1d', width: 4, height: 1 }, [0, 160, 160, 0]);
    const at = (more: Partial<Sampler>, source = image) =>
      red({ image: source, sampler: { magFilter: 'cubic', minFilter: 'cubic', ...more }, lanes: [{ s: 0.5, t: 0.5 }] });
    // 9/16 + 9/16 of 160, 23/24 of it, (5/8 + 5/8) of it.
    expect(at({})).toBeCloseTo(180, 4);
    expect(at({ cubicWeights: 'zero_tangent_cardinal' })).toBeCloseTo(200, 4);
    expect(at({ reductionMode: 'weighted_average_rangeclamp' })).toBeCloseTo(160, 4);
    expect([at({ reductionMode: 'min' }), at({ reductionMode: 'max' })].map(Math.round)).toEqual([0, 160]);
    const square = redImage({ width: 4, height: 4 }, [0, 0, 0, 0, 0, 80, 80, 0, 0, 80, 80, 0, 0, 0, 0, 0]);
    expect(at({}, square)).toBeCloseTo(80 * (18 / 16) ** 2, 4);
    // 23/48 is no fraction of 12 bits: less than a unit of error for each of four weights.
    const [{ lower, upper }] = allowedAt({
      image,
      sampler: { magFilter: 'cubic', cubicWeights: 'b_spline' },
      lanes: [{ s: 0.5 }],
    });
    expect(lower * 255 < (160 * 23) / 24 && upper * 255 > (160 * 23) / 24).toBe(true);
    expect((upper - lower) * 255).toBeCloseTo(2 * 4 * 80 * 2 ** -FULL_QUALITY.filter.cubicWeightBits, 3);
  });

  it('takes the weights of a cubic filter to sum to what they should, to their last bit', () => {
    const image = redImage({ type: '1d', width: 3, height: 1 }, [200, 200, 200]);
    const spread = (cubicWeights: Sampler['cubicWeights']) => {
      const [{ lower, upper }] = allowedAt({
        image,
        design: withFilter({ cubicWeightBits: 5 }),
        sampler: { magFilter: 'cubic', cubicWeights },
        lanes: [{ s: 0.5 + 1 / 24 }],
      });
      return [lower, upper].map((value) => Math.round(value * 255 * 16) / 16);
    };
    expect(spread('mitchell_netravali')).toEqual([200, 200]);
    // 1 - (1/8)^3 / 2 is between two fractions of 5 bits: half a unit of 200 either way.
    const darkened = 200 * (1 - 1 / 1024);
    const ends = [darkened - 3.125, darkened + 3.125];
    expect(spread('zero_tangent_cardinal')).toEqual(ends.map((code) => Math.round(code * 16) / 16));
  });

  it('is off by what the design narrows away, and no more', () => {
    const square = redImage({ width: 2, height: 2 }, [0, 100, 200, 41]);
    const spread = (filter: Partial<Design['filter']>) => {
      const design = withFilter({ guardBits: 3, rounding: 'floor', ...filter });
      const [{ lower, upper }] = allowedAt({ image: square, design, sampler: LINEAR, lanes: [{ s: 0.375, t: 0.5 }] });
      return [92.625 - lower * 255, upper * 255 - 92.625].map(
        (codes) => Math.abs(Math.round(codes * 2 ** 10)) / 2 ** 10,
      );
    };
    // Three eighths of 100, one of 41: 185.25 / 2. Two lerps, an eighth of a code each, downward or to the nearest.
    expect(spread({})).toEqual([0.25, 0]);
    expect(spread({ rounding: 'nearest-even' })).toEqual([0.125, 0.125]);
    expect(spread({ guardBits: 16 })).toEqual([0, 0]);
  });

  it('counts no weight of zero to an extreme, of floats either', () => {
    const floats = [5, 1, 7, 9].flatMap((value) => [...new Uint8Array(Float32Array.of(value).buffer)]);
    const image = { ...redImage({ width: 4, height: 1 }, floats), format: formatOf('r32_sfloat') };
    const sampler: Partial<Sampler> = { ...LINEAR, ...EDGE, reductionMode: 'min' };
    const least = (s: number) => Math.round(allowedAt({ image, sampler, lanes: [{ s, t: 0.5 }] })[0].lower);
    expect([least(0.125), least(0.2), least(0.625), least(0.7)]).toEqual([5, 1, 7, 7]);
    const curve = {
      ...FULL_QUALITY.lod,
      levelWeightCurve: [
        [0.25, 0],
        [0.75, 1],
      ] as const,
    };
    const mips = redImage({ width: 2, height: 1 }, [20, 20], [30]);
    const level = (lod: number) =>
      redCode({
        image: mips,
        design: { ...FULL_QUALITY, lod: curve },
        sampler: { mipmapMode: 'linear', reductionMode: 'min' },
        lanes: [{ lod }],
      });
    expect([level(0.2), level(0.5), level(0.8)]).toEqual([20, 20, 30]);
  });

  it('keeps integers beyond a float32 whole, on the border too', () => {
    const image = { ...redImage({ width: 1, height: 1 }, [1, 0, 0, 3]), format: formatOf('r32_sint') };
    const sampler: Partial<Sampler> = { addressModeU: 'clamp_to_border', borderColor: [-(2 ** 24) - 1, 0, 0, 0] };
    const at = (s: number) => allowedAt({ image, sampler, lanes: [{ s }] })[0];
    expect([at(0.5), at(-1)].map(({ lower, upper }) => [lower, upper])).toEqual([
      [3 * 2 ** 24 + 1, 3 * 2 ** 24 + 1],
      [-(2 ** 24) - 1, -(2 ** 24) - 1],
    ]);
  });

  it('keeps a constant image constant, whatever the widths', () => {
    const narrow = withFilter({ cubicWeightBits: 5, guardBits: 0, weightBits: 3, rounding: 'floor' });
    const image = redImage({ width: 3, height: 3 }, Array(9).fill(77));
    for (const filter of ['nearest', 'linear', 'cubic'] as const) {
      const [{ lower, upper }] = allowedAt({
        image,
        design: narrow,
        sampler: { magFilter: filter, cubicWeights: 'mitchell_netravali' },
        lanes: [{ s: 0.41, t: 0.77 }],
      });
      expect(lower * 255).toBeGreaterThan(76 - 1e-4 - (filter === 'linear' ? 1 : 0));
      expect(upper * 255).toBeLessThan(77 + 1e-4);
    }
  });

  it('averages the samples of an anisotropic footprint along its longer axis', () => {
    const image = redImage({ width: 8, height: 1 }, [0, 10, 20, 30, 40, 50, 60, 70]);
    const request = {
      image,
      sampler: { ...LINEAR, ...EDGE, anisotropyEnable: true, maxAnisotropy: 4 },
      instruction: { lod: 'gradient' },
      lanes: [{ s: 0.5, t: 0.5, dsdx: 0.5, dtdy: 1 }],
    } as const;
    // Four texels by one: samples at the centre 35 +- 10 (0.5 +- 1.5) / (5/4), the average is the centre.
    expect(red({ ...request })).toBeCloseTo(35, 2);
    // The greatest is the bilinear pair at 4 + 4 (4/5 - 1/2) - 1/2 texels, between texels 4 and 5.
    expect(red({ ...request, sampler: { ...request.sampler, reductionMode: 'max' } })).toBeCloseTo(50, 4);
    const two = { ...request, lanes: [{ s: 0.5, t: 0.5, dsdx: 0.25, dtdy: 1 }] };
    expect(red({ ...two, sampler: { ...request.sampler, reductionMode: 'min' } })).toBeCloseTo(30, 4);
  });

  it('goes along the major axis of the ellipse, not along a vector of it', () => {
    const row = [0, 10, 20, 30, 40, 50, 60, 70];
    const image = redImage({ width: 8, height: 3 }, [...row.map(() => 0), ...row, ...row.map(() => 255)]);
    // Half axes (4, 0) and (0, 1) in texels, the vectors 30 degrees on.
    const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const at = (reductionMode: Sampler['reductionMode']) => {
      const [{ lower, upper }] = allowedAt({
        image,
        sampler: { ...LINEAR, ...EDGE, anisotropyEnable: true, maxAnisotropy: 4, reductionMode },
        instruction: { lod: 'gradient' },
        lanes: [{ s: 0.5, t: 0.5, dsdx: (4 * cos) / 8, dtdx: sin / 3, dsdy: (-4 * sin) / 8, dtdy: cos / 3 }],
      });
      return [Math.round(lower * 2550) / 10, Math.round(upper * 2550) / 10];
    };
    const chain = redImage({ width: 8, height: 8 }, ...[64, 16, 4, 1].map((n, l) => Array(n).fill(10 * l)));
    const lod = redCode({
      image: chain,
      sampler: { mipmapMode: 'nearest', mipLodBias: -0.49 },
      instruction: { lod: 'gradient' },
      lanes: [{ dsdx: (4 * cos) / 8, dtdx: sin / 8, dsdy: (-4 * sin) / 8, dtdy: cos / 8 }],
    });
    expect(lod).toBe(20);
    // As above: from 35 - 10 (3/5) 2 to 35 + 12 in the middle row, of the texels on either side.
    expect([at('min'), at('weighted_average'), at('max')]).toEqual([
      [20, 20],
      [35, 35],
      [50, 50],
    ]);
  });
});

describe('what a sample of a cube may return', () => {
  /** Texel (i, j) of face f is 40 f + 10 j + i. */
  const codes = (size: number) =>
    [0, 1, 2, 3, 4, 5].flatMap((face) =>
      Array.from({ length: size * size }, (_, n) => 40 * face + 10 * Math.floor(n / size) + (n % size)),
    );
  const image = redImage({ width: 2, height: 2, layers: 6 }, codes(2));
  const view = { viewType: 'cube' } as const;

  it('is of the face that the direction meets, clamped to it by nearest', () => {
    const at = (s: number, t: number, r: number) => redCode({ image, view, lanes: [{ s, t, r }] });
    // Face +x: s is -z, t is -y. Face +y: t is z. Face -z: s is -x.
    expect([at(1, 0.5, 0.5), at(1, 0.5, -0.5), at(1, -0.5, 0.5)]).toEqual([0, 1, 10]);
    expect([at(-0.5, 1, 0.5), at(0.5, -1, -0.5), at(0.5, 0.5, -1)]).toEqual([90, 131, 200]);
    expect([at(1, 1, 1), at(-1, -1, -1)]).toEqual([161, 211]);
  });

  it('goes over the edge to the adjacent texel', () => {
    // On the edge of +z and +x, at the height of the upper texels: z's (1, 0) and x's (0, 0).
    expect(redCode({ image, view, sampler: LINEAR, lanes: [{ s: 1, t: 0.5, r: 1 }] })).toBe((161 + 0) / 2);
    // Without seams that are hidden, the wrap mode has its way: z's (1, 0) and (0, 0).
    const sampler: Partial<Sampler> = { ...LINEAR, nonSeamlessCubeMap: true };
    expect(redCode({ image, view, sampler, lanes: [{ s: 1, t: 0.5, r: 1 }] })).toBe(160.5);
  });

  it('shares the weight of the texel that a corner lacks among the three, or between the two beside it', () => {
    const [{ lower, upper }] = allowedAt({ image, view, sampler: LINEAR, lanes: [{ s: 1, t: 1, r: 1 }] });
    // z's (1, 0), x's (0, 0) and y's (1, 1): 161, 0, 91; a third of each, or 161/4 and 3/8 of the others.
    const [thirds, halves] = [252 / 3, 161 / 4 + (3 / 8) * 91];
    expect(lower * 255).toBeCloseTo(halves, 4);
    expect(upper * 255).toBeCloseTo(thirds, 4);
  });

  it('is of a cube of an array, and of the layers of the view', () => {
    const cubes = redImage({ width: 1, height: 1, layers: 14 }, [...Array(14).keys()]);
    const at = (layer: number) =>
      redCode({
        image: cubes,
        view: { viewType: 'cube_array', baseArrayLayer: 1, layerCount: 12 },
        lanes: [{ s: -1, layer }],
      });
    expect([at(0), at(1), at(7)]).toEqual([2, 8, 8]);
  });

  it('has the LOD of the derivatives on the face', () => {
    const chain = redImage({ width: 4, height: 4, layers: 6 }, ...[96, 24, 6].map((n, l) => Array(n).fill(10 * l)));
    const at = (drdx: number) =>
      redCode({
        image: chain,
        view,
        sampler: { mipmapMode: 'linear' },
        instruction: { lod: 'gradient' },
        lanes: [{ s: 2, drdx }],
      });
    // Half of drdx / |x|, times 4 texels: 2 texels are LOD 1, 4 are LOD 2.
    expect([at(2), at(4)]).toEqual([10, 20]);
  });
});
