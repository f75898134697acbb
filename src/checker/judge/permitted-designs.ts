import type { Design, LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { PRESETS } from '../../designs/presets.ts';
import { type Freedom, isFree, type Profile } from '../profiles.ts';
import { FINEST_BITS } from './specified-coordinates.ts';

const BASE = PRESETS.get('full-quality')!;

/** A design that adds no error of its own: what narrows is the profile's to say. */
export const SPECIFIED_DESIGN: Design = {
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
  readonly specified: readonly [Design];
  /** Designs of the least precision of the profile and of a high one, with every choice that the specification leaves. */
  readonly permitted: readonly Design[];
  /** The same choices without widths of coordinates and weights, for which the text itself stands (`Reading.snap`). */
  readonly free: readonly Design[];
}

/**
 * The choices that a specification leaves: the rounding to the nearest (D3D11.3) or to either neighbour, the rules of
 * level and layer. The reading has the scale factor (`Reading.lengths`).
 */
export function permittedDesigns(profile: Profile): PermittedDesigns {
  const layers = LAYER_CHOICES.slice(0, isFree(profile, 'layer-rule') ? 2 : 1);
  const levels = LEVEL_RULES.slice(0, isFree(profile, 'level-rule') ? 2 : 1);
  const rules = Array.from({ length: Math.max(layers.length, levels.length) }, (_, n) => ({
    layerRounding: layers[n] ?? layers[0],
    nearestRule: levels[n] ?? levels[0],
  }));
  // The oracle allows either neighbour for toward-zero, because the rounded number may be an offset away.
  const roundingOf = (freedom: Freedom): RoundingMode => (isFree(profile, freedom) ? 'toward-zero' : 'nearest-even');
  const [rounding, lodRounding] = [roundingOf('coordinate-rounding'), roundingOf('lod-rounding')];
  const designs = (fractionBits: number, lodBits: number, cubicWeightBits: number, maxSamplerLodBias: number) =>
    rules.map(({ layerRounding, nearestRule }): Design => {
      const coordinate = { integerBits: 17, fractionBits };
      const format = { integerBits: 9, fractionBits: lodBits };
      const narrowing = { guardBits: 0, rounding: 'nearest-even', floatPath: 'float32-steps' } as const;
      return {
        ...BASE,
        name: 'permitted',
        text: profile.text,
        address: { ...BASE.address, layerRounding, coordinate, rounding, scalePrecision: 'float32' },
        lod: { ...BASE.lod, nearestRule, format, rounding: lodRounding },
        filter: { ...BASE.filter, ...narrowing, weightBits: fractionBits, cubicWeightBits },
        limits: { ...BASE.limits, maxSamplerLodBias },
      };
    });
  const precise = designs(14, 14, 12, BASE.limits.maxSamplerLodBias);
  const coarse = designs(profile.subTexelPrecisionBits, profile.mipmapPrecisionBits, 8, profile.maxSamplerLodBias);
  const permitted = [...coarse, ...precise];
  const free = permitted.map(({ address, filter, ...design }): Design => {
    const { coordinate, scalePrecision, rangeReduction } = SPECIFIED_DESIGN.address;
    return {
      ...design,
      address: { ...address, coordinate, scalePrecision, rangeReduction },
      filter: { ...filter, weightBits: FINEST_BITS },
    };
  });
  return { specified: [{ ...SPECIFIED_DESIGN, text: profile.text }], permitted, free };
}

/** That of D3D11.3 first. */
export const LAYER_CHOICES: readonly LayerRounding[] = ['nearest-even', 'floor-plus-half'];
const LEVEL_RULES: readonly NearestLevelRule[] = ['floor-plus-half', 'ceil-minus-one'];

/** The limits by which the validity of a request is judged. */
export const PERMITTED_LIMITS = BASE.limits;
