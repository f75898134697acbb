import type { AddressDesign, Design, FilterDesign, LodDesign } from '../../../rtl-model/design/design.ts';
import { PRESETS } from '../../designs/presets.ts';
import type { Profile } from '../profiles.ts';

const BASE = PRESETS.get('full-quality')!;

interface Precision {
  readonly fractionBits: number;
  readonly lodBits: number;
  readonly cubicWeightBits: number;
  readonly maxSamplerLodBias: number;
}

const HIGH: Precision = { ...BASE.limits, fractionBits: 14, lodBits: 14, cubicWeightBits: 12 };

/**
 * Designs at the least precision of a profile and at a high one, with every choice that the specification leaves: the
 * rounding to the nearest (D3D11.3) or to either neighbour, the rules of level and layer, the scale factor.
 */
export function permittedDesigns(profile: Profile): readonly Design[] {
  const { subTexelPrecisionBits: fractionBits, mipmapPrecisionBits: lodBits, maxSamplerLodBias } = profile;
  return [
    ...designsOf(profile, { fractionBits, lodBits, cubicWeightBits: 8, maxSamplerLodBias }),
    ...preciseDesigns(profile),
  ];
}

/** Those at the high precision alone. */
export function preciseDesigns(profile: Profile): readonly Design[] {
  return designsOf(profile, HIGH);
}

function designsOf({ specification }: Profile, precision: Precision): readonly Design[] {
  const { fractionBits, lodBits, cubicWeightBits, maxSamplerLodBias } = precision;
  const choices = specification === 'Vulkan' ? VULKAN_CHOICES : D3D11_CHOICES;
  // The oracle allows either neighbour for toward-zero, because the rounded number may be an offset away.
  const rounding = specification === 'Vulkan' ? 'toward-zero' : 'nearest-even';
  const coordinate = { integerBits: 17, fractionBits };
  const format = { integerBits: 9, fractionBits: lodBits };
  return choices.map(({ address, lod }) => ({
    ...BASE,
    name: 'permitted',
    address: { ...BASE.address, ...address, coordinate, rounding, scalePrecision: 'float32' },
    lod: { ...BASE.lod, ...lod, format, rounding },
    filter: { ...ROUNDED_TO_FORMAT, weightBits: fractionBits, cubicWeightBits },
    limits: { ...BASE.limits, maxSamplerLodBias },
  }));
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
