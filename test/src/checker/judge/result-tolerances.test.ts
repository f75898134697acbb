import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { IDENTITY_MAPPING } from '../../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import { ALL_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { BLOCK_FORMATS } from '../../../../src/specification/texels/blocks/bc.ts';
import { D3D11_3, type Profile, VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { fitResults } from '../../../../src/checker/closest/check-results.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { viewOfImage } from '../../../../src/specification/state/view.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { EXPLICIT, POINT } from '../../../oracle/sampling.ts';
import { finished, wrongLanes } from './random-requests.ts';
import { measuredByModel } from './measured-by-model.ts';

type Rgba = readonly [number, number, number, number];

const judged = (trace: MeasuredTrace, profile: Profile) => finished(judgeResults(trace, { kind: 'profile', profile }));

const wrong = (trace: MeasuredTrace, profile: Profile) => wrongLanes(trace, profile).length;

/** The same with other results. */
function withTexels(trace: MeasuredTrace, change: (texel: Rgba, lane: number) => Rgba): MeasuredTrace {
  const requests = trace.requests.map((request, quad) => {
    const texels = request.results!.texels!.map((texel, lane) => texel && change(texel, 4 * quad + lane));
    return { ...request, results: { texels } };
  });
  return { ...trace, requests };
}

function quadsAt(places: readonly (readonly [number, number])[]): QuadBatch {
  const batch = new QuadBatch(Math.ceil(places.length / 4));
  batch.count = Math.ceil(places.length / 4);
  batch.active.fill(ALL_LANES);
  for (let lane = 0; lane < 4 * batch.count; lane++) [batch.s[lane], batch.t[lane]] = places[lane % places.length];
  return batch;
}

function stateOf(sampler: Partial<Sampler>, instruction: Instruction = EXPLICIT): TextureState {
  return { image: 0, sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction };
}

/** One row of codes. */
function row(format: string, codes: Uint8Array | Uint16Array | Float32Array): ImageSource {
  const of = formatOf(format);
  const width = codes.byteLength / of.texelBytes;
  return { format: of, width, height: 1, layers: 1, levels: [new Uint8Array(codes.buffer)] };
}

function readPoint(image: ImageSource): MeasuredTrace {
  const { width, height } = image;
  const places = Array.from(
    { length: width * height },
    (_, n) => [((n % width) + 0.5) / width, (Math.floor(n / width) + 0.5) / height] as const,
  );
  return measuredByModel(FULL_QUALITY, [image], [stateOf(POINT)], quadsAt(places));
}

describe('a code as a float', () => {
  const trace = readPoint(row('r8_unorm', Uint8Array.of(0, 1, 20, 85, 128, 200, 254, 255)));
  const off = (parts: number) => withTexels(trace, ([r, g, b, a]) => [Math.fround(r * (1 + parts)), g, b, a]);

  it('is accurate to 1 part in 10^5 for Vulkan, but 0 and 1 are exact', () => {
    const scaled = off(0.9e-5);
    expect(judged(scaled, VULKAN_1_0).wrong.map(({ got }) => got)).toEqual([Math.fround(1 + 0.9e-5)]);
    expect(
      wrong(
        withTexels(trace, ([, g, b, a]) => [1e-30, g, b, a]),
        VULKAN_1_0,
      ),
    ).toBe(8);
    expect(wrong(off(1.1e-5), VULKAN_1_0)).toBe(7);
  });

  it('is the nearest float32 for D3D11.3', () => {
    expect(wrong(trace, D3D11_3)).toBe(0);
    expect(wrong(off(0.9e-5), D3D11_3)).toBe(7);
  });

  it('is unchanged where the texel is a float', () => {
    const floats = readPoint(row('r32_sfloat', Float32Array.of(0.1, -3, 1e9, 7e-5)));
    const moved = withTexels(floats, ([r, g, b, a]) => [r * (1 + 2 ** -22), g, b, a]);
    expect(wrong(floats, VULKAN_1_0)).toBe(0);
    expect(wrong(moved, VULKAN_1_0)).toBe(4);
  });
});

describe('a filtered sample', () => {
  const image = row('r16_unorm', Uint16Array.of(0, 65_535, 30_000, 100));
  // Half way between the second and the third texel: one lerp of four operations, behind conversions of its texels.
  const trace = measuredByModel(FULL_QUALITY, [image], [stateOf({})], quadsAt([[0.5, 0.5]]));
  const moved = (by: number) => withTexels(trace, ([r, g, b, a]) => [r + by, g, b, a]);
  const halfCode = 0.5 / 65_535;

  it('is as accurate as its operations for Vulkan, beside half a code for the lerp', () => {
    expect(wrong(moved(0), VULKAN_1_0)).toBe(0);
    expect(wrong(moved(4.9e-5 + halfCode), VULKAN_1_0)).toBe(0);
    expect(wrong(moved(5.1e-5 + halfCode), VULKAN_1_0)).toBe(4);
  });

  it('between two levels has one lerp more', () => {
    const chain: ImageSource = { ...image, width: 2, levels: [new Uint8Array(4), Uint8Array.of(255, 255)] };
    const batch = quadsAt([[0.25, 0.5]]);
    batch.lod.fill(0.5);
    const blend = measuredByModel(FULL_QUALITY, [chain], [stateOf({ ...POINT, mipmapMode: 'linear' })], batch);
    const off = (by: number) => withTexels(blend, ([r, g, b, a]) => [r + by, g, b, a]);
    expect(wrong(off(4.9e-5 + halfCode), VULKAN_1_0)).toBe(0);
    expect(wrong(off(5.1e-5 + halfCode), VULKAN_1_0)).toBe(4);
  });

  it('is off by half a code at most for D3D11.3', () => {
    expect(wrong(moved(0.9 * halfCode), D3D11_3)).toBe(0);
    expect(wrong(moved(1.1 * halfCode), D3D11_3)).toBe(4);
  });
});

describe('sRGB texels', () => {
  const linear = (code: number) => (code / 255 <= 0.04045 ? code / 255 / 12.92 : ((code / 255 + 0.055) / 1.055) ** 2.4);
  /** Linear light that a device has in place of the texels' own, a part of half a code away; 0 and 1 are exact. */
  const decoded = (code: number, part: number) => linear(code === 0 || code === 255 ? code : code + part / 2);
  const rgba = (codes: readonly number[]) => row('r8g8b8a8_srgb', Uint8Array.from(codes.flatMap((c) => [c, c, c, c])));
  const encoded = (light: number) => 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  const halfStep = 0.5 / 255;

  /**
   * The results that are wrong where a device filters two texels, a quarter of the second one, off by these parts. Its
   * lerp is off by a part of half a code, of linear light or of sRGB, whichever is more (D3D11.3 7.18.16.2).
   */
  function wrongBetween([first, second]: readonly [number, number], part: number, lerpPart: number): number {
    const image = rgba([first, second]);
    const trace = measuredByModel(FULL_QUALITY, [image], [stateOf({})], quadsAt([[0.375, 0.5]]));
    const exact = 0.75 * decoded(first, part) + 0.25 * decoded(second, part);
    const rounded = [exact + lerpPart * halfStep, linear(encoded(exact) + lerpPart / 2)];
    const color = lerpPart < 0 ? Math.min(...rounded) : Math.max(...rounded);
    return wrong(
      withTexels(trace, ([, , , a]) => [color, color, color, a]),
      D3D11_3,
    );
  }

  it.each([
    [246, 255],
    [200, 0],
    [100, 220],
  ] as const)('%i and %i are off by half a code at most before they are filtered', (...codes) => {
    for (const sign of [-1, 1]) {
      expect(wrongBetween(codes, 0.99 * sign, 0.99 * sign)).toBe(0);
      expect(wrongBetween(codes, sign, 1.01 * sign)).toBe(4);
    }
  });

  it('0 and 1 are exact where they are filtered', () => {
    expect(wrongBetween([255, 0], 0, 0.99)).toBe(0);
    expect(wrongBetween([255, 0], 0, 1.01)).toBe(4);
  });

  it.each([
    ['sampled at a point', stateOf(POINT)],
    ['the least of some', stateOf({ reductionMode: 'min' })],
    ['gathered', stateOf({}, { ...EXPLICIT, op: 'gather', component: 1 })],
  ])('%s are off by half a code, but 0 and 1 are exact', (_, state) => {
    const wrongAt = (code: number, color: number) => {
      const trace = measuredByModel(FULL_QUALITY, [rgba([code, code])], [state], quadsAt([[0.5, 0.5]]));
      const gathers = state.instruction.op === 'gather';
      return wrong(
        withTexels(trace, ([, , , a]) => [color, color, color, gathers ? color : a]),
        D3D11_3,
      );
    };
    for (const sign of [-1, 1]) {
      expect(wrongAt(100, decoded(100, 0.99 * sign))).toBe(0);
      expect(wrongAt(100, decoded(100, 1.01 * sign))).toBe(4);
    }
    expect([0, 1].map((end) => wrongAt(255 * end, end))).toEqual([0, 0]);
    expect([wrongAt(0, 1e-5), wrongAt(255, 1 - 1e-5)]).toEqual([4, 4]);
  });

  it('have an alpha that is exact where it is gathered', () => {
    const state = stateOf({}, { ...EXPLICIT, op: 'gather', component: 3 });
    const trace = measuredByModel(FULL_QUALITY, [rgba([100, 100])], [state], quadsAt([[0.5, 0.5]]));
    expect(wrong(trace, D3D11_3)).toBe(0);
    const moved = withTexels(trace, (texel) => texel.map((x) => x + 1e-5) as unknown as Rgba);
    expect(wrong(moved, D3D11_3)).toBe(4);
  });
});

describe('texels of blocks', () => {
  const dice = new Dice(0xb10c);
  const blocks = (name: string): ImageSource => {
    const format = TEXEL_FORMATS.get(name)!;
    const { width, height } = format.block!;
    const bytes = Uint8Array.from({ length: 4 * format.texelBytes }, () => dice.integer(0, 255));
    return { format, width: 2 * width, height: 2 * height, layers: 1, levels: [bytes] };
  };
  const compressed = [...TEXEL_FORMATS.values()].filter(({ codec }) => codec !== null).map(({ name }) => name);

  it.each(compressed)('of %s are judged, as the units decode them', (name) => {
    const trace = readPoint(blocks(name));
    for (const profile of [VULKAN_1_0, D3D11_3]) {
      const { wrong: failures, open, judged: all } = judged(trace, profile);
      expect(failures).toEqual([]);
      expect(open).toBe(0);
      expect(all).toBeGreaterThanOrEqual(64);
      expect(() => fitResults(trace, profile)).not.toThrow();
    }
    const components = [0, 1, 2].filter((c) => trace.images[0].format.order.includes(c));
    const moved = withTexels(
      trace,
      (texel) => texel.map((x, c) => (components.includes(c) ? x + 0.5 : x)) as unknown as Rgba,
    );
    expect(wrong(moved, VULKAN_1_0)).toBe(judged(trace, VULKAN_1_0).judged);
  });

  it.each(BLOCK_FORMATS)(
    'of $name may be off by the tolerance of D3D11.3 19.5.2',
    ({ name, decode, absoluteError }) => {
      const image = blocks(name);
      const { texelBytes } = image.format;
      const reference = [0, 1, 2, 3].map((n) => decode(image.levels[0].subarray(n * texelBytes, (n + 1) * texelBytes)));
      const valueAt = (lane: number) => {
        const [x, y] = [lane % 8, Math.floor(lane / 8)];
        return reference[2 * (y >> 2) + (x >> 2)][4 * (y & 3) + (x & 3)][0]!;
      };
      const trace = readPoint(image);
      const atPart = (part: number) =>
        withTexels(trace, ([, g, b, a], lane) => {
          const { upper, exact, spread } = valueAt(lane);
          return [exact ? Math.fround(upper) : upper + part * (absoluteError + 0.03 * spread), g, b, a];
        });
      const tolerant = Array.from({ length: 64 }, (_, lane) => valueAt(lane)).filter(({ exact }) => !exact).length;
      expect(wrong(atPart(0.99), D3D11_3)).toBe(0);
      expect(tolerant).toBeGreaterThan(0);
      expect(wrong(atPart(1.01), D3D11_3)).toBe(tolerant);
      const exact = withTexels(trace, ([r, g, b, a], lane) => [r + (valueAt(lane).exact ? 1e-5 : 0), g, b, a]);
      expect(wrong(exact, D3D11_3)).toBe(64 - tolerant);
    },
  );

  it('have 0 in components that the format lacks, and 1 in alpha', () => {
    for (const name of ['bc1_rgb_unorm_block', 'bc4_unorm_block', 'etc2_r8g8b8_unorm_block']) {
      const trace = readPoint(blocks(name));
      const stored = trace.images[0].format.order.length;
      const moved = (component: number, to: number) =>
        withTexels(trace, (texel) => texel.map((x, c) => (c === component ? to : x)) as unknown as Rgba);
      expect(wrong(moved(3, 0), VULKAN_1_0)).toBe(judged(trace, VULKAN_1_0).judged);
      if (stored < 3) expect(wrong(moved(2, 1), VULKAN_1_0)).toBe(judged(trace, VULKAN_1_0).judged);
    }
  });
});

describe("a border colour of one's own", () => {
  const image = row('r8_unorm', Uint8Array.of(10, 20, 30, 40));
  const border = { ...POINT, addressModeU: 'clamp_to_border', borderColor: [0.3, 0, 0, 0] } as const;
  const bordered = (sampler: Partial<Sampler>, texel: number) => {
    const trace = measuredByModel(FULL_QUALITY, [image], [stateOf(sampler)], quadsAt([[-0.5, 0.5]]));
    return withTexels(trace, ([, g, b, a]) => [Math.fround(texel), g, b, a]);
  };

  it('is rounded by one ULP of the format at most, or not at all, for Vulkan', () => {
    for (const texel of [0.3, 76 / 255, 77 / 255, 0.3 + 0.99 / 255, 0.3 - 0.99 / 255]) {
      expect(wrong(bordered(border, texel), VULKAN_1_0)).toBe(0);
    }
    for (const texel of [0.3 + 1.01 / 255, 0.3 - 1.01 / 255])
      expect(wrong(bordered(border, texel), VULKAN_1_0)).toBe(4);
  });

  it('is within 0.6 ULP of the format for D3D11.3, whose filters may be finer', () => {
    for (const texel of [0.3, 76 / 255, 77 / 255, 0.3 + 0.59 / 255, 0.3 - 0.59 / 255]) {
      expect(wrong(bordered(border, texel), D3D11_3)).toBe(0);
    }
    for (const texel of [0.3 + 0.61 / 255, 0.3 - 0.61 / 255]) expect(wrong(bordered(border, texel), D3D11_3)).toBe(4);
  });

  it('is exact where it is black or white', () => {
    const white = { ...border, borderColor: [1, 1, 1, 1] } as const;
    expect(wrong(bordered(white, 1), VULKAN_1_0)).toBe(0);
    expect(wrong(bordered(white, 1 - 0.5 / 255), VULKAN_1_0)).toBe(4);
  });

  it('of an sRGB format is rounded by a code', () => {
    const linear = (code: number) => ((code / 255 + 0.055) / 1.055) ** 2.4;
    const encoded = 255 * (1.055 * 0.3 ** (1 / 2.4) - 0.055);
    const srgb = row('r8_srgb', Uint8Array.of(10, 20, 30, 40));
    const trace = measuredByModel(FULL_QUALITY, [srgb], [stateOf(border)], quadsAt([[-0.5, 0.5]]));
    const at = (code: number) => withTexels(trace, ([, g, b, a]) => [linear(code), g, b, a]);
    expect(wrong(at(encoded + 0.99), VULKAN_1_0)).toBe(0);
    expect(wrong(at(encoded + 1.6), VULKAN_1_0)).toBe(4);
  });

  it('of SNORM is rounded by a step of 1 / 127, of a half by its ULP, of sRGB alpha by 1 / 255', () => {
    const formats = [
      { name: 'r8_snorm', component: 0, color: -0.3, ulp: 1 / 127 },
      { name: 'r16_sfloat', component: 0, color: 0.3, ulp: 2 ** -12 },
      { name: 'r8g8b8a8_srgb', component: 3, color: 0.3, ulp: 1 / 255 },
    ];
    for (const { name, component, color, ulp } of formats) {
      const borderColor = [0, 1, 2, 3].map((c) => (c === component ? color : 0)) as unknown as Rgba;
      const trace = measuredByModel(
        FULL_QUALITY,
        [row(name, new Uint8Array(16))],
        [stateOf({ ...border, borderColor })],
        quadsAt([[-0.5, 0.5]]),
      );
      const off = (part: number) =>
        withTexels(
          trace,
          (texel) => texel.map((x, c) => (c === component ? color + part * ulp : x)) as unknown as Rgba,
        );
      expect([name, wrong(off(0.98), VULKAN_1_0), wrong(off(-0.98), VULKAN_1_0)]).toEqual([name, 0, 0]);
      expect([name, wrong(off(1.02), VULKAN_1_0), wrong(off(-1.02), VULKAN_1_0)]).toEqual([name, 4, 4]);
    }
  });

  it('of a gather as well', () => {
    const gather: Instruction = { op: 'gather', lod: 'explicit', projected: false, component: 0 };
    const trace = measuredByModel(FULL_QUALITY, [image], [stateOf(border, gather)], quadsAt([[-3, 0.5]]));
    const all = (texel: number) => withTexels(trace, () => [texel, texel, texel, texel]);
    expect(wrong(all(0.3 + 0.99 / 255), VULKAN_1_0)).toBe(0);
    expect(wrong(all(0.3 + 1.01 / 255), VULKAN_1_0)).toBe(4);
  });
});

describe('a queried LOD', () => {
  const query: Instruction = { op: 'query_lod', lod: 'implicit', projected: false };
  const image: ImageSource = {
    format: formatOf('r8_unorm'),
    width: 16,
    height: 16,
    layers: 1,
    levels: [256, 64, 16, 4, 1].map((bytes) => new Uint8Array(bytes)),
  };
  /** Steps along s alone: lambda' is log2(16 step) at least, and half a level more at most. */
  const queried = (step: number, level: number, lambda: number, sampler: Partial<Sampler> = {}) => {
    const places = [0, 1, 0, 1].map((x) => [x * step, 0.5] as const);
    const trace = measuredByModel(FULL_QUALITY, [image], [stateOf(sampler, query)], quadsAt(places));
    return withTexels(trace, () => [level, lambda, 0, 0]);
  };

  it('is computed to the bits of the profile', () => {
    for (const lambda of [2 - 1 / 17, 2, 2.5 + 1 / 17]) {
      expect(wrong(queried(0.25, Math.min(4, lambda), lambda), VULKAN_1_0)).toBe(0);
    }
    for (const lambda of [2 - 1 / 15, 2.5 + 1 / 15]) expect(wrong(queried(0.25, lambda, lambda), VULKAN_1_0)).toBe(4);
  });

  it('is held to the levels of the view in r', () => {
    expect(wrong(queried(64, 4, 10), VULKAN_1_0)).toBe(0);
    expect(wrong(queried(64, 10, 10), VULKAN_1_0)).toBe(4);
    expect(wrong(queried(2 ** -10, -6, -6), VULKAN_1_0)).toBe(4);
  });

  it('may be any number beyond the levels of images where it is out of range', () => {
    expect(wrong(queried(0, 0, -62.97), VULKAN_1_0)).toBe(0);
    expect(wrong(queried(0, 0, -16), VULKAN_1_0)).toBe(0);
    expect(wrong(queried(0, 0, -15), VULKAN_1_0)).toBe(4);
  });

  it('may be the level beside a nearest one where it is that close', () => {
    const nearest = { mipmapMode: 'nearest' } as const;
    expect(wrong(queried(2 ** -2.49, 2, 1.51, nearest), VULKAN_1_0)).toBe(0);
    expect(wrong(queried(2 ** -2.51, 1, 1.49, nearest), VULKAN_1_0)).toBe(0);
    expect(wrong(queried(2 ** -2.51, 3.5, 1.49, nearest), VULKAN_1_0)).toBe(4);
  });
});

describe("a Y'CbCr conversion", () => {
  const format = TEXEL_FORMATS.get('g8_b8_r8_3plane_444_unorm')!;
  /** Y' 250, C_B 128, C_R 250 in the full range of BT.709: R' is 1.73, clamped or not; of C_R held to 0.5, 1.77. */
  const image: ImageSource = { format, width: 1, height: 1, layers: 1, levels: [Uint8Array.of(250, 128, 250)] };
  const ycbcrConversion = {
    ycbcrModel: 'ycbcr_709',
    ycbcrRange: 'itu_full',
    components: IDENTITY_MAPPING,
    xChromaOffset: 'cosited_even',
    yChromaOffset: 'cosited_even',
    chromaFilter: 'nearest',
    forceExplicitReconstruction: false,
    enableYDegamma: false,
    enableCbCrDegamma: false,
  } as const;
  const clampToEdge = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
  const trace = measuredByModel(
    FULL_QUALITY,
    [image],
    [stateOf({ ...POINT, ...clampToEdge, ycbcrConversion })],
    quadsAt([[0.5, 0.5]]),
  );
  const red = 250 / 255 + (1.5748 * (250 - 128)) / 255;
  const redAt = (r: number) => withTexels(trace, ([, g, b, a]) => [r, g, b, a]);

  it('may clamp, and has the precision of the format in each of its two steps', () => {
    const ulps = (2 + 1.5748) / 255;
    for (const r of [red, 1, red - 0.99 * ulps, red + 0.99 * ulps]) expect(wrong(redAt(r), VULKAN_1_0)).toBe(0);
    for (const r of [red - 1.05 * ulps, red + 1.05 * ulps, 1.2]) expect(wrong(redAt(r), VULKAN_1_0)).toBe(4);
  });

  it('may clamp luma, chroma and colours each by itself', () => {
    // In the narrow range Y' is -16 / 219 and C_R 127 / 224.
    const narrow = { ...ycbcrConversion, ycbcrRange: 'itu_narrow' } as const;
    const beyond: ImageSource = { ...image, levels: [Uint8Array.of(0, 128, 255)] };
    const state = stateOf({ ...POINT, ...clampToEdge, ycbcrConversion: narrow });
    const converted = measuredByModel(FULL_QUALITY, [beyond], [state], quadsAt([[0.5, 0.5]]));
    const green = -0.334_802_48 / 0.7152;
    const at = (y: number, cr: number) => withTexels(converted, () => [y + 1.5748 * cr, y + green * cr, y, 1]);
    const [y, cr] = [-16 / 219, 127 / 224];
    for (const [luma, chroma] of [
      [y, cr],
      [0, cr],
      [y, 0.5],
      [0, 0.5],
    ])
      expect(wrong(at(luma, chroma), VULKAN_1_0)).toBe(0);
    for (const [luma, chroma] of [
      [y / 2, cr],
      [0.05, cr],
      [y, 0.48],
    ])
      expect(wrong(at(luma, chroma), VULKAN_1_0)).toBe(4);
  });

  it('of RGB identity has no step that could be imprecise', () => {
    const identity = { ...ycbcrConversion, ycbcrModel: 'rgb_identity' } as const;
    const state = stateOf({ ...POINT, ...clampToEdge, ycbcrConversion: identity });
    const same = measuredByModel(FULL_QUALITY, [image], [state], quadsAt([[0.5, 0.5]]));
    expect(wrong(same, VULKAN_1_0)).toBe(0);
    expect(
      wrong(
        withTexels(same, ([r, g, b, a]) => [r, g - 0.5 / 255, b, a]),
        VULKAN_1_0,
      ),
    ).toBe(4);
  });
});

describe('a direction into a cube that is as long along two axes', () => {
  /** Of face n the code 40 n, in one texel. */
  const cube: ImageSource = {
    format: formatOf('r8_unorm'),
    width: 1,
    height: 1,
    layers: 6,
    levels: [Uint8Array.of(0, 40, 80, 120, 160, 200)],
  };
  const state = (instruction: Instruction): TextureState => ({
    ...stateOf(POINT, instruction),
    view: { ...viewOfImage(cube), viewType: 'cube', layerCount: 6 },
  });
  const towards = (direction: Rgba, instruction: Instruction = EXPLICIT) => {
    const batch = quadsAt([[direction[0], direction[1]]]);
    batch.r.fill(direction[2]);
    const trace = measuredByModel(FULL_QUALITY, [cube], [state(instruction)], batch);
    return (face: number) => withTexels(trace, () => [(40 * face) / 255, 0, 0, 1]);
  };
  const allowed = (met: (face: number) => MeasuredTrace, profile: Profile) =>
    [0, 1, 2, 3, 4, 5].filter((face) => wrong(withFloats(met(face)), profile) === 0);
  /** The nearest float32, as a texel is returned. */
  const withFloats = (trace: MeasuredTrace) => withTexels(trace, (texel) => texel.map(Math.fround) as unknown as Rgba);

  it('meets either face for Vulkan, and the first of z, y and x for D3D11.3', () => {
    const edge = towards([1, -1, 0.5, 0]);
    const corner = towards([-1, 1, -1, 0]);
    expect(allowed(edge, VULKAN_1_0)).toEqual([0, 3]);
    expect(allowed(corner, VULKAN_1_0)).toEqual([1, 2, 5]);
    expect(allowed(edge, D3D11_3)).toEqual([3]);
    expect(allowed(corner, D3D11_3)).toEqual([5]);
    expect(allowed(towards([0.9, -1, 0.5, 0]), VULKAN_1_0)).toEqual([3]);
  });

  it('has its place on the face that it meets', () => {
    const codes = Array.from({ length: 24 }, (_, n) => 10 * n);
    const four: ImageSource = { ...cube, width: 2, height: 2, levels: [Uint8Array.from(codes)] };
    const batch = quadsAt([[1, -1]]);
    batch.r.fill(0.5);
    const trace = measuredByModel(FULL_QUALITY, [four], [state(EXPLICIT)], batch);
    const right = codes.filter(
      (code) => wrong(withFloats(withTexels(trace, () => [code / 255, 0, 0, 1])), VULKAN_1_0) === 0,
    );
    // The texels (0, 1) of +x and (1, 0) of -y.
    expect(right).toEqual([10 * 2, 10 * (4 * 3 + 1)]);
  });
});

describe('an implicit LOD', () => {
  /** Level n is the code 50 n; steps along s alone: a LOD of 2.53125, half way between two of 4 bits, or half a level more. */
  const image: ImageSource = {
    format: formatOf('r8_unorm'),
    width: 16,
    height: 1,
    layers: 1,
    levels: [16, 8, 4, 2, 1].map((size, n) => new Uint8Array(size).fill(50 * n)),
  };
  const implicit: Instruction = { lod: 'implicit', projected: false };
  const places = [0, 1, 0, 1].map((x) => [x * 2 ** (2.53125 - 4), 0.5] as const);
  const trace = measuredByModel(
    FULL_QUALITY,
    [image],
    [stateOf({ ...POINT, mipmapMode: 'linear', maxLod: 1000 }, implicit)],
    quadsAt(places),
  );
  // Half a code is allowed for the lerp: a hundredth of a level.
  const lodOf = (lod: number) => withTexels(trace, ([, g, b, a]) => [(50 * lod) / 255, g, b, a]);

  it('is computed to the bits of the profile for Vulkan', () => {
    for (const lod of [2.53125 - 1 / 17, 3.03125 + 1 / 17]) expect(wrong(lodOf(lod), VULKAN_1_0)).toBe(0);
    for (const lod of [2.53125 - 1 / 13, 3.03125 + 1 / 13]) expect(wrong(lodOf(lod), VULKAN_1_0)).toBe(4);
  });
});

describe('results that Vulkan leaves open', () => {
  it('are all components of a comparison but r', () => {
    const depth = row('d32_sfloat', Float32Array.of(0.25, 0.75));
    const compare = stateOf({ ...POINT, compareEnable: true, compareOp: 'less' }, { ...EXPLICIT, dref: true });
    const view = { ...viewOfImage(depth), aspect: 'depth' } as const;
    const batch = quadsAt([[0.75, 0.5]]);
    batch.dref.fill(0.5);
    const trace = measuredByModel(FULL_QUALITY, [depth], [{ ...compare, view }], batch);
    expect(
      wrong(
        withTexels(trace, ([r]) => [r, 5, 6, 7]),
        VULKAN_1_0,
      ),
    ).toBe(0);
    expect(
      wrong(
        withTexels(trace, ([r]) => [1 - r, 0, 0, 1]),
        VULKAN_1_0,
      ),
    ).toBe(4);
  });

  it('are samples beyond 2^15 texels, of integer formats too', () => {
    const integers = row('r8_uint', Uint8Array.of(1, 2, 3, 4));
    const clamped = stateOf({ ...POINT, addressModeU: 'clamp_to_edge' });
    const at = (s: number) => measuredByModel(FULL_QUALITY, [integers], [clamped], quadsAt([[s, 0.5]]));
    const other = (trace: MeasuredTrace) => withTexels(trace, () => [9, 9, 9, 9]);
    expect(wrong(other(at(8191)), VULKAN_1_0)).toBe(4);
    expect(judged(other(at(8193)), VULKAN_1_0)).toMatchObject({ wrong: [], open: 4 });
    expect(wrong(other(at(8193)), D3D11_3)).toBe(4);
  });

  it('are samples beyond 2^15 texels in coordinates that are texels, as well', () => {
    const integers = row('r8_uint', Uint8Array.of(1, 2, 3, 4));
    const modes = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
    const state = stateOf({ ...POINT, ...modes, unnormalizedCoordinates: true });
    const at = (s: number) => measuredByModel(FULL_QUALITY, [integers], [state], quadsAt([[s, 0.5]]));
    const other = (trace: MeasuredTrace) => withTexels(trace, () => [9, 9, 9, 9]);
    expect(wrong(other(at(32_767)), VULKAN_1_0)).toBe(4);
    expect(judged(other(at(32_769)), VULKAN_1_0)).toMatchObject({ wrong: [], open: 4 });
  });

  it('are the sizes of a missing level, which are 0 in D3D11.3', () => {
    const image = row('r8_unorm', Uint8Array.of(1, 2, 3, 4));
    const query: Instruction = { op: 'query_size', lod: 'explicit', projected: false };
    const asked = (level: number) => {
      const batch = quadsAt([[0, 0]]);
      batch.level.fill(level);
      const trace = measuredByModel(FULL_QUALITY, [image], [stateOf({}, query)], batch);
      return withTexels(trace, () => [4, 1, 0, 1]);
    };
    expect(wrong(asked(0), VULKAN_1_0)).toBe(0);
    expect(judged(asked(1), VULKAN_1_0)).toMatchObject({ wrong: [], open: 4 });
    expect(judged(asked(-1), VULKAN_1_0)).toMatchObject({ wrong: [], open: 4 });
    expect(wrong(asked(1), D3D11_3)).toBe(4);
  });

  it('are those of a state with undefined results: opaque black, swizzled', () => {
    const image = row('r8_unorm', Uint8Array.of(10, 20, 30, 40));
    const black = { ...POINT, addressModeU: 'clamp_to_border', borderColor: [0, 0, 0, 1] } as const;
    const seen = (components: typeof IDENTITY_MAPPING) => {
      const state = { ...stateOf(black), view: { ...viewOfImage(image), components } };
      const trace = measuredByModel(FULL_QUALITY, [image], [state], quadsAt([[0.1, 0.5]]));
      return withTexels(trace, () => [0.9, 0.9, 0.9, 0.9]);
    };
    expect(wrong(seen(IDENTITY_MAPPING), VULKAN_1_0)).toBe(4);
    expect(judged(seen(['a', 'g', 'b', 'r']), VULKAN_1_0)).toMatchObject({ wrong: [], open: 4 });
    expect(wrong(seen(['a', 'g', 'b', 'r']), D3D11_3)).toBe(4);
  });
});
