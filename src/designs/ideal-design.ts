import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { DESIGN } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { checkFilterWidths } from '../../rtl-model/design/filter-ranges.ts';
import type { FilteringDesign } from '../../rtl-model/design/filter-widths.ts';

/** Bits of a fixed-point format in all. */
const WORD = 32;
/** Bits of a float32's fraction, all of which the log2 table and its interpolation take. */
const MANTISSA_BITS = 23;

const { lod: LOD, filter: FILTER, address: ADDRESS } = DESIGN.fields;
const MOST_FRACTION = ADDRESS.fields.coordinate.fields.fractionBits.max;

/**
 * The design that a comparison calls ideal: the choices and the limits of `design`, with every step of its arithmetic
 * exact, or as wide as a design can have it. Its scale factor is that of the ellipse, and its samples are as many as the
 * ratio of the axes, rounded up.
 */
export function idealDesign(design: Design): Design {
  const { address, lod, filter, limits } = design;
  const fractionBits = Math.min(MOST_FRACTION, WORD - address.coordinate.integerBits);
  const { indexBits, entryBits } = LOD.fields.log2Table.fields;
  const wide = (format: Design['lod']['format'], most: number) => ({
    ...format,
    fractionBits: Math.min(most, WORD - format.integerBits),
  });
  const rates = Math.max(limits.maxSamplerAnisotropy, 1);
  const ideal: Design = {
    ...design,
    ...freeValues(DESIGN),
    name: 'ideal',
    description: `The choices and the limits of ${design.name}, with every width at its most.`,
    frontEnd: { projectionBits: 'exact', cubeDivideBits: 'exact' },
    address: {
      ...address,
      ...freeValues(ADDRESS),
      coordinate: { ...address.coordinate, fractionBits },
      rounding: 'nearest-even',
      scalePrecision: 'exact',
      rangeReduction: true,
    },
    lod: {
      ...lod,
      ...freeValues(LOD),
      format: wide(lod.format, LOD.fields.format.fields.fractionBits.max),
      rounding: 'nearest-even',
      scaleFactor: 'ellipse',
      alphaBetaBits: 'exact',
      scaleFactorBits: 'exact',
      ellipseBits: 'exact',
      lengthBits: 'exact',
      minorAxisBits: 'exact',
      log2Table: {
        indexBits: indexBits.max,
        entryBits: entryBits.max,
        interpolationBits: MANTISSA_BITS - indexBits.max,
        ...freeValues(LOD.fields.log2Table),
      },
      levelWeightCurve: null,
      bias: wide(lod.bias, LOD.fields.bias.fields.fractionBits.max),
      clamp: wide(lod.clamp, LOD.fields.clamp.fields.fractionBits.max),
      anisotropicRates: Array.from({ length: Math.ceil(rates) }, (_, n) => n + 1),
    },
    filter: {
      ...filter,
      ...freeValues(FILTER),
      weightBits: fractionBits,
      rounding: 'nearest-even',
      accumulatorBits: FILTER.fields.accumulatorBits.max,
      reciprocalBits: 'exact',
      cubicWeightBits: FILTER.fields.cubicWeightBits.max,
      srgbLinearBits: Math.max(16, filter.srgbLinearBits),
      floatPath: 'fused',
    },
  };
  return withMostGuardBits(ideal);
}

/** The design with as many guard bits as the arithmetic holds beside its other widths. */
export function withMostGuardBits(design: Design, most: number = FILTER.fields.guardBits.max): Design {
  for (let guardBits = most; guardBits > 0; guardBits--) {
    const guarded = { ...design, filter: { ...design.filter, guardBits } };
    if (fits(guarded)) return guarded;
  }
  return { ...design, filter: { ...design.filter, guardBits: 0 } };
}

function fits(design: FilteringDesign): boolean {
  try {
    checkFilterWidths(design);
    return true;
  } catch (error) {
    if (error instanceof DesignError) return false;
    throw error;
  }
}
