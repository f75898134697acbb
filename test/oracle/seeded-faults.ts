import type { Design } from '../../rtl-model/design/design.ts';
import type { Profile } from '../../src/checker/profiles.ts';
import type { FaultyUnit } from '../../src/checker/attribute/faults.ts';

/** A change of one field that makes a design that conforms break its profile. */
export interface Fault {
  readonly field: string;
  readonly unit: FaultyUnit;
  readonly of: readonly Profile['specification'][];
  readonly change: (design: Design, profile: Profile) => Design;
}

const BOTH = ['D3D11.3', 'Vulkan'] as const;
const D3D11 = ['D3D11.3'] as const;

function address(change: (design: Design, profile: Profile) => Partial<Design['address']>): Fault['change'] {
  return (design, profile) => ({ ...design, address: { ...design.address, ...change(design, profile) } });
}

function lod(change: (design: Design, profile: Profile) => Partial<Design['lod']>): Fault['change'] {
  return (design, profile) => ({ ...design, lod: { ...design.lod, ...change(design, profile) } });
}

function filter(change: (design: Design, profile: Profile) => Partial<Design['filter']>): Fault['change'] {
  return (design, profile) => ({ ...design, filter: { ...design.filter, ...change(design, profile) } });
}

/** A width less, another rounding, a wrong mode, a constant that is off: each in one field. */
export const FAULTS: readonly Fault[] = [
  {
    field: 'address.coordinate.fractionBits',
    unit: 'address-unit',
    of: BOTH,
    // A weight has at most the coordinate's bits.
    change: (design, profile) => {
      const fractionBits = profile.subTexelPrecisionBits - 1;
      const { integerBits } = design.address.coordinate;
      return {
        ...design,
        address: { ...design.address, coordinate: { integerBits, fractionBits } },
        filter: { ...design.filter, weightBits: fractionBits },
      };
    },
  },
  { field: 'address.rounding', unit: 'address-unit', of: D3D11, change: address(() => ({ rounding: 'floor' })) },
  {
    field: 'address.rangeReduction',
    unit: 'address-unit',
    of: D3D11,
    change: address(() => ({ rangeReduction: false })),
  },
  {
    field: 'address.layerRounding',
    unit: 'address-unit',
    of: D3D11,
    change: address(() => ({ layerRounding: 'floor-plus-half' })),
  },
  {
    field: 'filter.weightBits',
    unit: 'address-unit',
    of: BOTH,
    change: filter((_, { subTexelPrecisionBits }) => ({ weightBits: subTexelPrecisionBits - 1 })),
  },
  {
    field: 'lod.format.fractionBits',
    unit: 'lod-unit',
    of: BOTH,
    change: lod(({ lod: { format } }, { mipmapPrecisionBits }) => ({
      format: { ...format, fractionBits: mipmapPrecisionBits - 1 },
    })),
  },
  { field: 'lod.rounding', unit: 'lod-unit', of: D3D11, change: lod(() => ({ rounding: 'floor' })) },
  { field: 'lod.nearestRule', unit: 'lod-unit', of: D3D11, change: lod(() => ({ nearestRule: 'ceil-minus-one' })) },
  { field: 'lod.scaleFactor', unit: 'lod-unit', of: D3D11, change: lod(() => ({ scaleFactor: 'max-component' })) },
  {
    field: 'lod.alpha',
    unit: 'lod-unit',
    of: BOTH,
    // Vulkan permits up to sqrt(2) times the sum of the components.
    change: lod(() => ({ scaleFactor: 'alpha-max-beta-min', alpha: 2, beta: 0.5 })),
  },
  {
    field: 'lod.levelWeightCurve',
    unit: 'lod-unit',
    of: BOTH,
    change: lod(() => ({
      levelWeightCurve: [
        [0.25, 0],
        [0.75, 1],
      ],
    })),
  },
  {
    field: 'lod.log2Table.interpolationBits',
    unit: 'lod-unit',
    of: BOTH,
    change: lod(({ lod: { log2Table } }) => ({ log2Table: { ...log2Table, indexBits: 1, interpolationBits: 0 } })),
  },
  { field: 'lod.bias', unit: 'lod-unit', of: BOTH, change: lod(() => ({ bias: { integerBits: 7, fractionBits: 1 } })) },
  {
    field: 'lod.clamp',
    unit: 'lod-unit',
    of: BOTH,
    change: lod(() => ({ clamp: { integerBits: 6, fractionBits: 1 } })),
  },
  {
    field: 'filter.rounding',
    unit: 'filter-unit',
    of: BOTH,
    change: filter(() => ({ rounding: 'floor', guardBits: 0 })),
  },
  { field: 'filter.srgbLinearBits', unit: 'texel-decoder', of: BOTH, change: filter(() => ({ srgbLinearBits: 8 })) },
];
