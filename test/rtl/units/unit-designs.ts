import type { Design, L2Design, LodDesign, TexelLayout } from '../../../rtl-model/design/design.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { PLAIN_SAMPLING, type UnitSampling } from '../../../src/forms/parameters/unit-widths.ts';
import { Dice } from '../../oracle/dice.ts';
import { DEEP } from '../programs.ts';

/** The sampling of a unit whose states mix operations. */
export const MIXED_SAMPLING: UnitSampling = { ...PLAIN_SAMPLING, gathers: true, fetches: true, comparison: true };

/** The sampling of a unit that has blocks, of those that have wide components, and of one with every option. */
export const BLOCK_SAMPLING: UnitSampling = { ...PLAIN_SAMPLING, blocks: true };
export const WIDE_SAMPLING: UnitSampling = { ...PLAIN_SAMPLING, wide: true };
export const FLOAT32_SAMPLING: UnitSampling = { ...WIDE_SAMPLING, float32: true };
export const CUBE_SAMPLING: UnitSampling = { ...PLAIN_SAMPLING, cubes: true };
export const VOLUME_SAMPLING: UnitSampling = { ...PLAIN_SAMPLING, volumes: true };
export const WHOLE_SAMPLING: UnitSampling = {
  ...MIXED_SAMPLING,
  reductions: true,
  blocks: true,
  wide: true,
  float32: true,
  cubes: true,
  volumes: true,
};

/** An L2 that units have. */
export const UNIT_L2: L2Design = {
  lineBytes: 128,
  sets: 8,
  ways: 3,
  setIndex: 'xor-folded',
  indexBits: null,
  replacement: 'lru',
  rrpvBits: 2,
  allocation: 'on-miss',
  bypass: 'none',
  inclusive: false,
  sharing: 'units',
  latency: 9,
  dataLatency: 4,
  banks: 1,
  ports: 1,
  outstandingMisses: 'unlimited',
  bytesPerCycle: 32,
  busClock: { cycles: 1, unitCycles: 1 },
};

const METHODS: readonly LodDesign['scaleFactor'][] = [
  'ellipse',
  'euclidean',
  'max-component',
  'component-sum',
  'alpha-max-beta-min',
];
const LAYOUTS: readonly TexelLayout[] = ['linear', 'tiled-4x4', 'tiled-8x2', 'tiled-1x4', 'morton'];

/** Designs without an ideal field: the presets, and others by chance whose steps narrow in every way, more in a long run. */
export const UNIT_DESIGNS: readonly Design[] = [
  PRESETS.get('d3d11.3-synthesizable')!,
  PRESETS.get('vulkan-1.4-synthesizable')!,
  ...Array.from({ length: DEEP ? 16 : 3 }, (_, n) => anyDesign(n + 1)),
];

function anyDesign(seed: number): Design {
  const dice = new Dice(seed);
  for (;;) {
    const design = drawn(dice, seed);
    if (widthFaults(design).length === 0) return design;
  }
}

function drawn(dice: Dice, seed: number): Design {
  const preset = PRESETS.get('d3d11.3-synthesizable')!;
  const rounding = () => dice.pick(ROUNDING_MODES);
  const fractionBits = dice.integer(1, 10);
  const lodFraction = dice.integer(1, 10);
  const indexBits = dice.integer(1, 7);
  const entryBits = dice.integer(lodFraction, 16);
  const interpolationBits = dice.integer(0, 12);
  const entries = Array.from({ length: 2 ** indexBits + Number(interpolationBits > 0) }, () =>
    dice.integer(0, 2 ** entryBits),
  );
  const one = dice.integer(255, 65536);
  const rates = dice.pick([
    [1, 2, 4, 8, 16],
    [1, 2, 3, 5, 8],
    [1, 6],
  ]);
  return {
    ...preset,
    name: `random ${seed}`,
    frontEnd: { projectionBits: dice.integer(18, 24), cubeDivideBits: 24 - (seed % 6) },
    address: {
      ...preset.address,
      coordinate: { integerBits: dice.integer(11, 17), fractionBits },
      rounding: rounding(),
      gatherRounding: (['same', 'floor', 'toward-zero'] as const)[seed % 3],
      scalePrecision: dice.pick(['exact', 'float32']),
      rangeReduction: dice.chance(0.6),
      layerRounding: dice.pick(['nearest-even', 'floor-plus-half']),
    },
    lod: {
      ...preset.lod,
      format: { integerBits: dice.integer(5, 9), fractionBits: lodFraction },
      rounding: rounding(),
      derivatives: dice.pick(['coarse', 'fine']),
      scaleFactor: dice.pick(METHODS),
      alpha: 0.96,
      beta: 0.4,
      alphaBetaBits: dice.integer(0, 12),
      scaleFactorBits: dice.integer(3, 24),
      ellipseBits: dice.integer(3, 24),
      lengthBits: dice.integer(2, 24),
      minorAxisBits: dice.integer(2, 24),
      log2Table: {
        rounding: 'nearest-even',
        entries: seed % 2 === 0 ? entries.toSorted((a, b) => a - b) : null,
        indexBits,
        entryBits,
        interpolationBits,
      },
      nearestRule: dice.pick(['ceil-minus-one', 'floor-plus-half']),
      levelWeightCurve: dice.pick([
        null,
        [
          [0.25, 0],
          [0.75, 1],
        ],
      ]),
      bias: { integerBits: dice.integer(4, 7), fractionBits: dice.integer(2, 9) },
      clamp: { integerBits: dice.integer(3, 5), fractionBits: dice.integer(2, 9) },
      anisotropicRates: rates,
      anisotropicSpacing: dice.pick(['i-over-n-plus-1', 'centered']),
    },
    filter: {
      ...preset.filter,
      weightBits: dice.integer(1, fractionBits),
      depthReference: (['exact', 'quantized'] as const)[seed % 2],
      weightScale: (['power-of-two', 'all-ones', 'all-ones-over-power-of-two'] as const)[seed % 3],
      guardBits: dice.integer(0, 12),
      rounding: rounding(),
      accumulatorBits: dice.integer(25, 36),
      reciprocalBits: dice.integer(2, 12),
      srgbLinearBits: dice.integer(8, 14),
      srgbTable:
        seed % 2 === 0 ? null : Array.from({ length: 256 }, (_, n) => (n === 255 ? one : dice.integer(0, one))),
    },
    cache: { ...preset.cache, layout: dice.pick(LAYOUTS) },
    limits: {
      ...preset.limits,
      subTexelPrecisionBits: 0,
      mipmapPrecisionBits: 0,
      maxSamplerAnisotropy: dice.pick(rates),
      maxSamplerLodBias: dice.pick([5.3, 16]),
      maxImageDimension1D: 512,
      maxImageDimension2D: 512,
      maxImageDimension3D: 512,
      maxImageDimensionCube: 512,
      maxImageArrayLayers: 9,
    },
  };
}
