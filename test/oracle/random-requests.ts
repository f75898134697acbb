import type { Design } from '../../rtl-model/design/design.ts';
import { SPECIFICATION_TEXTS } from '../../rtl-model/design/design-fields.ts';
import { NEAREST_ROUNDINGS, ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { ALL_LANES, QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { type Instruction, LOD_SOURCES } from '../../rtl-model/state/instruction.ts';
import {
  ADDRESS_MODES,
  DEFAULT_SAMPLER,
  MIPMAP_MODES,
  LOD_CLAMP_NONE,
  type Sampler,
} from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import type { Dice } from './dice.ts';

/** A design with its arithmetic drawn at random, of widths that fit together. */
export function randomDesign(dice: Dice, base: Design): Design {
  const fractionBits = dice.integer(1, 10);
  const lodFraction = dice.integer(1, 10);
  const rates = dice.pick([
    [1, 2, 4, 8, 16],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    [1, 2, 4, 6],
    [1, 3, 5],
  ]);
  // Ideal widths every other time: the kernels cover no others.
  const narrow = dice.chance(0.5);
  const alignsSums = fractionBits === 7;
  const width = (least: number) => (narrow && dice.chance(0.8) ? dice.integer(least, 24) : 'exact');
  const design: Design = {
    ...base,
    name: 'random',
    text: dice.pick(SPECIFICATION_TEXTS),
    frontEnd: { projectionBits: width(22), cubeDivideBits: width(21) },
    address: {
      ...base.address,
      coordinate: { integerBits: dice.integer(16, 20), fractionBits },
      rounding: dice.pick(ROUNDING_MODES),
      scalePrecision: dice.pick(['float32', 'exact']),
      rangeReduction: dice.chance(0.75),
      layerRounding: dice.pick(['nearest-even', 'floor-plus-half']),
    },
    lod: {
      ...base.lod,
      format: { integerBits: dice.integer(8, 10), fractionBits: lodFraction },
      rounding: dice.pick(ROUNDING_MODES),
      derivatives: dice.pick(['coarse', 'fine', 'diagonal']),
      scaleFactor: dice.pick(['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min']),
      alpha: 1,
      beta: dice.pick([0.25, 0.375, 0.5]),
      alphaBetaBits: narrow ? dice.integer(0, 12) : 'exact',
      scaleFactorBits: width(6),
      ellipseBits: width(6),
      lengthBits: width(6),
      minorAxisBits: width(6),
      log2Table: {
        rounding: 'nearest-even',
        entries: null,
        indexBits: dice.integer(2, 10),
        entryBits: dice.integer(lodFraction, 20),
        interpolationBits: dice.integer(0, 23),
      },
      nearestRule: dice.pick(['ceil-minus-one', 'floor-plus-half']),
      levelWeightCurve: dice.chance(0.8)
        ? null
        : [
            [0.125, 0],
            [0.5, 0.375],
            [0.75, 1],
          ],
      bias: { integerBits: dice.integer(3, 7), fractionBits: dice.integer(2, 10) },
      clamp: { integerBits: dice.integer(4, 6), fractionBits: dice.integer(2, 10) },
      anisotropicRates: rates,
      anisotropicSpacing: dice.pick(['i-over-n-plus-1', 'centered']),
    },
    filter: {
      ...base.filter,
      weightBits: dice.integer(1, fractionBits),
      weightScale: alignsSums ? 'power-of-two' : WEIGHT_SCALES[fractionBits % WEIGHT_SCALES.length],
      guardBits: dice.integer(0, 18),
      rounding: dice.pick(ROUNDING_MODES),
      accumulatorBits: 64,
      reciprocalBits: dice.pick(['exact', 6, 8, 11]),
      cubicWeightBits: dice.integer(6, 12),
      srgbLinearBits: dice.integer(8, 16),
      depthReference: dice.pick(['exact', 'quantized'] as const),
      floatPath: dice.pick(['fused', 'float32-steps']),
      alignedSum: alignsSums
        ? {
            guardBits: dice.integer(0, 5),
            srgbBits: dice.integer(6, 12),
            srgbExponentBits: dice.integer(0, 8),
            rounding: dice.pick(NEAREST_ROUNDINGS),
          }
        : null,
    },
    limits: { ...base.limits, maxSamplerLodBias: dice.pick([2, 15.99, 31.98]), maxSamplerAnisotropy: rates.at(-1)! },
  };
  const address = {
    ...design.address,
    pointRounding: fractionBits % 4 === 2 ? 'floor' : 'same',
    pointFractionBits: fractionBits % 4 === 0 ? fractionBits / 2 : 'same',
    mirroredFraction: fractionBits % 5 === 3 ? 'complemented' : 'kept',
  } as const;
  const lod = { ...design.lod, levelWeightSlopes: fractionBits % 3 === 1 ? [1, 1.5, 1.75, 2] : null };
  if (lod.scaleFactor !== 'alpha-max-beta-min') return { ...design, address, lod };
  const componentBits = narrow ? 4 + fractionBits : 'aligned';
  return { ...design, address, lod: { ...lod, componentBits, diagonals: fractionBits % 2 === 0 ? 0.6875 : 0 } };
}

/** A random design without the values that C and shaders refuse; its lengths are those of floats where it has coefficients. */
export function randomPlainDesign(dice: Dice, base: Design): Design {
  const { address, lod, filter, ...others } = randomDesign(dice, base);
  const { weightScale } = filter;
  return {
    ...others,
    address: { ...address, mirroredFraction: 'kept' },
    lod: {
      ...lod,
      componentBits: lod.scaleFactor === 'alpha-max-beta-min' ? 10 : 'aligned',
      levelWeightSlopes: null,
    },
    filter: { ...filter, weightScale: weightScale === 'all-ones' ? weightScale : 'power-of-two', alignedSum: null },
  };
}

const WEIGHT_SCALES = ['all-ones', 'power-of-two', 'power-of-two', 'all-ones-over-power-of-two'] as const;

/** A plain sampler takes one bilinear sample of a level. */
export function randomSampler(dice: Dice, plain = false): Sampler {
  const minLod = dice.chance(0.6) ? 0 : dice.real(0, 4);
  return {
    ...DEFAULT_SAMPLER,
    magFilter: plain ? 'linear' : dice.pick(MIPMAP_MODES),
    minFilter: plain ? 'linear' : dice.pick(MIPMAP_MODES),
    mipmapMode: dice.pick(MIPMAP_MODES),
    addressModeU: dice.pick(ADDRESS_MODES),
    addressModeV: dice.pick(ADDRESS_MODES),
    mipLodBias: dice.chance(0.5) ? 0 : dice.real(-3, 3),
    anisotropyEnable: !plain && dice.chance(0.5),
    maxAnisotropy: dice.pick([1, 2, 2.5, 4, 8, 16]),
    minLod,
    maxLod: dice.chance(0.6) ? LOD_CLAMP_NONE : dice.real(0, 5),
    borderColor: [dice.real(-1.5, 1.5), dice.real(-1.5, 1.5), dice.real(0, 1), dice.real(0, 1)],
  };
}

export function randomInstruction(dice: Dice): Instruction {
  return { lod: dice.pick(LOD_SOURCES), projected: dice.chance(0.25) };
}

/** Noise in every level, so that no level resembles another. A plain one has a single level and layer. */
export function randomImage(dice: Dice, format: TexelFormat, plain = false): ImageSource {
  const [width, height] = [dice.integer(1, 40), dice.integer(1, 40)];
  const layers = plain ? 1 : dice.pick([1, 1, 3]);
  const levels = plain ? 1 : dice.integer(1, 1 + Math.floor(Math.log2(Math.max(width, height))));
  return {
    format,
    width,
    height,
    layers,
    levels: Array.from({ length: levels }, (_, level) => {
      const texels = levelSize(width, level) * levelSize(height, level) * layers;
      return randomTexels(dice, format, texels);
    }),
  };
}

function randomTexels(dice: Dice, { order, componentBits, componentType }: TexelFormat, texels: number): Uint8Array {
  const components = texels * order.length;
  if (componentBits === 32) {
    const floats = Float32Array.from({ length: components }, () => dice.real(-1, 1) * 2 ** dice.integer(-4, 12));
    return new Uint8Array(floats.buffer);
  }
  // A half's exponent of infinity and NaN is left out.
  const keep = componentType === 'sfloat' ? 0xbbff : 0xffff;
  const halves = Uint16Array.from({ length: components }, () => dice.bits() & keep);
  return componentBits === 16 ? new Uint8Array(halves.buffer) : Uint8Array.from(halves, (bits) => bits & 255);
}

/** `count` quads, all lanes active. */
export function randomQuads(dice: Dice, count: number, width: number, height: number): QuadBatch {
  const batch = new QuadBatch(count);
  batch.count = count;
  for (let quad = 0; quad < count; quad++) {
    batch.active[quad] = ALL_LANES;
    if (dice.chance(0.4)) {
      batch.offsetU[quad] = dice.integer(-8, 7);
      batch.offsetV[quad] = dice.integer(-8, 7);
    }
    const [s, t] = [randomCoordinate(dice, width), randomCoordinate(dice, height)];
    const step = () => dice.real(-1, 1) * 2 ** dice.integer(-12, 0);
    const [sx, tx, sy, ty] = [step(), step(), dice.chance(0.1) ? 0 : step(), dice.chance(0.1) ? 0 : step()];
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const at = QUAD_LANES * quad + lane;
      const [x, y] = [lane & 1, lane >> 1];
      batch.s[at] = s + x * sx + y * sy;
      batch.t[at] = t + x * tx + y * ty;
      batch.q[at] = dice.real(0.5, 2);
      batch.layer[at] = dice.pick([0, 0.5, 1, 1.5, 2.5, -3, 9, dice.real(0, 3)]);
      batch.lod[at] = dice.chance(0.5) ? dice.integer(-4, 24) / 4 : dice.real(-2, 6);
      batch.minLod[at] = dice.chance(0.8) ? 0 : dice.real(0, 3);
      batch.dsdx[at] = step();
      batch.dtdx[at] = dice.chance(0.2) ? 0 : step();
      batch.dsdy[at] = dice.chance(0.2) ? 0 : step();
      batch.dtdy[at] = step();
    }
  }
  return batch;
}

/** Anywhere near the image, on texel edges and centres, far out, about the ends of the reduction, and no number. */
function randomCoordinate(dice: Dice, size: number): number {
  const sort = dice.real(0, 1);
  if (sort < 0.5) return dice.real(-2, 3);
  if (sort < 0.75) return dice.integer(-4 * size, 4 * size) / (2 * size);
  if (sort < 0.85) return dice.pick([-1, 1]) * dice.real(9.5, 10.5);
  if (sort < 0.93) return dice.real(-1, 1) * 2 ** dice.integer(2, 30);
  if (sort < 0.97) return dice.real(-1, 1) * 2 ** -dice.integer(10, 149);
  return dice.pick([NaN, Infinity, -Infinity, 3e38, -3e38, -0]);
}
