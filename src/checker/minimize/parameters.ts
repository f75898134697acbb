import type { Design } from '../../../rtl-model/design/design.ts';

/** A width or table size of a design that can be narrowed one step at a time. */
export interface Parameter {
  /** The design file's field. */
  readonly field: string;
  readonly unit: 'bits' | 'entries';
  /** Null where the design has no number there: an exact divider. */
  value(design: Design): number | null;
  /**
   * The design with another value, and what cannot be without it: a weight is no wider than the coordinate's fraction.
   */
  with(design: Design, value: number): Design;
  /** The least value that the design's arithmetic takes. */
  readonly least: number;
}

/** Fraction bits of a float32: those that the index of the log2 table leaves can interpolate. */
const MANTISSA_BITS = 23;

/** Every width that `texunit minimize` searches, the costliest first: multipliers grow with the square of theirs. */
export const PARAMETERS: readonly Parameter[] = [
  {
    field: 'filter.weightBits',
    unit: 'bits',
    least: 1,
    value: ({ filter }) => filter.weightBits,
    with: (design, weightBits) => ({ ...design, filter: { ...design.filter, weightBits } }),
  },
  {
    field: 'filter.guardBits',
    unit: 'bits',
    least: 0,
    value: ({ filter }) => filter.guardBits,
    with: (design, guardBits) => ({ ...design, filter: { ...design.filter, guardBits } }),
  },
  {
    field: 'filter.cubicWeightBits',
    unit: 'bits',
    least: 4,
    value: ({ filter }) => filter.cubicWeightBits,
    with: (design, cubicWeightBits) => ({ ...design, filter: { ...design.filter, cubicWeightBits } }),
  },
  {
    field: 'filter.reciprocalBits',
    unit: 'bits',
    least: 1,
    value: ({ filter }) => (filter.reciprocalBits === 'exact' ? null : filter.reciprocalBits),
    with: (design, reciprocalBits) => ({ ...design, filter: { ...design.filter, reciprocalBits } }),
  },
  {
    field: 'filter.accumulatorBits',
    unit: 'bits',
    least: 1,
    value: ({ filter }) => filter.accumulatorBits,
    with: (design, accumulatorBits) => ({ ...design, filter: { ...design.filter, accumulatorBits } }),
  },
  {
    field: 'filter.srgbLinearBits',
    unit: 'bits',
    least: 8,
    value: ({ filter }) => filter.srgbLinearBits,
    with: (design, srgbLinearBits) => ({ ...design, filter: { ...design.filter, srgbLinearBits } }),
  },
  {
    field: 'address.coordinate.fractionBits',
    unit: 'bits',
    least: 1,
    value: ({ address }) => address.coordinate.fractionBits,
    with: (design, fractionBits) => ({
      ...design,
      address: { ...design.address, coordinate: { ...design.address.coordinate, fractionBits } },
      filter: { ...design.filter, weightBits: Math.min(design.filter.weightBits, fractionBits) },
    }),
  },
  {
    field: 'lod.format.fractionBits',
    unit: 'bits',
    least: 0,
    value: ({ lod }) => lod.format.fractionBits,
    with: (design, fractionBits) => ({
      ...design,
      lod: { ...design.lod, format: { ...design.lod.format, fractionBits } },
    }),
  },
  {
    field: 'lod.log2Table.interpolationBits',
    unit: 'bits',
    least: 0,
    value: ({ lod: { log2Table } }) => Math.min(log2Table.interpolationBits, MANTISSA_BITS - log2Table.indexBits),
    with: (design, interpolationBits) => ({
      ...design,
      lod: { ...design.lod, log2Table: { ...design.lod.log2Table, interpolationBits } },
    }),
  },
  {
    field: 'lod.log2Table.entryBits',
    unit: 'bits',
    least: 1,
    value: ({ lod }) => lod.log2Table.entryBits,
    with: (design, entryBits) => ({
      ...design,
      lod: { ...design.lod, log2Table: { ...design.lod.log2Table, entryBits } },
    }),
  },
  {
    field: 'lod.log2Table.indexBits',
    unit: 'bits',
    least: 1,
    value: ({ lod }) => lod.log2Table.indexBits,
    with: (design, indexBits) => ({
      ...design,
      lod: { ...design.lod, log2Table: { ...design.lod.log2Table, indexBits } },
    }),
  },
];
