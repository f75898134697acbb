import type { Design } from '../../rtl-model/design/design.ts';
import { type RoundingMode, ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import type { Profile } from '../../src/checker/profiles.ts';
import type { Dice } from './dice.ts';
import { FULL_QUALITY } from './presets.ts';

/** The modes that differ in ties only. */
export const NEAREST_MODES: readonly RoundingMode[] = [
  'nearest-even',
  'nearest-up',
  'nearest-down',
  'nearest-away',
  'nearest-toward-zero',
];

/** A design that conforms to a profile by construction: widths at or above it, and any choice that the text leaves. */
export function permittedDesign(
  dice: Dice,
  { specification, subTexelPrecisionBits, mipmapPrecisionBits }: Profile,
): Design {
  const vulkan = specification === 'Vulkan';
  const snaps = vulkan ? ROUNDING_MODES : NEAREST_MODES;
  const fractionBits = subTexelPrecisionBits + dice.integer(0, 3);
  return {
    ...FULL_QUALITY,
    name: 'permitted',
    address: {
      ...FULL_QUALITY.address,
      coordinate: { integerBits: 18, fractionBits },
      rounding: dice.pick(snaps),
      scalePrecision: dice.pick(['float32', 'exact']),
      rangeReduction: !vulkan || dice.chance(0.5),
      layerRounding: vulkan ? dice.pick(['nearest-even', 'floor-plus-half']) : 'nearest-even',
    },
    lod: {
      ...FULL_QUALITY.lod,
      format: { integerBits: 9, fractionBits: mipmapPrecisionBits + dice.integer(0, 3) },
      rounding: dice.pick(snaps),
      bias: { integerBits: 7, fractionBits: 16 },
      clamp: { integerBits: 6, fractionBits: 16 },
      derivatives: vulkan ? dice.pick(['coarse', 'fine']) : 'coarse',
      scaleFactor: vulkan
        ? dice.pick(['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'])
        : dice.pick(['ellipse', 'euclidean']),
      nearestRule: vulkan ? dice.pick(['ceil-minus-one', 'floor-plus-half']) : 'floor-plus-half',
    },
    filter: {
      ...FULL_QUALITY.filter,
      accumulatorBits: 51,
      weightBits: fractionBits,
      guardBits: dice.pick([0, 1, 4, 8, 16]),
      rounding: dice.pick(NEAREST_MODES),
      srgbLinearBits: dice.integer(14, 20),
      floatPath: dice.pick(['fused', 'float32-steps']),
    },
  };
}
