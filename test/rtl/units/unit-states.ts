import { CUBE_FACES } from '../../../rtl-model/address-unit/cube-edge.ts';
import { FetchPlan } from '../../../rtl-model/address-unit/plans/fetch-plan.ts';
import { GatherPlan } from '../../../rtl-model/address-unit/plans/gather-plan.ts';
import { SamplePlan } from '../../../rtl-model/address-unit/plans/sample-plan.ts';
import type { LanePlan } from '../../../rtl-model/address-unit/plans/tap-plan.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { compressionOf } from '../../../rtl-model/formats/block-format.ts';
import { halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { bind, type Binding } from '../../../rtl-model/state/binding.ts';
import type { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { SWIZZLES, wholeView, type ComponentMapping } from '../../../rtl-model/state/image-view.ts';
import { type Instruction, LOD_SOURCES } from '../../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES, COMPARE_OPS, DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { PLAIN_SAMPLING, UNIT_BLOCK_FORMATS, type UnitSampling } from '../../../src/forms/parameters/unit-widths.ts';
import { isUnitState, wideFormat } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { PLAIN_PATH_FORMATS } from '../formats/plain-path-formats.ts';
import { anyFloats, anyHalves } from './float-texels.ts';

const D16 = TEXEL_FORMATS.get('d16_unorm')!;
const D32 = TEXEL_FORMATS.get('d32_sfloat')!;
/** Formats of components of 16 bits, and of floats of 32. */
export const WIDE_FORMATS = [...TEXEL_FORMATS.values()].filter((format) => wideFormat(format) !== null);
const DEPTH_IMAGES = 4;

/** The bytes of depths: the ends of the range, depths in it and any patterns. */
function anyDepths(format: TexelFormat, count: number, dice: Dice): Uint8Array {
  const texels = format === D16 ? new Uint16Array(count) : new Uint32Array(count);
  const code = (depth: number) => (format === D16 ? Math.round(depth * 65_535) : floatBits(depth));
  for (let n = 0; n < count; n++) texels[n] = dice.pick([code(0), code(1), code(dice.real(0, 1)), dice.bits()]);
  return new Uint8Array(texels.buffer);
}

/**
 * Images by chance: every format of the plain path, odd sizes, levels, layers, random texels; and depths for a unit
 * that compares them, and wide components for a unit that takes them. A unit with cubes has square images of six layers and
 * more, and one with volumes 3D images.
 *
 * @param mostTexels of an image along an axis
 * @param sampling with blocks, more than half of the images have them; with comparison, the last ones are depths
 */
export function anyImages(
  design: Design,
  dice: Dice,
  mostTexels = Infinity,
  { blocks, comparison, wide, float32, cubes, volumes } = PLAIN_SAMPLING,
): TexelMemory {
  const formats = PLAIN_PATH_FORMATS.map(({ format }) => format);
  const isTaken = ({ componentType, componentBits }: TexelFormat) =>
    (componentBits === 16 ? wide : float32) && (componentType !== 'sfloat' || design.filter.floatPath === 'fused');
  formats.push(...Array.from({ length: 3 }, () => WIDE_FORMATS.filter(isTaken)).flat());
  if (blocks) formats.push(...Array.from({ length: 3 }, () => UNIT_BLOCK_FORMATS).flat());
  const depths = design.filter.floatPath === 'fused' ? [D16, D32] : [D16];
  if (comparison) formats.push(...Array.from({ length: DEPTH_IMAGES }, (_, n) => depths[n % depths.length]));
  const largest = Math.min(design.limits.maxImageDimension2D, mostTexels);
  const mostLayers = Math.min(design.limits.maxImageArrayLayers, mostTexels);
  const deepest = Math.min(design.limits.maxImageDimension3D, mostTexels);
  return layOutImages(
    formats.map((format): ImageSource => {
      const isVolume = volumes && ![D16, D32].includes(format) && dice.chance(0.6);
      const isCube = !isVolume && cubes && mostLayers >= CUBE_FACES && dice.chance(0.5);
      const widths = isVolume ? [1, 2, 3, 8, 17, 40] : isCube ? [1, 2, 3, 4, 9, 16] : [1, 2, 3, 8, 17, 64, 100, 256];
      const width = Math.min(largest, dice.pick(widths));
      const height = isCube ? width : Math.min(largest, dice.pick([1, 2, 5, 8, 31, 64]));
      const depth = isVolume ? Math.min(deepest, dice.pick([1, 2, 3, 5, 9, 31])) : 1;
      const mostLayersOf = isVolume ? 1 : mostLayers;
      const layers = isCube
        ? dice.integer(CUBE_FACES, Math.min(3 * CUBE_FACES, mostLayersOf))
        : dice.chance(0.5)
          ? 1
          : dice.integer(Math.min(2, mostLayersOf), Math.min(7, mostLayersOf));
      const levels = dice.integer(1, 1 + Math.floor(Math.log2(Math.max(width, height, depth))));
      const size = { format, width, height, layers, ...(isVolume && { type: '3d' as const, depth }) };
      return {
        ...size,
        levels: Array.from({ length: levels }, (_, level) => {
          const bytes = levelBytes(size, level);
          if ([D16, D32].includes(format)) return anyDepths(format, bytes / format.texelBytes, dice);
          if (format.componentType === 'sfloat') {
            const { buffer } = format.componentBits === 32 ? anyFloats(bytes / 4, dice) : anyHalves(bytes / 2, dice);
            return new Uint8Array(buffer);
          }
          return Uint8Array.from({ length: bytes }, () => dice.bits());
        }),
      };
    }),
    design.cache.layout,
  );
}

/**
 * A state by chance, of those that a unit with such sampling takes. An image of blocks may have a view of another format of
 * its compression.
 */
export function anyState(design: Design, memory: TexelMemory, dice: Dice, sampling = PLAIN_SAMPLING): TextureState {
  const { length } = memory.images;
  const compares = sampling.comparison && dice.chance(0.35);
  const image = dice.integer(compares ? length - DEPTH_IMAGES : 0, length - 1);
  const { format } = memory.images[image];
  const dref = [D16, D32].includes(format);
  const compatible = UNIT_BLOCK_FORMATS.filter((other) => compressionOf(other) === compressionOf(format));
  const whole = {
    ...wholeView(memory.images[image]),
    ...(compatible.length > 0 && { format: dice.pick(compatible) }),
  };
  const baseMipLevel = dice.integer(0, whole.levelCount - 1);
  const levelCount = dice.integer(1, whole.levelCount - baseMipLevel);
  const { width, height, type } = memory.images[image];
  const isVolume = type === '3d';
  const arrayed = !isVolume && dice.chance(0.5);
  // Floats that are filtered have no cubes.
  const hasCubes = sampling.cubes && (dref || format.componentType !== 'sfloat');
  const isCube = hasCubes && !isVolume && width === height && whole.layerCount >= CUBE_FACES && dice.chance(0.8);
  const faces = isCube ? CUBE_FACES : 1;
  const baseArrayLayer = dice.integer(0, whole.layerCount - faces);
  const layers = arrayed ? faces * dice.integer(1, Math.floor((whole.layerCount - baseArrayLayer) / faces)) : faces;
  const real = (from: number, to: number) => dice.pick([0, dice.integer(Math.ceil(from), to), dice.real(from, to)]);
  const filter = () => dice.pick(['nearest', 'linear'] as const);
  const { maxSamplerAnisotropy } = design.limits;
  const operation = anyOperation(dice, {
    ...sampling,
    gathers: sampling.gathers && !isVolume,
    fetches: sampling.fetches && !dref && !isCube,
  });
  return {
    image,
    view: {
      ...whole,
      viewType: isVolume ? '3d' : `${isCube ? 'cube' : '2d'}${arrayed ? '_array' : ''}`,
      components: Array.from({ length: 4 }, () => dice.pick(SWIZZLES)) as unknown as ComponentMapping,
      baseMipLevel,
      levelCount,
      baseArrayLayer,
      layerCount: layers,
      minLod: operation.op === undefined && dice.chance(0.7) ? 0 : dice.real(0, baseMipLevel + levelCount - 1),
    },
    sampler: {
      ...DEFAULT_SAMPLER,
      magFilter: filter(),
      minFilter: filter(),
      mipmapMode: filter(),
      addressModeU: dice.pick(ADDRESS_MODES),
      ...(sampling.reductions && { reductionMode: dice.pick(['weighted_average', 'min', 'max'] as const) }),
      addressModeV: dice.pick(ADDRESS_MODES),
      ...(isVolume && { addressModeW: dice.pick(ADDRESS_MODES) }),
      mipLodBias: real(-3, 3),
      minLod: real(-1, 4),
      maxLod: dice.chance(0.6) ? DEFAULT_SAMPLER.maxLod : real(0, 8),
      anisotropyEnable: dice.chance(0.6),
      maxAnisotropy: Math.min(maxSamplerAnisotropy, dice.pick([1, 1.5, 2, 3.7, maxSamplerAnisotropy])),
      ...(dref && { compareEnable: true, compareOp: dice.pick(COMPARE_OPS) }),
      ...(isCube && { nonSeamlessCubeMap: dice.chance(0.2) }),
      borderColor:
        format.componentType === 'sfloat' && !dref && !sampling.float32 ? anyHalfColor(dice) : anyColor(dice),
    },
    instruction: { lod: dice.pick(LOD_SOURCES), projected: dice.chance(0.3), ...operation, ...(dref && { dref }) },
  };
}

function anyColor(dice: Dice): readonly [number, number, number, number] {
  return [dice.real(-1.2, 1.2), dice.real(0, 1), 1, dice.pick([0, 1, 0.5])];
}

function anyHalfColor(dice: Dice) {
  const half = () => dice.pick([0, 1, -0, 0.5, halfToFloat(dice.bits() & 0xffff), Infinity]);
  return [half(), half(), half(), half()] as const;
}

/** An operation other than a sample in half of the states of a unit that has others. */
function anyOperation(dice: Dice, { gathers, fetches }: UnitSampling): Partial<Instruction> {
  if ((!gathers && !fetches) || dice.chance(0.5)) return {};
  if (fetches && (!gathers || dice.chance(0.4))) return { op: 'fetch' };
  return { op: 'gather', component: dice.integer(0, 3) };
}

/** So many states by chance, of one memory; the same ones in every run. @param sampling as `anyState` */
export function anyBindings(design: Design, count: number, sampling = PLAIN_SAMPLING): readonly Binding[] {
  const dice = new Dice(1);
  const memory = anyImages(design, dice, Infinity, sampling);
  return Array.from({ length: count }, () => {
    const state = anyState(design, memory, dice, sampling);
    const binding = bind(design, memory, state, state.image!);
    if (!isUnitState(binding, sampling)) throw new RangeError('a state by chance is none of the unit');
    return binding;
  });
}

/** The address unit of a state. */
export function planOf(binding: Binding): LanePlan {
  switch (binding.op) {
    case 'gather':
      return new GatherPlan(binding);
    case 'fetch':
      return new FetchPlan(binding);
    default:
      return new SamplePlan(binding);
  }
}

/** True for each lane of a batch's quad 0 whose level the view of a fetch lacks. */
export function offView({ level }: QuadBatch, { op, firstLevel, lastLevel }: Binding): readonly boolean[] {
  return Array.from(level, (each) => op === 'fetch' && (each < 0 || each > lastLevel - firstLevel));
}

/** The level of the image that each lane of a batch's quad 0 reads first: the operand of a fetch, else that of the LOD unit. */
export function firstLevels({ level }: QuadBatch, { op, firstLevel }: Binding, { levelHi }: LaneRegisters) {
  return op === 'fetch' ? Array.from(level, (each) => firstLevel + each) : levelHi;
}
