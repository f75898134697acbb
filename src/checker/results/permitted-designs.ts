import type { AddressDesign, Design, FilterDesign, LodDesign } from '../../../rtl-model/design.ts';
import { PRESETS } from '../../designs/presets.ts';
import type { Profile } from '../profiles.ts';

const BASE = PRESETS.get('full-quality')!;

/**
 * Designs at the least precision of a profile and at a high one, with every choice that the specification leaves: the
 * rounding to the nearest (D3D11.3) or to either neighbour, the rules of level and layer, the scale factor.
 */
export function permittedDesigns(profile: Profile): readonly Design[] {
  const { specification, subTexelPrecisionBits, mipmapPrecisionBits, maxSamplerLodBias } = profile;
  const choices = specification === 'Vulkan' ? VULKAN_CHOICES : D3D11_CHOICES;
  const rounding = specification === 'Vulkan' ? 'toward-zero' : 'nearest-even';
  const precisions = [
    { fractionBits: subTexelPrecisionBits, lodBits: mipmapPrecisionBits, cubicWeightBits: 8, maxSamplerLodBias },
    { ...BASE.limits, fractionBits: 14, lodBits: 14, cubicWeightBits: 12 },
  ];
  return choices.flatMap(({ address, lod }) =>
    precisions.map(({ fractionBits, lodBits, cubicWeightBits, maxSamplerLodBias: limit }): Design => {
      const coordinate = { integerBits: 17, fractionBits };
      const format = { integerBits: 9, fractionBits: lodBits };
      return {
        ...BASE,
        name: 'permitted',
        address: { ...BASE.address, ...address, coordinate, rounding, scalePrecision: 'float32' },
        lod: { ...BASE.lod, ...lod, format, rounding },
        filter: { ...ROUNDED_TO_FORMAT, weightBits: fractionBits, cubicWeightBits },
        limits: { ...BASE.limits, maxSamplerLodBias: limit },
      };
    }),
  );
}

const ROUNDED_TO_FORMAT: FilterDesign = {
  ...BASE.filter,
  guardBits: 0,
  rounding: 'nearest-even',
  floatPath: 'float32-steps',
};

interface Changes {
  readonly address: Partial<AddressDesign>;
  readonly lod: Partial<LodDesign>;
}

const D3D11_CHOICES: readonly Changes[] = (['ellipse', 'euclidean'] as const).map((scaleFactor) => ({
  address: { layerRounding: 'nearest-even' },
  lod: { scaleFactor, nearestRule: 'floor-plus-half' },
}));

const VULKAN_CHOICES: readonly Changes[] = (
  ['max-component', 'euclidean', 'ellipse', 'component-sum'] as const
).flatMap((scaleFactor) => [
  { address: { layerRounding: 'nearest-even' }, lod: { scaleFactor, nearestRule: 'ceil-minus-one' } },
  { address: { layerRounding: 'floor-plus-half' }, lod: { scaleFactor, nearestRule: 'floor-plus-half' } },
]);
