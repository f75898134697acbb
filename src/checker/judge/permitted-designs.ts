import type { Design, LayerRounding } from '../../../rtl-model/design/design.ts';
import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { PRESETS } from '../../designs/presets.ts';
import { isFree, type Profile } from '../profiles.ts';
import { FINEST_BITS } from './specified-coordinates.ts';

const BASE = PRESETS.get('full-quality')!;

/** A design that adds no error of its own: the profile sets all precision. */
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

/** Sets of designs that meet a profile; each design may give the answer. */
export interface PermittedDesigns {
  /** One design whose own widths add no error. */
  readonly specified: readonly Design[];
  /**
   * Each layer rule of the text, with the least bits of a filter; coordinates have the text's freedom (`Reading.snap`).
   */
  readonly free: readonly Design[];
}

/** The layer rules and filters that a specification permits; the reading has all other freedom (`readingAt`). */
export function permittedDesigns(profile: Profile): PermittedDesigns {
  const layers = LAYER_CHOICES.slice(0, isFree(profile, 'layer-rule') ? 2 : 1);
  // The oracle allows either neighbour for toward-zero, because the rounded number may be an offset away.
  const rounding: RoundingMode = isFree(profile, 'coordinate-rounding') ? 'toward-zero' : 'nearest-even';
  const { coordinate, scalePrecision, rangeReduction } = SPECIFIED_DESIGN.address;
  const coordinates = { coordinate, scalePrecision, rangeReduction, rounding };
  const narrowing = { guardBits: 0, rounding: 'nearest-even', floatPath: 'float32-steps' } as const;
  return {
    specified: [{ ...SPECIFIED_DESIGN, text: profile.text }],
    free: layers.map((layerRounding) => ({
      ...BASE,
      name: 'permitted',
      text: profile.text,
      address: { ...BASE.address, ...coordinates, layerRounding },
      filter: { ...BASE.filter, ...narrowing, weightBits: FINEST_BITS, cubicWeightBits: 8 },
    })),
  };
}

/** The layer rules, that of D3D11.3 first. */
const LAYER_CHOICES: readonly LayerRounding[] = ['nearest-even', 'floor-plus-half'];

/** The limits by which the validity of a request is judged. */
export const PERMITTED_LIMITS = BASE.limits;
