import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { SPECIFICATION_TEXTS, TEXEL_LAYOUTS } from '../../../rtl-model/design/design-fields.ts';
import { EXACT_SNAPS } from '../../../rtl-model/description/snap.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource, UnboundRegion } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { unitPath } from '../../../rtl-model/path/bind-units.ts';
import { EvaluatedPath } from '../../../rtl-model/path/evaluated-path.ts';
import { CORNER_ADDRESS, Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { FootprintKernel } from '../../../rtl-model/simd/footprint-kernel.ts';
import { SampleKernel } from '../../../rtl-model/simd/sample-kernel.ts';
import { type ComponentMapping, wholeView } from '../../../rtl-model/state/image-view.ts';
import { LOD_SOURCES, type TexelOffset } from '../../../rtl-model/state/instruction.ts';
import {
  ADDRESS_MODES,
  COMPARE_OPS,
  CUBIC_WEIGHTS,
  DEFAULT_SAMPLER,
  REDUCTION_MODES,
} from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { PRESETS } from '../../oracle/presets.ts';
import { lanesOf } from '../../oracle/sampling.ts';

/** A region of no texels: it changes no result, and no kernel covers images with texels that are not bound. */
const NOTHING: UnboundRegion = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 0, height: 0, depth: 0 };
const QUADS = 24;

const SHAPES = ['line', 'plane', 'cube', 'cubes', 'volume'] as const;
type Shape = (typeof SHAPES)[number];
const FORMATS = [
  'r8g8b8a8_unorm',
  'r16g16_snorm',
  'r5g6b5_unorm_pack16',
  'r16_sfloat',
  'r32_sfloat',
  'r32g32b32a32_sfloat',
];

const CUBIC_FORMATS = [
  'r8g8b8a8_unorm',
  'r8_unorm',
  'r8g8_snorm',
  'r8g8b8a8_srgb',
  'r16_unorm',
  'r16g16b16a16_snorm',
  'a2b10g10r10_unorm_pack32',
  'r32_sfloat',
  'r32g32b32a32_sfloat',
  'r16_sfloat',
  'r16g16b16a16_sfloat',
  'bc1_rgba_unorm_block',
];

/** Every kind of texels that kernels filter, and depths, which are compared. */
const CORNER_FORMATS = [...FORMATS, ...CUBIC_FORMATS.slice(0, -1), 'r16g16b16a16_sfloat', 'd16_unorm'];

const answers = vi.spyOn(SampleKernel.prototype, 'sample');
const evaluated = vi.spyOn(FootprintKernel.prototype, 'evaluate');
afterEach(() => {
  answers.mockClear();
  evaluated.mockClear();
});

/** Texels of floats: zeros of both signs, denormals, and numbers of a wide range; in some images all of few bits. */
function floats(dice: Dice, bytes: number): Uint8Array {
  const few = dice.chance(0.4);
  const number = () => (few ? dice.integer(-255, 255) / 256 : dice.real(-1, 1));
  const value = () =>
    dice.chance(0.3)
      ? dice.pick([0, -0, 2 ** -149, -(2 ** -127), 2 ** -126, 1, -1].slice(0, few ? 2 : 7))
      : number() * 2 ** dice.integer(-20, 20);
  return new Uint8Array(Float32Array.from({ length: bytes / 4 }, value).buffer);
}

/** Texels of halves; in most images all are finite. */
function halves(dice: Dice, bytes: number): Uint8Array {
  const kept = dice.chance(0.9) ? 0xbbff : 0xffff;
  return new Uint8Array(Uint16Array.from({ length: bytes / 2 }, () => dice.bits() & kept).buffer);
}

function imageOf(dice: Dice, shape: Shape, name: string): ImageSource {
  const format = TEXEL_FORMATS.get(name)!;
  const [width, height, depth] = [0, 1, 2].map(() => dice.integer(1, 12));
  const levels = dice.pick([1, 3]);
  const plain = { format, width, height, layers: 1 };
  const cube = { ...plain, height: width, layers: shape === 'cube' ? 6 : 12 };
  const source = {
    line: { ...plain, type: '1d', height: 1 },
    plane: plain,
    cube,
    cubes: cube,
    volume: { ...plain, type: '3d', depth },
  }[shape] as Omit<ImageSource, 'levels'>;
  const most = 1 + Math.floor(Math.log2(Math.max(source.width, source.height, source.depth ?? 1)));
  const texels = (level: number) => {
    const bytes = levelBytes(source, level);
    if (format.componentType !== 'sfloat') return Uint8Array.from({ length: bytes }, () => dice.integer(0, 255));
    return format.componentBits === 32 ? floats(dice, bytes) : halves(dice, bytes);
  };
  return { ...source, levels: Array.from({ length: Math.min(levels, most) }, (_, level) => texels(level)) };
}

/** A state of a shape: samples, comparisons aside, least and greatest texels, and gathers, with offsets of lanes or texels. */
function stateOf(dice: Dice, shape: Shape, source: ImageSource): TextureState {
  const filter = () => dice.pick(['nearest', 'linear'] as const);
  const [magFilter, minFilter] = dice.chance(0.5) ? (['linear', 'linear'] as const) : [filter(), filter()];
  const flat = shape === 'plane' || shape === 'cube' || shape === 'cubes';
  const op = flat && dice.chance(0.25) ? 'gather' : 'sample';
  const extremes = dice.chance(0.25);
  const sampler = {
    ...DEFAULT_SAMPLER,
    magFilter,
    minFilter,
    mipmapMode: filter(),
    addressModeU: dice.pick(ADDRESS_MODES),
    addressModeV: dice.pick(ADDRESS_MODES),
    addressModeW: dice.pick(ADDRESS_MODES),
    borderColor: [0.25, 1, -0, 0.5],
    reductionMode: extremes ? dice.pick(['min', 'max'] as const) : 'weighted_average',
    anisotropyEnable: op === 'sample' && flat && dice.chance(0.2),
    maxAnisotropy: 8,
    nonSeamlessCubeMap: dice.chance(0.3),
  } as const;
  const lod = dice.pick(['implicit', 'explicit', 'gradient'] as const);
  const texelOffset = (): TexelOffset => [dice.integer(-8, 7), dice.integer(-8, 7)];
  const gathered = {
    op: 'gather',
    component: dice.integer(0, 3),
    gatherOrigin: dice.pick(['linear', 'nearest'] as const),
    ...(shape === 'plane' &&
      dice.chance(0.5) && { gatherOffsets: [texelOffset(), texelOffset(), texelOffset(), texelOffset()] as const }),
  } as const;
  const operation = op === 'gather' ? gathered : { lod, projected: dice.chance(0.2) };
  const instruction = { ...operation, laneOffsets: !shape.startsWith('cube') && dice.chance(0.2) };
  const view = wholeView(layOutImages([source], 'linear').images[0]);
  const viewType = shape === 'cube' ? 'cube' : shape === 'cubes' ? 'cube_array' : view.viewType;
  return {
    image: 0,
    view: { ...view, viewType },
    sampler,
    instruction: { projected: false, ...instruction },
  } as TextureState;
}

/** The state with coordinates in texels, and what else they allow. */
function unnormalizedOf(dice: Dice, state: TextureState): TextureState {
  const { sampler, view, instruction } = state;
  const filter = dice.pick(['nearest', 'linear'] as const);
  const mode = () => dice.pick(['clamp_to_edge', 'clamp_to_border'] as const);
  return {
    ...state,
    view: { ...view!, levelCount: 1 },
    sampler: {
      ...sampler,
      unnormalizedCoordinates: true,
      magFilter: filter,
      minFilter: filter,
      mipmapMode: 'nearest',
      addressModeU: mode(),
      addressModeV: mode(),
      anisotropyEnable: false,
    },
    instruction: { ...instruction, lod: 'explicit', projected: false },
  };
}

/** The state with a cubic filter: every spline, and swizzles; of any kind also with what kernels do not cover. */
function cubicOf(dice: Dice, { sampler, view, ...state }: TextureState, any: boolean): TextureState {
  const cubicWeights = dice.pick(CUBIC_WEIGHTS);
  const components = [0, 1, 2, 3].map(() => dice.pick(['identity', 'identity', 'b', 'a', 'zero', 'one'] as const));
  const usual = {
    reductionMode: dice.chance(0.5) ? 'weighted_average' : dice.pick(REDUCTION_MODES),
    anisotropyEnable: dice.chance(0.3),
    maxAnisotropy: 8,
  } as const;
  const odd = { ...usual, minFilter: dice.pick(['cubic', 'linear'] as const) };
  return {
    ...state,
    view: { ...view!, components: dice.chance(0.3) ? (components as unknown as ComponentMapping) : view!.components },
    sampler: { ...sampler, magFilter: 'cubic', minFilter: 'cubic', cubicWeights, ...(any ? odd : usual) },
    ...(!any && { instruction: { lod: dice.pick(LOD_SOURCES), projected: dice.chance(0.2) } }),
  };
}

/** The state with a filter that takes the texels around a corner of a cube, and comparisons of depths. */
function cornersOf(dice: Dice, { sampler, instruction, ...state }: TextureState, format: string): TextureState {
  const magFilter = dice.pick(['linear', 'linear', 'nearest'] as const);
  const compares = format === 'd16_unorm';
  const reductionMode = compares ? 'weighted_average' : sampler.reductionMode;
  const anisotropyEnable = dice.chance(0.3) && reductionMode === 'weighted_average';
  return {
    ...state,
    sampler: {
      ...sampler,
      magFilter,
      minFilter: 'linear',
      anisotropyEnable,
      maxAnisotropy: 8,
      reductionMode,
      nonSeamlessCubeMap: false,
      compareEnable: compares,
      compareOp: dice.pick(COMPARE_OPS),
    },
    instruction: compares ? { ...instruction, dref: true, component: undefined } : instruction,
  } as TextureState;
}

/** The design with other widths and roundings of its filter. */
function withFilterOf(dice: Dice, design: Design): Design {
  const weightBits = dice.integer(1, Math.min(8, design.address.coordinate.fractionBits));
  const filter = {
    weightBits,
    cubicWeightBits: dice.integer(4, 12),
    guardBits: dice.integer(0, 18),
    accumulatorBits: 51,
  };
  const text = dice.pick(SPECIFICATION_TEXTS);
  return { ...design, text, filter: { ...design.filter, ...filter, rounding: dice.pick(ROUNDING_MODES) } };
}

/** The design with another rounding of the snap, of exact products or of float32 steps. */
function withSnapOf(dice: Dice, design: Design): Design {
  const scalePrecision = dice.pick(['exact', 'float32'] as const);
  const rounding = dice.pick(scalePrecision === 'exact' ? EXACT_SNAPS : ROUNDING_MODES);
  return { ...design, address: { ...design.address, scalePrecision, rounding } };
}

/** Quads near each other, over edges, on ties and beyond; offsets, which the specifications allow for no cube. */
function batchOf(dice: Dice, shape: Shape): QuadBatch {
  const far = [NaN, Infinity, -Infinity, 1e30, -2000, 40_000, 1e-40, -0];
  let at = [0, 0, 0];
  const batch = lanesOf(QUADS * QUAD_LANES, (b, lane) => {
    if (lane % QUAD_LANES === 0) at = at.map(() => dice.pick([dice.real(-1.2, 1.2), dice.integer(-8, 8) / 8]));
    const near = (x: number) => (dice.chance(0.02) ? dice.pick(far) : x + dice.real(-0.1, 0.1));
    [b.s[lane], b.t[lane], b.r[lane]] = at.map(near);
    b.q[lane] = dice.pick([1, 1, 2, 0.5, -1]);
    b.layer[lane] = dice.pick([0, 0.5, 1, 3, NaN]);
    b.lod[lane] = dice.chance(0.5) ? 0 : dice.real(-1, 3);
    for (const name of ['dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy'] as const) b[name][lane] = dice.real(-0.3, 0.3);
  });
  for (let quad = 0; quad < QUADS; quad++) {
    batch.active[quad] = dice.chance(0.8) ? 15 : dice.integer(0, 15);
    if (shape === 'cube' || shape === 'cubes') continue;
    for (const name of ['offsetU', 'offsetV', 'offsetW'] as const) {
      if (dice.chance(0.3)) batch[name][quad] = dice.integer(-8, 7);
    }
    // Sums with these wrap in the 16 bits of a register.
    const far = [-32_768, 32_767];
    for (let n = 3 * QUAD_LANES * quad; n < 3 * QUAD_LANES * (quad + 1); n++) {
      if (dice.chance(0.3)) batch.laneOffset[n] = dice.chance(0.1) ? dice.pick(far) : dice.integer(-8, 7);
    }
  }
  return batch;
}

/** The quads with coordinates in texels of an image of about `size`. */
function inTexels(batch: QuadBatch, size: number): QuadBatch {
  for (const name of ['s', 't'] as const) batch[name].forEach((x, lane) => (batch[name][lane] = x * size));
  return batch;
}

/** Quads about the corners of a cube, of at most a texel of an image of `size`. */
function atCorners(dice: Dice, batch: QuadBatch, size: number): QuadBatch {
  let at: readonly number[] = [];
  for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
    if (lane % QUAD_LANES === 0) at = [0, 1, 2].map(() => dice.pick([-1, 1]) * (1 - dice.real(0, 2 / size)));
    [batch.s[lane], batch.t[lane], batch.r[lane]] = at.map((x) => x + dice.real(-0.2, 0.2) / size);
    batch.dref[lane] = dice.real(-0.1, 1.1);
  }
  return batch;
}

/** Linear filters, with other snaps than the preset's, cubic ones, these with what kernels do not cover, and corners of cubes. */
type Kind = 'linear' | 'rounded' | 'unnormalized' | 'cubic' | 'any cubic' | 'corner';

const DESCRIPTION = {
  linear: 'with nearest and linear filters',
  rounded: 'with every rounding of the snap',
  unnormalized: 'with coordinates in texels',
  cubic: 'with a cubic filter',
} as const;

/** The faces and taps of footprints that lack a texel, as 4 face + tap. */
const lacking = new Set<number>();

/** Colours, passes, and the footprints of every pass, of lanes that want a result. */
function run(n: number, shape: Shape, name: string, kernels: boolean, kind: Kind = 'linear') {
  const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
  const preset = PRESETS[n % PRESETS.length];
  const source = imageOf(dice, shape, name);
  const plain = stateOf(dice, shape, source);
  const isCubic = kind === 'cubic' || kind === 'any cubic';
  const isCorner = kind === 'corner';
  const made = isCubic ? cubicOf(dice, plain, kind === 'any cubic') : isCorner ? cornersOf(dice, plain, name) : plain;
  const state = kind === 'unnormalized' ? unnormalizedOf(dice, made) : made;
  const filtered = (isCubic || isCorner) && dice.chance(0.7) ? withFilterOf(dice, preset) : preset;
  const snapped = kind === 'rounded' || kind === 'unnormalized' ? withSnapOf(dice, filtered) : filtered;
  const cache = { ...snapped.cache, layout: isCorner ? dice.pick(TEXEL_LAYOUTS) : snapped.cache.layout };
  const design = { ...snapped, cache };
  const drawn = batchOf(dice, shape);
  const batch = isCorner ? atCorners(dice, drawn, source.width) : kind === 'unnormalized' ? inTexels(drawn, 8) : drawn;
  const memory = layOutImages([kernels ? source : { ...source, unbound: [NOTHING] }], design.cache.layout);
  KernelMemory.of(memory.data);
  const lanes = QUAD_LANES * QUADS;
  const result = new Float32Array(4 * lanes);
  const passes = new Int32Array(lanes);
  const extras = { resident: new Uint8Array(lanes), query: new Int32Array(0), passes };
  new TextureUnit(design, memory, [state]).sample(batch, result, extras);
  const registers = new LaneRegisters(lanes);
  const foot = new Footprints(lanes);
  const taps: (readonly number[])[] = [];
  const watch = () => {
    taps.push([...foot.tapCount, ...foot.address]);
    if (kernels || !isCorner) return;
    foot.address.forEach((address, tap) => {
      if (address === CORNER_ADDRESS) lacking.add(4 * registers.face[tap >> 2] + (tap & 3));
    });
  };
  const work = { foot, bytes: memory.data, watch, filters: true };
  new EvaluatedPath(unitPath(design, memory, state), work).evaluate(batch, 0, QUADS, registers, 0);
  return { bits: [...new Int32Array(result.buffer)], passes: [...passes], taps };
}

describe('kernels of every shape return the bits and the footprints of the units', () => {
  const cases = [
    ...SHAPES.map((shape) => ({ shape, kind: 'linear' as const, formats: FORMATS, every: 15 })),
    ...SHAPES.map((shape) => ({ shape, kind: 'rounded' as const, formats: FORMATS, every: 30 })),
    ...(['line', 'plane'] as const).map((shape) => ({
      shape,
      kind: 'unnormalized' as const,
      formats: FORMATS,
      every: 20,
    })),
    ...(['line', 'volume'] as const).map((shape) => ({
      shape,
      kind: 'cubic' as const,
      formats: CUBIC_FORMATS.slice(0, -1),
      every: 15,
    })),
    { shape: 'plane' as const, kind: 'cubic' as const, formats: CUBIC_FORMATS, every: 15 },
  ];
  for (const { shape, kind, formats, every } of cases) {
    it(`of a ${shape}, ${DESCRIPTION[kind]}`, () => {
      const different: string[] = [];
      for (let n = 0; n < draws(240, every); n++) {
        const name = formats[n % formats.length];
        const [fast, units] = [run(n, shape, name, true, kind), run(n, shape, name, false, kind)];
        const first = fast.bits.findIndex((bits, at) => bits !== units.bits[at]);
        if (first >= 0) different.push(`${n} ${name}: component ${first}`);
        else if (JSON.stringify(fast) !== JSON.stringify(units)) different.push(`${n} ${name}: passes or footprints`);
      }
      expect(different).toEqual([]);
      const asked = answers.mock.calls.reduce((sum, [, , count]) => sum + count, 0);
      const left = answers.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
      const all = draws(240, every) * QUADS;
      expect(asked).toBeGreaterThan(all / 2);
      expect(asked - left).toBeGreaterThan(all / 8);
    });
  }

  it.each(['cube', 'cubes'] as const)(
    'of a %s, at each corner of each face, where no quad of codes is left',
    (shape) => {
      const different: string[] = [];
      const quads = { codes: { asked: 0, left: 0 }, floats: { asked: 0, left: 0 } };
      lacking.clear();
      for (let n = 0; n < draws(320, 16); n++) {
        const name = CORNER_FORMATS[n % CORNER_FORMATS.length];
        const [fast, units] = [run(n, shape, name, true, 'corner'), run(n, shape, name, false, 'corner')];
        if (JSON.stringify(fast) !== JSON.stringify(units)) different.push(`${n} ${name}`);
        const of = quads[name.endsWith('sfloat') ? 'floats' : 'codes'];
        of.asked += answers.mock.calls.reduce((sum, [, , count]) => sum + count, 0);
        of.left += answers.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
        answers.mockClear();
      }
      expect(different).toEqual([]);
      expect(quads.codes.left).toBe(0);
      expect(quads.floats.left).toBeLessThan(quads.floats.asked / 5);
      expect(quads.codes.asked + quads.floats.asked).toBeGreaterThan((3 / 4) * draws(320, 16) * QUADS);
      expect(lacking.size).toBe(24);
    },
  );

  it('of any shape with a cubic filter, where the units answer many', () => {
    const different: string[] = [];
    for (let n = 0; n < draws(480, 20); n++) {
      const shape = SHAPES[n % SHAPES.length];
      const name = FORMATS[(n >> 2) % FORMATS.length];
      const [fast, units] = [run(n, shape, name, true, 'any cubic'), run(n, shape, name, false, 'any cubic')];
      if (JSON.stringify(fast) !== JSON.stringify(units)) different.push(`${n} ${shape} ${name}`);
    }
    expect(different).toEqual([]);
  });

  it('and many of their footprints are those of kernels', () => {
    for (const kind of ['linear', 'cubic'] as const) {
      for (let n = 0; n < 12; n++) run(n, 'plane', FORMATS[0], true, kind);
      expect(evaluated.mock.results.some(({ value }) => value === true)).toBe(true);
      evaluated.mockClear();
    }
  });
});
