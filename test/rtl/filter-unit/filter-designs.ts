import type { Design, FilterDesign, LodDesign } from '../../../rtl-model/design/design.ts';
import { FixedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import type { ComponentScale } from '../../../rtl-model/formats/blocks/component-scale.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../oracle/presets.ts';
import { roundingConstant } from '../verilated.ts';

function varied(
  name: string,
  filter: Partial<FilterDesign>,
  lod: Partial<LodDesign> = {},
  from = FULL_QUALITY,
): Design {
  return { ...from, name, filter: { ...from.filter, ...filter }, lod: { ...from.lod, ...lod } };
}

/** The presets, the ideal average replaced, and designs that narrow after each lerp in every way. */
export const FILTER_DESIGNS: readonly Design[] = [
  D3D_MINIMUM,
  VULKAN_MINIMUM,
  varied('24 guard bits', { reciprocalBits: 11, srgbLinearBits: 12, accumulatorBits: 34 }),
  varied('no guard bits', { weightBits: 7, guardBits: 0, rounding: 'toward-zero', reciprocalBits: 4 }, {}, D3D_MINIMUM),
  varied(
    'less than the first lerp',
    { weightBits: 6, guardBits: 3, rounding: 'nearest-away', reciprocalBits: 6, srgbLinearBits: 11 },
    { format: { integerBits: 8, fractionBits: 5 }, anisotropicRates: [1, 3, 7] },
    D3D_MINIMUM,
  ),
  varied(
    'the second lerp in part',
    {
      weightBits: 5,
      weightScale: 'all-ones-over-power-of-two',
      guardBits: 8,
      rounding: 'floor',
      reciprocalBits: 10,
      accumulatorBits: 30,
    },
    { format: { integerBits: 8, fractionBits: 2 }, anisotropicRates: [1, 2, 6, 12] },
    D3D_MINIMUM,
  ),
];

/** The components of a format each: sRGB in linear light, 8-bit UNORM and SNORM, and the constant 1. */
export function scales({ filter }: Design): readonly ComponentScale[] {
  return [
    { one: 2 ** filter.srgbLinearBits - 1, bits: filter.srgbLinearBits, signed: false },
    { one: 255, bits: 8, signed: false },
    { one: 127, bits: 8, signed: true },
    { one: 1, bits: 1, signed: false },
  ];
}

/** The model of a design's filter, and what its modules have as parameters and widths. */
export function filterOf(design: Design) {
  const { filter, lod } = design;
  const { afterV } = filterWidths(design);
  const codeBits = filter.srgbLinearBits + 1;
  const reciprocalBits = filter.reciprocalBits as number;
  return {
    filter,
    afterV,
    codeBits,
    reciprocalBits,
    arithmetic: new FixedArithmetic(design, scales(design), 2),
    rates: lod.anisotropicRates,
    rounding: roundingConstant(filter.rounding),
    sampleWidth: codeBits + afterV,
    levelWeightBits: lod.format.fractionBits,
  };
}
