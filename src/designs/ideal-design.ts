import type { Design } from '../../rtl-model/design/design.ts';
import { PRESETS } from './presets.ts';

/**
 * The design against which errors are measured: full-quality, whose steps are ideal, with coordinates and weights of 12
 * fraction bits, an LOD of 10 and a finer table of logarithms. Its filter narrows nothing before the result, and is as
 * wide as the exact arithmetic allows (`checkFilterWidths`).
 */
export const IDEAL_DESIGN: Design = idealOf(PRESETS.get('full-quality')!);

function idealOf(design: Design): Design {
  const { address, lod, filter } = design;
  const fractionBits = 10;
  return {
    ...design,
    name: 'ideal',
    description: 'Every step ideal or as wide as the exact arithmetic allows.',
    address: { ...address, coordinate: { ...address.coordinate, fractionBits: 12 } },
    lod: {
      ...lod,
      format: { ...lod.format, fractionBits },
      log2Table: { indexBits: 12, entryBits: 24, interpolationBits: 20 },
      bias: { ...lod.bias, fractionBits },
      clamp: { ...lod.clamp, fractionBits },
    },
    filter: { ...filter, weightBits: 12, guardBits: 34, accumulatorBits: 51 },
  };
}
