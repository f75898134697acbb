import type { Design, LodDesign } from '../../../rtl-model/design/design.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../oracle/presets.ts';

function varied(name: string, lod: Partial<LodDesign>, maxSamplerLodBias: number): Design {
  const { limits } = D3D_MINIMUM;
  return { ...D3D_MINIMUM, name, lod: { ...D3D_MINIMUM.lod, ...lod }, limits: { ...limits, maxSamplerLodBias } };
}

/** The presets, and designs whose LOD has more or fewer fraction bits than bias, bounds and log2. */
export const LOD_DESIGNS: readonly Design[] = [
  D3D_MINIMUM,
  VULKAN_MINIMUM,
  FULL_QUALITY,
  varied(
    'few fraction bits',
    {
      format: { integerBits: 6, fractionBits: 3 },
      rounding: 'floor',
      bias: { integerBits: 4, fractionBits: 9 },
      clamp: { integerBits: 4, fractionBits: 6 },
      log2Table: { rounding: 'nearest-even', entries: null, indexBits: 3, entryBits: 9, interpolationBits: 5 },
      nearestRule: 'ceil-minus-one',
      levelWeightCurve: [
        [0.25, 0],
        [0.75, 1],
      ],
    },
    5.3,
  ),
  varied(
    'many fraction bits',
    {
      format: { integerBits: 5, fractionBits: 12 },
      rounding: 'nearest-away',
      bias: { integerBits: 7, fractionBits: 2 },
      clamp: { integerBits: 3, fractionBits: 0 },
      log2Table: { rounding: 'nearest-even', entries: null, indexBits: 5, entryBits: 12, interpolationBits: 0 },
    },
    32768,
  ),
  varied(
    'no index',
    {
      format: { integerBits: 4, fractionBits: 7 },
      rounding: 'toward-zero',
      bias: { integerBits: 3, fractionBits: 16 },
      clamp: { integerBits: 0, fractionBits: 4 },
      log2Table: { rounding: 'nearest-even', entries: null, indexBits: 0, entryBits: 16, interpolationBits: 23 },
    },
    1.5,
  ),
];

/** Bits of a bias with the LOD's fraction. */
export function biasWidth({ lod: { format, bias } }: Design): number {
  return Math.max(format.integerBits, bias.integerBits) + 1 + format.fractionBits;
}

/** Bits of a bound with the LOD's fraction. */
export function limitWidth({ format, clamp }: LodDesign): number {
  return clamp.integerBits + 1 + format.fractionBits;
}
