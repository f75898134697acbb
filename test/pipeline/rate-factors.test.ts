import { describe, expect, test } from 'vitest';
import type { Design, RateFactor } from '../../rtl-model/design/design.ts';
import { RATE_FACTORS } from '../../rtl-model/design/design-fields.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { type ImageView, wholeView } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { batchOf, imageOf } from './operation-work.ts';
import { randomNumbers } from './random-source.ts';
import { POINT, roomy } from './wide-row.ts';

const ONES = Object.fromEntries(Object.keys(RATE_FACTORS.fields).map((name) => [name, 1])) as Record<
  RateFactor,
  number
>;
const LINEAR: Partial<Sampler> = { ...POINT, magFilter: 'linear', minFilter: 'linear' };

/** The design with factors of the rate. */
function withFactors(factors: Partial<Record<RateFactor, number>> | null): Design {
  const design = roomy();
  const { rate } = design.filter;
  return { ...design, filter: { ...design.filter, rate: { ...rate, factors: factors && { ...ONES, ...factors } } } };
}

interface Case {
  readonly format?: string;
  readonly image?: Partial<ImageSource>;
  readonly view?: Partial<ImageView>;
  readonly sampler?: Partial<Sampler>;
  readonly instruction?: Partial<Instruction>;
  /** Level-of-detail of all lanes, and the footprint in texels of level 0: x by y. */
  readonly lod?: number;
  readonly footprint?: readonly [number, number];
}

/** The cycles of the filter for one quad. */
function cyclesOf(design: Design, one: Case): number {
  const { format = 'r8g8b8a8_unorm', image, view, sampler, instruction, lod = 0, footprint } = one;
  const random = randomNumbers(1);
  const source = imageOf(TEXEL_FORMATS.get(format)!, random, { width: 32, height: 32, ...image });
  const batch = batchOf(random, 1, 1);
  batch.active[0] = 15;
  batch.s.fill(0.4);
  batch.t.fill(0.4);
  batch.lod.fill(lod);
  if (footprint !== undefined) {
    batch.dsdx.fill(footprint[0] / 32);
    batch.dtdy.fill(footprint[1] / 32);
  }
  const state = {
    image: 0,
    ...(view && { view: { ...wholeView(source), ...view } }),
    sampler: { ...DEFAULT_SAMPLER, ...POINT, ...sampler },
    instruction: { lod: footprint ? ('gradient' as const) : ('explicit' as const), projected: false, ...instruction },
  };
  const pipeline = new Pipeline(design, layOutImages([source], design.cache.layout), [state], () => {});
  pipeline.run(batch);
  return pipeline.finish().stages.filter.busy;
}

/**
 * Arm, "The Valhall shader core", section Texture unit: four bilinear samples a clock; trilinear x2, 3D x2, more than 32
 * bits a texel x2, filtered fp32 x2, N x anisotropic up to x N. Levels and slices are passes here.
 */
const VALHALL = withFactors({ over32Bits: 2, linear32: 2 });

describe('the rates of a Valhall texture unit', () => {
  test.each<[string, Case, number]>([
    ['bilinear RGBA8', { sampler: LINEAR }, 1],
    ['trilinear RGBA8', { sampler: { ...LINEAR, mipmapMode: 'linear' }, lod: 0.5 }, 2],
    ['bilinear BC1', { format: 'bc1_rgba_unorm_block', sampler: LINEAR }, 1],
    ['bilinear BC6H', { format: 'bc6h_ufloat_block', sampler: LINEAR }, 2],
    ['bilinear RGBA16F', { format: 'r16g16b16a16_sfloat', sampler: LINEAR }, 2],
    ['nearest R32F', { format: 'r32_sfloat' }, 1],
    ['bilinear R32F', { format: 'r32_sfloat', sampler: LINEAR }, 2],
    ['bilinear RGBA32F', { format: 'r32g32b32a32_sfloat', sampler: LINEAR }, 4],
    ['a filtered volume', { image: { type: '3d', depth: 8 }, sampler: LINEAR }, 2],
    [
      '4x anisotropic, trilinear RGBA16F',
      {
        format: 'r16g16b16a16_sfloat',
        sampler: { ...LINEAR, mipmapMode: 'linear', anisotropyEnable: true, maxAnisotropy: 4 },
        footprint: [6, 1.5],
      },
      16,
    ],
  ])('%s', (_, one, cycles) => {
    expect(cyclesOf(VALHALL, one)).toBe(cycles);
  });
});

describe('a factor of the rate', () => {
  test.each<[RateFactor, Case, number]>([
    ['over32Bits', { format: 'r32g32_sfloat' }, 3],
    ['over64Bits', { format: 'r32g32b32a32_sfloat' }, 3],
    ['linear32', { format: 'r32_sfloat', sampler: LINEAR }, 3],
    ['blocks', { format: 'bc1_rgba_unorm_block' }, 3],
    ['volume', { image: { type: '3d', depth: 8 } }, 3],
    ['cube', { image: { layers: 6 }, view: { viewType: 'cube' } }, 3],
    ['comparison', { format: 'd32_sfloat', instruction: { dref: true } }, 3],
  ])('%s takes the time of its own states alone', (factor, own, cycles) => {
    const design = withFactors({ [factor]: cycles });
    expect(cyclesOf(design, own)).toBe(cycles);
    expect(cyclesOf(design, { sampler: LINEAR })).toBe(1);
    expect(cyclesOf(withFactors({}), own)).toBe(1);
  });

  test('multiplies with others, and with the batches of a quad', () => {
    const { filter, ...design } = withFactors({ over32Bits: 2, over64Bits: 3, linear32: 5 });
    const slow = { ...design, filter: { ...filter, samplesPerCycle: 1 } };
    expect(cyclesOf(slow, { format: 'r32g32b32a32_sfloat', sampler: LINEAR })).toBe(4 * 2 * 3 * 5);
  });

  test('is not there with null: components of 16 and 32 bits have their cycles', () => {
    const { rate } = roomy().filter;
    expect(cyclesOf(withFactors(null), { format: 'r16_sfloat' })).toBe(rate.bits16);
    expect(cyclesOf(withFactors(null), { format: 'r32_sfloat' })).toBe(rate.bits32);
  });
});
