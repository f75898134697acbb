import { afterEach, describe, expect, it, vi } from 'vitest';
import { NEAREST_ROUNDINGS, ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { ImageSource, UnboundRegion } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { KernelMemory } from '../../rtl-model/simd/kernel-memory.ts';
import { SampleKernel } from '../../rtl-model/simd/sample-kernel.ts';
import { wholeView } from '../../rtl-model/state/image-view.ts';
import { COMPARE_OPS, DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import type { AddressDesign, Design, FilterDesign } from '../../rtl-model/design/design.ts';
import { DesignError } from '../../rtl-model/design/design.ts';
import { loadDesign } from '../../src/designs/load-design.ts';
import { Dice } from '../oracle/dice.ts';
import { draws } from '../oracle/draws.ts';
import { PRESETS } from '../oracle/presets.ts';
import { lanesOf } from '../oracle/sampling.ts';
import { operationOf } from '../oracle/random-operations.ts';
import { randomDesign, randomImage, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';

/** A region of no texels: it changes no result, and no kernel covers images with texels that are not bound. */
const NOTHING: UnboundRegion = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 0, height: 0, depth: 0 };

/** Quads of a call from which on kernels answer. */
const QUADS = 16;

const kernels = vi.spyOn(SampleKernel.prototype, 'sample');
afterEach(() => kernels.mockClear());

/** The quads that the kernels have answered. */
function answered(): number {
  return kernels.mock.calls.reduce((sum, [, , count], n) => sum + count - Number(kernels.mock.results[n].value), 0);
}

/** Results and passes of a state, or the name of the error that refuses it. */
function run(design: Design, source: ImageSource, state: TextureState, batch: QuadBatch) {
  const memory = layOutImages([source], design.cache.layout);
  KernelMemory.of(memory.data);
  const lanes = QUAD_LANES * batch.count;
  const result = new Float32Array(4 * lanes);
  const extras = { resident: new Uint8Array(lanes), query: new Int32Array(0), passes: new Int32Array(lanes) };
  try {
    new TextureUnit(design, memory, [state]).sample(batch, result, extras);
  } catch (error) {
    if (error instanceof DesignError) return error.name;
    throw error;
  }
  return { bits: new Int32Array(result.buffer), ...extras };
}

/** True if the state gives the same bits with the kernels and without any of them. */
function same(design: Design, source: ImageSource, state: TextureState, batch: QuadBatch): boolean {
  const before = kernels.mock.calls.length;
  const withKernels = run(design, source, state, batch);
  // Comparing the units with themselves would show nothing.
  if (kernels.mock.calls.length === before) return true;
  const units = run(design, { ...source, unbound: [...(source.unbound ?? []), NOTHING] }, state, batch);
  return JSON.stringify(withKernels) === JSON.stringify(units);
}

const FORMATS = [
  'r8_unorm',
  'r8g8b8a8_snorm',
  'b8g8r8a8_srgb',
  'r16g16_unorm',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
].map((name) => TEXEL_FORMATS.get(name)!);

const ALIGNED = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' } as const;

const H100 = loadDesign('nvidia-h100');

/** The same image with floats that are finite, of few exponents and of few bits: sums are often at ties. */
function nearFloats(dice: Dice, image: ImageSource): ImageSource {
  const isHalf = image.format.componentBits === 16;
  const greatest = isHalf ? dice.integer(5, 30) : dice.pick([20, 40, 127, 254]);
  const fractionBits = isHalf ? 10 : 23;
  const texel = () => {
    const exponent = Math.max(0, greatest - dice.integer(0, 5));
    const fraction = dice.pick([
      0,
      2 ** fractionBits - 1,
      2 ** (fractionBits - 1),
      dice.integer(0, 2 ** fractionBits - 1),
    ]);
    return (dice.integer(0, 1) * (isHalf ? 32 : 256) + exponent) * 2 ** fractionBits + fraction;
  };
  const levels = image.levels.map(({ length }) => {
    const all = Array.from({ length: length / (isHalf ? 2 : 4) }, texel);
    return new Uint8Array((isHalf ? Uint16Array : Uint32Array).from(all).buffer);
  });
  return { ...image, levels };
}

/** Fields of real chips that the description has beside what every preset has. */
const FIELDS_OF_CHIPS: readonly {
  readonly address?: Partial<AddressDesign>;
  readonly filter?: Partial<FilterDesign>;
}[] = [
  { address: { pointRounding: 'floor' } },
  { address: { pointRounding: 'nearest-up', gatherRounding: 'ceil', rounding: 'nearest-down' } },
  { address: { pointFractionBits: 6 } },
  { address: { pointFractionBits: 2, pointRounding: 'floor' } },
  { address: { mirroredFraction: 'complemented' } },
  { filter: { sum: 'products' } },
  { filter: { sum: 'three-point' } },
  { filter: { sum: 'three-point-mid-texel' } },
  { filter: { sum: 'rounded-products', weightBits: 8 } },
  { filter: { sum: 'rounded-products', weightBits: 8, texelBits: 16, guardBits: 0 } },
  { filter: { sum: 'rounded-products', weightBits: 8, texelBits: 16, signedGuardBits: 3, guardBits: 0 } },
  { filter: { texelBits: 12 } },
  { filter: { alignedSum: ALIGNED } },
  { filter: { alignedSum: { ...ALIGNED, guardBits: 0, rounding: 'nearest-toward-zero' } } },
  { filter: { alignedSum: ALIGNED, sum: 'rounded-products', weightBits: 8, texelBits: 16, guardBits: 0 } },
  { filter: { weightScale: 'all-ones' } },
  { filter: { weightScale: 'all-ones-over-power-of-two' } },
];

describe('kernels return the bits of the units one after the other', () => {
  it('for random samplers of whole images, under every preset and random designs', () => {
    const different: number[] = [];
    for (let n = 0; n < draws(900, 16); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
      const base = PRESETS[n % PRESETS.length];
      const design = dice.chance(0.4) ? randomDesign(dice, base) : base;
      const image = randomImage(dice, dice.pick(FORMATS), dice.chance(0.4));
      const state = {
        image: 0,
        sampler: randomSampler(dice, dice.chance(0.5)),
        instruction: { ...randomInstruction(dice), sparse: dice.chance(0.3) },
      };
      if (!same(design, image, state, randomQuads(dice, QUADS, image.width, image.height))) different.push(n);
    }
    expect(different).toEqual([]);
    expect(answered()).toBeGreaterThan(draws(100, 16) * QUADS);
  });

  it('for comparisons of depths of 16 and 24 bits, of one level and of several, with every operator', () => {
    const different: number[] = [];
    for (let n = 0; n < draws(400, 16); n++) {
      const dice = new Dice(Math.imul(n + 1, 0xc2b2ae3d) | 1);
      const depthReference = dice.pick(['quantized', 'exact'] as const);
      const design = { ...PRESETS[n % PRESETS.length] };
      design.filter = { ...design.filter, depthReference };
      const bits = dice.pick([16, 24]);
      const format = TEXEL_FORMATS.get(bits === 16 ? 'd16_unorm' : 'd24_unorm_s8_uint')!;
      const drawnImage = randomImage(dice, format, dice.chance(0.5));
      const one = 2 ** bits - 1;
      const codes = [0, 1, 30_000, 30_001, one - 1, one];
      const levels = drawnImage.levels.map(({ length }) => {
        const stencil = bits === 16 ? 0 : 2 ** 24 * dice.integer(0, 255);
        const texels = Array.from({ length: length / format.texelBytes }, () => dice.pick(codes) + stencil);
        return new Uint8Array((bits === 16 ? Uint16Array : Uint32Array).from(texels).buffer);
      });
      const image = { ...drawnImage, levels };
      const bilinear = { magFilter: 'linear', minFilter: 'linear', addressModeV: 'clamp_to_border' } as const;
      const drawn = { ...randomSampler(dice, false), ...(dice.chance(0.5) && bilinear) };
      const sampler = { ...drawn, compareOp: COMPARE_OPS[n % COMPARE_OPS.length] };
      const state = { image: 0, sampler, instruction: { ...randomInstruction(dice), projected: false, dref: true } };
      const batch = randomQuads(dice, QUADS, image.width, image.height);
      for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
        // References at the code of a texel, beside it, and beyond all codes.
        const beside = dice.pick(codes) + dice.pick([0, 0, -0.55, -0.45, 0.45, 0.55]);
        batch.dref[lane] = dice.pick([dice.real(-0.1, 1.1), beside / one, NaN, Infinity]);
      }
      if (!same(design, image, state, batch)) different.push(n);
    }
    expect(different).toEqual([]);
    expect(answered()).toBeGreaterThan(draws(100, 16) * QUADS);
  });

  it('for comparisons of floats, with every operator, NaN, infinities, zeros and denormals', () => {
    const different: number[] = [];
    for (let n = 0; n < draws(320, 8); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x27d4eb2f) | 1);
      const design = { ...PRESETS[n % PRESETS.length] };
      const depthReference = dice.pick(['quantized', 'exact'] as const);
      const mipmapMode = dice.pick(['nearest', 'linear'] as const);
      const minFilter = dice.pick(['cubic', 'cubic', 'linear'] as const);
      const floatPath = dice.pick(['fused', 'float32-steps'] as const);
      design.filter = { ...design.filter, depthReference, floatPath };
      const drawnImage = randomImage(dice, TEXEL_FORMATS.get('d32_sfloat')!, dice.chance(0.5));
      const depths = [0, -0, 2 ** -149, -(2 ** -130), 0.5, Math.fround(0.7), 1, 3, Infinity, -Infinity, NaN];
      const levels = drawnImage.levels.map(({ length }) => {
        return new Uint8Array(Float32Array.from({ length: length / 4 }, () => dice.pick(depths)).buffer);
      });
      const image = { ...drawnImage, levels };
      const cubic = { magFilter: 'cubic', minFilter, mipmapMode } as const;
      const drawnSampler = { ...randomSampler(dice, false), ...(dice.chance(0.3) && cubic) };
      const sampler = { ...drawnSampler, compareOp: COMPARE_OPS[n % COMPARE_OPS.length] };
      const drawn = { ...randomInstruction(dice), projected: false, dref: true };
      const instruction = dice.chance(0.2) ? { ...drawn, op: 'gather' as const, lod: 'explicit' as const } : drawn;
      const batch = randomQuads(dice, QUADS, image.width, image.height);
      for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) batch.dref[lane] = dice.pick(depths);
      if (!same(design, image, { image: 0, sampler, instruction }, batch)) different.push(n);
    }
    expect(different).toEqual([]);
    expect(answered()).toBeGreaterThan(draws(100, 8) * QUADS);
  });

  it('for integers, whose bits may look like a NaN, and for texels with a shared exponent', () => {
    const alike = ['r8_sint', 'b8g8r8a8_uint', 'r16_uint', 'r16g16b16a16_sint', 'r32_uint', 'r32g32b32a32_sint'];
    const packed = ['a2b10g10r10_uint_pack32', 'a2r10g10b10_sint_pack32', 'r10x6g10x6_uint_2pack16_arm'];
    const integers = [...alike, ...packed];
    const formats = [...integers, 'e5b9g9r9_ufloat_pack32'];
    const different: number[] = [];
    for (let n = 0; n < draws(300, 8); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x165667b1) | 1);
      const format = TEXEL_FORMATS.get(formats[n % formats.length])!;
      const drawn = randomImage(dice, format, dice.chance(0.5));
      const levels = drawn.levels.map((_, level) =>
        Uint8Array.from({ length: levelBytes(drawn, level) }, () =>
          dice.pick([0, 255, 127, 128, dice.integer(0, 255)]),
        ),
      );
      const image = { ...drawn, levels };
      const nearest = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
      const border = { borderColor: [dice.integer(-200, 200), 2 ** 31 - 1, -(2 ** 31), 1] as const };
      const plain = { ...randomSampler(dice, false), anisotropyEnable: false, ...border };
      const sampler = { ...plain, ...(format.componentType !== 'ufloat' && nearest) };
      const sampled = { ...randomInstruction(dice), projected: false };
      const gathered = { op: 'gather', lod: 'explicit', projected: false, component: dice.integer(0, 3) } as const;
      const state = { image: 0, sampler, instruction: dice.chance(0.3) ? gathered : sampled };
      if (!same(PRESETS[n % PRESETS.length], image, state, randomQuads(dice, QUADS, image.width, image.height)))
        different.push(n);
    }
    expect(different).toEqual([]);
    expect(answered()).toBeGreaterThan(draws(100, 8) * QUADS);
  });

  it('for gathers of integers on cubes, where no average takes the place of the texel that a corner lacks', () => {
    const different: number[] = [];
    for (let n = 0; n < 12; n++) {
      const dice = new Dice(Math.imul(n + 1, 0x2545f491) | 1);
      const size = dice.integer(1, 3);
      const levels = [Uint8Array.from({ length: 6 * size * size }, () => dice.integer(0, 255))];
      const format = TEXEL_FORMATS.get('r8_uint')!;
      const source: ImageSource = { format, width: size, height: size, layers: 6, levels };
      const view = { ...wholeView(layOutImages([source], 'linear').images[0]), viewType: 'cube' as const };
      const instruction = { op: 'gather', lod: 'explicit', projected: false, component: 0 } as const;
      const batch = lanesOf(64, ({ s, t, r }, lane) => {
        [s[lane], t[lane], r[lane]] = [dice.real(-1, 1), dice.real(-1, 1), dice.real(-1, 1)];
      });
      const state = { image: 0, view, sampler: DEFAULT_SAMPLER, instruction };
      if (!same(PRESETS[n % PRESETS.length], source, state, batch)) different.push(n);
    }
    expect(different).toEqual([]);
  });

  it('for texels alone of two levels, without guard bits: the lerp between the levels is the first step', () => {
    const wrong: string[] = [];
    const nearest = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'linear' } as const;
    for (const [n, format] of [...FORMATS, TEXEL_FORMATS.get('r16g16_sfixed5_nv')!].entries()) {
      const dice = new Dice(n + 1);
      const base = PRESETS[n % PRESETS.length];
      const design = { ...base, filter: { ...base.filter, guardBits: 0 } };
      const texels = (size: number) =>
        Uint8Array.from({ length: size * size * format.texelBytes }, () => dice.integer(0, 58));
      const image: ImageSource = { format, width: 8, height: 8, layers: 1, levels: [8, 4, 2, 1].map(texels) };
      const batch = lanesOf(64, ({ s, t, lod }, lane) => {
        [s[lane], t[lane], lod[lane]] = [dice.real(0, 1), dice.real(0, 1), dice.real(0, 3)];
      });
      const state = { image: 0, sampler: nearest, instruction: { lod: 'explicit', projected: false } as const };
      if (!same(design, image, state, batch)) wrong.push(format.name);
    }
    expect(wrong).toEqual([]);
    expect(answered()).toBeGreaterThan(5 * QUADS);
  });

  it('for floats alone of two levels or several samples, zeros below 0 and denormals among them', () => {
    const wrong: string[] = [];
    const nearest = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', maxAnisotropy: 4 } as const;
    for (let n = 0; n < draws(160, 16); n++) {
      const dice = new Dice(n + 1);
      const base = PRESETS[n % PRESETS.length];
      const floatPath = n & 1 ? 'fused' : 'float32-steps';
      const design = { ...base, filter: { ...base.filter, floatPath } } as const;
      const format = TEXEL_FORMATS.get(dice.pick(['r32_sfloat', 'r32g32b32a32_sfloat']))!;
      // Kernels leave denormals to the units, and have zeros and normal floats.
      const floats = dice.pick([
        [-0, -0, 0],
        [-0, -(2 ** -100)],
        [-0, 2 ** -140, -(2 ** -127), 2 ** -126, -(2 ** -124)],
      ]);
      const texels = (size: number) => {
        const components = Float32Array.from({ length: (size * size * format.texelBytes) / 4 }, () =>
          dice.pick(floats),
        );
        return new Uint8Array(components.buffer);
      };
      const image: ImageSource = { format, width: 8, height: 8, layers: 1, levels: [8, 4, 2, 1].map(texels) };
      const anisotropyEnable = dice.chance(0.5);
      const batch = lanesOf(64, ({ s, t, lod, dsdx, dtdy }, lane) => {
        [s[lane], t[lane], lod[lane]] = [dice.real(0, 1), dice.real(0, 1), dice.real(0, 3)];
        [dsdx[lane], dtdy[lane]] = [dice.real(0, 1), dice.real(0, 1)];
      });
      const lod = anisotropyEnable ? 'gradient' : 'explicit';
      const state = {
        image: 0,
        sampler: { ...nearest, anisotropyEnable },
        instruction: { lod, projected: false },
      } as const;
      if (!same(design, image, state, batch)) wrong.push(`${n}: ${format.name}`);
    }
    expect(wrong).toEqual([]);
    expect(answered()).toBeGreaterThan((draws(80, 8) * QUADS) / 4);
  });

  it('for anisotropic samples of cubes that lie beyond the face', () => {
    const different: number[] = [];
    for (let n = 0; n < draws(60, 3); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x85ebca77) | 1);
      const design = PRESETS[n % PRESETS.length];
      const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
      const size = dice.integer(1, 12);
      const levels = [Uint8Array.from({ length: 6 * 4 * size * size }, () => dice.integer(0, 255))];
      const source: ImageSource = { format, width: size, height: size, layers: 6, levels };
      const view = { ...wholeView(layOutImages([source], 'linear').images[0]), viewType: 'cube' as const };
      const sampler = { ...DEFAULT_SAMPLER, anisotropyEnable: true, maxAnisotropy: 16 };
      const batch = lanesOf(32, ({ s, t, r, dsdx, dtdx, dsdy, dtdy, drdy }, lane) => {
        // Near an edge of a face, with a long axis across it.
        [s[lane], t[lane], r[lane]] = [dice.pick([-0.95, 0.95, 0.5]), dice.real(-1, 1), dice.pick([-1, 1])];
        [dsdx[lane], dtdx[lane]] = [dice.real(-2, 2), dice.real(-2, 2)];
        [dsdy[lane], dtdy[lane], drdy[lane]] = [dice.real(-0.05, 0.05), dice.real(-0.05, 0.05), 0];
      });
      const state = { image: 0, view, sampler, instruction: { lod: 'gradient', projected: false } as const };
      if (!same(design, source, state, batch)) different.push(n);
    }
    expect(different).toEqual([]);
  });

  it('for random sampling operations: views, swizzles, cubes, volumes, comparisons and integers', () => {
    const different: number[] = [];
    for (let n = 0; n < draws(1500, 8); n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(5, n, QUADS);
      if (!same(design, image, { image: 0, view, sampler, instruction }, batch)) different.push(n);
    }
    expect(different).toEqual([]);
    // Kernels answer for designs whose axes are ideal.
    expect(answered()).toBeGreaterThan(QUADS);
  });

  it('for linear filters of sRGB, SNORM and float texels under a real chip, whose sums are aligned or widened', () => {
    const names = ['r8g8b8a8_srgb', 'r8_srgb', 'r8g8_snorm', 'r16_sfloat', 'r16g16b16a16_sfloat', 'r32g32_sfloat'];
    const different: number[] = [];
    for (let n = 0; n < draws(1200, 16); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
      const format = TEXEL_FORMATS.get(dice.pick(names))!;
      const drawn = randomImage(dice, format, dice.chance(0.6));
      const image = format.componentType === 'sfloat' && dice.chance(0.8) ? nearFloats(dice, drawn) : drawn;
      const linear = dice.chance(0.5) && ({ magFilter: 'linear', minFilter: 'linear' } as const);
      const sampler = { ...randomSampler(dice, dice.chance(0.5)), ...linear };
      const instruction = { ...randomInstruction(dice), projected: false };
      const batch = randomQuads(dice, QUADS, image.width, image.height);
      const rounding = dice.pick(NEAREST_ROUNDINGS);
      const alignedSum = { ...H100.filter.alignedSum!, rounding };
      const design = { ...H100, filter: { ...H100.filter, ...(dice.chance(0.5) && { alignedSum }) } };
      if (!same(design, image, { image: 0, sampler, instruction }, batch)) different.push(n);
    }
    expect(different).toEqual([]);
    expect(answered()).toBeGreaterThan(draws(600, 16) * QUADS);
  });

  it.each(FIELDS_OF_CHIPS)('for random sampling operations of designs with %j', ({ address, filter }) => {
    const different: number[] = [];
    for (let n = 0; n < draws(1600, 16); n++) {
      const { image, view, sampler, instruction, batch } = operationOf(6, n, QUADS);
      const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
      const base = PRESETS[n % PRESETS.length];
      const weightBits = dice.integer(2, 8);
      const changed = { weightBits, guardBits: dice.integer(0, 10), rounding: dice.pick(ROUNDING_MODES), ...filter };
      const design = {
        ...base,
        address: { ...base.address, mirroredFraction: dice.pick(['kept', 'complemented'] as const), ...address },
        filter: { ...base.filter, ...changed },
      };
      if (!same(design, image, { image: 0, view, sampler, instruction }, batch)) different.push(n);
    }
    expect(different).toEqual([]);
    expect(answered()).toBeGreaterThan(4 * QUADS);
  });
});
