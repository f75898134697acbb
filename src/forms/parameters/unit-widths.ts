import type { Design } from '../../../rtl-model/design/design.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { unsignedScale } from '../../../rtl-model/formats/blocks/component-scale.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { bitsFor } from '../../../rtl-model/registers/register-formats.ts';
import { StateRegisters } from '../../../rtl-model/registers/state-registers.ts';
import { plainCodeBits, plainState } from '../../designs/plain-state.ts';
import { tileOf } from './derived-constants.ts';

/** Byte addresses are 0 to 2^31 - 1. */
export const ADDRESS_BITS = 31;

/** Widths of what the units of the plain path exchange, in bits, the numbers of levels and samples, and the linear code of 1. */
export type UnitWidths = ReturnType<typeof unitWidths>;

/** Bits of the linear value of an sRGB code. */
export function srgbEntryBits({ filter: { srgbTable, srgbLinearBits } }: Pick<Design, 'filter'>): number {
  return srgbTable === null ? srgbLinearBits : unsignedScale(srgbTable[255]).bits;
}

/** Samples of a unit beside those of the plain path. */
export interface UnitSampling {
  /** Reductions to the least and the greatest texel (VkSamplerReductionMode). */
  readonly reductions: boolean;
  /** Gathers: the four texels of a linear footprint at the view's first level, one component of each. */
  readonly gathers: boolean;
  /** Fetches: the texel at integer coordinates, in the level that the instruction has. */
  readonly fetches: boolean;
  /** Blocks of BC1 to BC5. */
  readonly blocks: boolean;
  /** Comparisons of depths with a reference (VkSamplerCreateInfo::compareEnable), of samples, and of gathers if there are any. */
  readonly comparison: boolean;
  /** Components of 16 bits: UNORM, SNORM, and halves in designs whose floats are filtered exactly (`filter.floatPath`). */
  readonly wide: boolean;
  /** Floats of 32 bits, in such designs, and any border of halves. */
  readonly float32: boolean;
  /** Views of cubes and of arrays of cubes, of samples, and of gathers if there are any. */
  readonly cubes: boolean;
  /** Views of 3D images, of samples, and of fetches if there are any. */
  readonly volumes: boolean;
}

export const PLAIN_SAMPLING: UnitSampling = {
  reductions: false,
  gathers: false,
  fetches: false,
  blocks: false,
  comparison: false,
  wide: false,
  float32: false,
  cubes: false,
  volumes: false,
};

/** Bits of the number of a texel in a block. */
export const IN_BLOCK_BITS = 4;

/** The formats of the blocks that units may have. */
export const UNIT_BLOCK_FORMATS: readonly TexelFormat[] = [...TEXEL_FORMATS.values()].filter(({ name }) =>
  /^bc[1-5]_/.test(name),
);

/** Bits of the widest code of a block, and a sign. */
function blockCodeBits({ filter }: Design): number {
  const scales = UNIT_BLOCK_FORMATS.flatMap((format) => componentScales(format, filter.srgbLinearBits));
  return 1 + Math.max(...scales.map(({ bits }) => bits));
}

/** Bits of the code of a component of 16 bits, a depth that is compared among them, and a sign. */
const CODE_BITS_OF_16 = 17;

/** The most fraction bits of the texel that a corner of a cube lacks, of any format: a texel register has room for no more. */
const MOST_CORNER_BITS = 22;

/** The fraction bits of texels in the filter of a unit that has cubes. */
export function cornerTexelBits(design: Design): number {
  return Math.min(filterWidths(design).afterV, MOST_CORNER_BITS);
}

/**
 * @param design without an ideal field
 * @param states the texture states that the unit holds
 */
export function unitWidths(
  design: Design,
  states: number,
  { reductions, gathers, fetches, blocks, comparison, wide, float32, cubes, volumes } = PLAIN_SAMPLING,
) {
  const { lod, limits, cache, filter } = design;
  const { maxImageDimension2D, maxImageDimensionCube, maxImageArrayLayers, minTexelOffset, maxTexelOffset } = limits;
  // Slices of a volume lie as layers do.
  const slices = volumes ? limits.maxImageDimension3D : 0;
  const size = Math.max(maxImageDimension2D, cubes ? maxImageDimensionCube : 0, slices);
  const registers = new StateRegisters(plainState(design)).all;
  const widthOf = (name: string) => registers.find((register) => register.name === name)!.format.width;
  const tile = tileOf(cache.layout);
  const largestRate = Math.max(...lod.anisotropicRates);
  const samplesBits = bitsFor(largestRate);
  const sizeBits = bitsFor(size);
  const levels = Math.floor(Math.log2(size)) + 1;
  const codeBits = Math.max(
    plainCodeBits(design),
    blocks ? blockCodeBits(design) : 0,
    comparison || wide ? CODE_BITS_OF_16 : 0,
  );
  const floatBits = filter.floatPath !== 'fused' ? 0 : float32 ? 32 : wide ? 16 : 0;
  const wideBits = Math.max(floatBits, wide ? 16 : 0);
  const tapBits = Math.max(32, blocks ? 128 : 0, 4 * wideBits);
  return {
    states,
    stateBits: bitsFor(states - 1),
    quadBits: 32,
    offsetBits: bitsFor(Math.max(maxTexelOffset, -1 - minTexelOffset)) + 1,
    sizeBits,
    levels,
    levelBits: bitsFor(levels - 1),
    layerBits: bitsFor(Math.max(maxImageArrayLayers, slices)),
    addressBits: ADDRESS_BITS,
    positionBits: ADDRESS_BITS,
    pitchBits: bitsFor(Math.ceil(size / Math.max(1, tile.width)) * Math.max(1, tile.width * tile.height)),
    squareBits: bitsFor(sizeBits),
    limitBits: lod.clamp.integerBits + 1 + lod.format.fractionBits,
    levelWeightBits: widthOf('levelWeight'),
    weightBits: widthOf('alpha'),
    largestRate,
    samplesBits,
    // A volume has one sample of two passes in each of two levels.
    passBits: Math.max(samplesBits + 1, volumes ? 3 : 0),
    // A sum of weights that is less than 1 is no texel of a nearest filter, and neither is +0 where the texel is -0. A nearest
    // filter reads one slice of a volume.
    linearBits: filter.weightScale === 'all-ones-over-power-of-two' || floatBits > 0 || volumes ? 1 : 0,
    reductionBits: reductions ? 2 : 0,
    operationBits: gathers || fetches ? 2 : 0,
    gathers: Number(gathers),
    fetches: Number(fetches),
    comparison: Number(comparison),
    codeBits,
    cubes: Number(cubes),
    volumes: Number(volumes),
    cornerBits: cubes ? cornerTexelBits(design) : 0,
    srgbBits: srgbEntryBits(design),
    srgbOne: filter.srgbTable?.[255] ?? 2 ** filter.srgbLinearBits - 1,
    // A tap reads a word, or the largest block or texel. The texel's place in it: the first byte, and its number in a block.
    tapBits,
    tapPlaceBits: Math.log2(tapBits / 8) + (blocks ? IN_BLOCK_BITS : 0),
    blockSrgbBits: blocks ? filter.srgbLinearBits : 0,
    // Bits of wide components, and of the floats among them.
    wideBits,
    floatBits,
    texelBits: Math.max(codeBits, floatBits),
  };
}
