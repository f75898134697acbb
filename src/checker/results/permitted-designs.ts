import type { Design, LodDesign } from '../../../rtl-model/design/design.ts';
import { PRESETS } from '../../designs/presets.ts';
import type { Profile } from '../profiles.ts';
import { FINEST_BITS } from './specified-coordinates.ts';

const BASE = PRESETS.get('full-quality')!;

/** A design that adds no error of its own: what narrows is the profile's to say. */
const SPECIFIED: Design = {
  ...BASE,
  name: 'specified',
  address: {
    ...BASE.address,
    coordinate: { integerBits: 31, fractionBits: FINEST_BITS },
    scalePrecision: 'exact',
    rangeReduction: false,
  },
  filter: { ...BASE.filter, weightBits: FINEST_BITS, guardBits: 64, srgbLinearBits: 24, floatPath: 'float32-steps' },
};

/** Sets of designs that meet a profile; each of them may be asked for an answer. */
export interface PermittedDesigns {
  /** One design whose own widths add no error. */
  readonly specified: readonly Design[];
  /** Designs of a high precision, with every choice that the specification leaves. */
  readonly precise: readonly Design[];
  /** Those, and before them the same choices at the least precision of the profile. */
  readonly permitted: readonly Design[];
}

/**
 * The choices that a specification leaves: the rounding to the nearest (D3D11.3) or to either neighbour, the rules of
 * level and layer, the scale factor.
 */
export function permittedDesigns({ specification, text, ...least }: Profile): PermittedDesigns {
  const vulkan = specification === 'Vulkan';
  const scaleFactors: readonly LodDesign['scaleFactor'][] = vulkan
    ? ['max-component', 'euclidean', 'ellipse', 'component-sum']
    : ['ellipse', 'euclidean'];
  const rules = vulkan ? VULKAN_RULES : D3D11_RULES;
  // The oracle allows either neighbour for toward-zero, because the rounded number may be an offset away.
  const rounding = vulkan ? 'toward-zero' : 'nearest-even';
  const designs = (fractionBits: number, lodBits: number, cubicWeightBits: number, maxSamplerLodBias: number) =>
    scaleFactors.flatMap((scaleFactor) =>
      rules.map(({ layerRounding, nearestRule }): Design => {
        const coordinate = { integerBits: 17, fractionBits };
        const format = { integerBits: 9, fractionBits: lodBits };
        const narrowing = { guardBits: 0, rounding: 'nearest-even', floatPath: 'float32-steps' } as const;
        return {
          ...BASE,
          name: 'permitted',
          text,
          address: { ...BASE.address, layerRounding, coordinate, rounding, scalePrecision: 'float32' },
          lod: { ...BASE.lod, scaleFactor, nearestRule, format, rounding },
          filter: { ...BASE.filter, ...narrowing, weightBits: fractionBits, cubicWeightBits },
          limits: { ...BASE.limits, maxSamplerLodBias },
        };
      }),
    );
  const precise = designs(14, 14, 12, BASE.limits.maxSamplerLodBias);
  const coarse = designs(least.subTexelPrecisionBits, least.mipmapPrecisionBits, 8, least.maxSamplerLodBias);
  return { specified: [{ ...SPECIFIED, text }], precise, permitted: [...coarse, ...precise] };
}

const D3D11_RULES = [{ layerRounding: 'nearest-even', nearestRule: 'floor-plus-half' }] as const;
const VULKAN_RULES = [
  { layerRounding: 'nearest-even', nearestRule: 'ceil-minus-one' },
  { layerRounding: 'floor-plus-half', nearestRule: 'floor-plus-half' },
] as const;

/** The limits by which the validity of a request is judged. */
export const PERMITTED_LIMITS = BASE.limits;
