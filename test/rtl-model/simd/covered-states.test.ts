import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { SampleKernel } from '../../../rtl-model/simd/sample-kernel.ts';
import { type ImageView, wholeView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, REDUCTION_MODES, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { loadDesign } from '../../../src/designs/load-design.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { lanesOf } from '../../oracle/sampling.ts';

const SIZE = 16;
const SHAPES = {
  '1d': { type: '1d', height: 1 },
  '2d': {},
  '3d': { type: '3d', depth: SIZE },
  cube: { layers: 6 },
} as const;
type Shape = keyof typeof SHAPES;

/** Codes of each width and kind, halves and floats, of one component and of several; depths. */
const FORMATS = [
  'r8_unorm',
  'r8g8b8a8_unorm',
  'r8g8b8a8_snorm',
  'r8g8b8a8_srgb',
  'r16g16b16a16_unorm',
  'r5g6b5_unorm_pack16',
  'bc1_rgba_unorm_block',
  'bc7_unorm_block',
  'r16_sfloat',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
  'r32g32b32a32_sfloat',
  'd16_unorm',
  'd24_unorm_s8_uint',
  'd32_sfloat',
];

const kernels = vi.spyOn(SampleKernel.prototype, 'sample');
afterEach(() => kernels.mockClear());

interface Varied {
  readonly shape?: Shape;
  readonly format?: string;
  readonly sampler?: Partial<Sampler>;
  readonly view?: Partial<ImageView>;
  readonly instruction?: Partial<Instruction>;
  readonly design?: Design;
}

/** True if kernels are asked for the quads of the state. */
function hasKernel({
  shape = '2d',
  format = 'r8g8b8a8_unorm',
  sampler,
  view,
  instruction,
  design = FULL_QUALITY,
}: Varied): boolean {
  kernels.mockClear();
  const shaped = { format: TEXEL_FORMATS.get(format)!, width: SIZE, height: SIZE, layers: 1, ...SHAPES[shape] };
  const levels = [0, 1, 2].map((level) => new Uint8Array(levelBytes(shaped, level)));
  const memory = layOutImages([{ ...shaped, levels }], design.cache.layout, design.decoder.bc);
  KernelMemory.of(memory.data);
  const whole = wholeView(memory.images[0]);
  const aspect = format.startsWith('d') ? ('depth' as const) : whole.aspect;
  const state = {
    image: 0,
    view: { ...whole, aspect, ...(shape === 'cube' && { viewType: shape }), ...view },
    sampler: { ...DEFAULT_SAMPLER, ...sampler },
    instruction: { lod: 'implicit', projected: false, ...instruction } as const,
  };
  const batch = lanesOf(64, ({ s }, lane) => (s[lane] = lane / 64));
  new TextureUnit(design, memory, [state]).sample(batch, new Float32Array(4 * 64));
  return kernels.mock.calls.length > 0;
}

const H100 = loadDesign('nvidia-h100');
const CUBIC = { magFilter: 'cubic', minFilter: 'cubic' } as const;
const COMPARES = { compareEnable: true, compareOp: 'less' } as const;

/** The states, of those given, that have no kernel. */
const without = (states: readonly Varied[]) => states.filter((state) => !hasKernel(state));

const product = <A, B>(first: readonly A[], second: readonly B[]) =>
  first.flatMap((a) => second.map((b) => [a, b] as const));

describe('states with a kernel', () => {
  it('are linear filters of every format in every shape, with anisotropy where there are two axes', () => {
    const anisotropic = (shape: Shape) => ({ anisotropyEnable: shape === '2d' || shape === 'cube' });
    const states = product(Object.keys(SHAPES) as Shape[], FORMATS)
      .filter(([shape, format]) => shape === '2d' || !/^(d24|d32|bc)/.test(format))
      .flatMap(([shape, format]) => [
        { shape, format },
        { shape, format, sampler: anisotropic(shape) },
      ]);
    expect(without(states)).toEqual([]);
  });

  it('are the least and greatest texels, comparisons and gathers', () => {
    const reductions = product(['min', 'max'] as const, FORMATS).map(([reductionMode, format]) => ({
      format,
      sampler: { reductionMode },
    }));
    const depths = product(['2d', 'cube'] as const, ['d16_unorm', 'd24_unorm_s8_uint', 'd32_sfloat']);
    const comparisons = depths.map(([shape, format]) => ({
      shape,
      format,
      sampler: COMPARES,
      instruction: { dref: true },
    }));
    const gathers = product(['2d', 'cube'] as const, FORMATS).map(([shape, format]) => ({
      shape,
      format,
      instruction: { op: 'gather', component: 0 } as const,
    }));
    expect(without([...reductions, ...comparisons, ...gathers])).toEqual([]);
  });

  it('are cubic filters of every format and reduction, with anisotropy', () => {
    const kinds = ['r8g8b8a8_unorm', 'r16g16b16a16_sfloat', 'r32_sfloat', 'd24_unorm_s8_uint'];
    const states = [
      ...FORMATS.map((format) => ({ format, sampler: CUBIC })),
      ...product(REDUCTION_MODES, kinds).map(([reductionMode, format], n) => ({
        format,
        sampler: { ...CUBIC, reductionMode, anisotropyEnable: n % 3 === 0 },
      })),
    ];
    const others = (['1d', '3d', 'cube'] as const).map((shape) => ({
      shape,
      sampler: { ...CUBIC, nonSeamlessCubeMap: shape === 'cube' },
    }));
    const volume = { shape: '3d', format: 'r32_sfloat', sampler: CUBIC } as const;
    const beside = (['nearest', 'linear'] as const).flatMap((filter) =>
      kinds.flatMap((format) => [
        { format, sampler: { magFilter: 'cubic', minFilter: filter } } as const,
        { format, sampler: { magFilter: filter, minFilter: 'cubic' } } as const,
      ]),
    );
    const compared = ['d16_unorm', 'd32_sfloat'].map((format) => ({
      format,
      sampler: { ...CUBIC, ...COMPARES },
      instruction: { dref: true },
    }));
    expect(without([...states, ...others, volume, ...beside, ...compared])).toEqual([]);
  });

  it('are those of a real chip, whose sums are aligned, widened or of rounded products', () => {
    const linear = product(Object.keys(SHAPES) as Shape[], FORMATS)
      .filter(([shape, format]) => shape === '2d' || !/^(d24|d32|bc)/.test(format))
      .map(([shape, format]) => ({ shape, format, design: H100 }));
    const colors = ['r8g8b8a8_unorm', 'r8g8b8a8_snorm', 'r8g8b8a8_srgb', 'r16g16b16a16_sfloat', 'r32_sfloat'];
    const anisotropic = colors.map((format) => ({ format, sampler: { anisotropyEnable: true }, design: H100 }));
    const least = { sampler: { reductionMode: 'min' }, design: H100 } as const;
    const compared = { format: 'd16_unorm', sampler: COMPARES, instruction: { dref: true }, design: H100 };
    const { alignedSum } = H100.filter;
    const besideLerps = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, alignedSum } };
    const light = { format: 'r8g8b8a8_srgb', design: besideLerps };
    expect(without([...linear, ...anisotropic, least, compared, light])).toEqual([]);
  });
});

describe('states that the units answer', () => {
  it.each<readonly [string, Varied]>([
    ['cubic filters on seamless cubes: taps may be two texels beyond an edge', { shape: 'cube', sampler: CUBIC }],
    [
      'ones of a format that lacks them, of weights that do not add up to 1',
      { format: 'r32_sfloat', sampler: { ...CUBIC, cubicWeights: 'zero_tangent_cardinal' } },
    ],
    [
      'linear filters with a clamp to the range of their texels, which Vulkan has for cubic filters alone',
      { sampler: { reductionMode: 'weighted_average_rangeclamp' } },
    ],
    ['integers of two levels', { format: 'r8_uint', sampler: { magFilter: 'nearest', minFilter: 'nearest' } }],
  ])('are %s', (_, state) => {
    expect(hasKernel(state)).toBe(false);
  });
});
