import type { Design } from './design.ts';

/** The parts of a design that decide the widths of filters, and its name where it may be one of several. */
export type FilteringDesign = Pick<Design, 'filter' | 'lod'> & Partial<Pick<Design, 'name'>>;

export type FilterWidths = Readonly<ReturnType<typeof filterWidths>>;

/**
 * Fraction bits of a value, below the texel's own codes: after the lerp along u, along v, between the slices of a volume,
 * and between levels; and what each of them narrows away. A lerp adds its weight's bits; the design keeps at most its
 * guard bits of what has accumulated. A sum of products narrows at the last axis alone.
 *
 * @param dimensions of the view: in three, slices are lerped
 */
export function filterWidths(design: FilteringDesign, dimensions = 2) {
  const { weightBits, guardBits, sum } = design.filter;
  const levelWeightBits = design.lod.format.fractionBits;
  const whole = sum === 'products' ? Infinity : guardBits;
  const afterU = Math.min(weightBits, whole);
  const afterV = Math.min(afterU + weightBits, dimensions === 3 ? whole : guardBits);
  const afterSlice = dimensions === 3 ? Math.min(afterV + weightBits, guardBits) : afterV;
  const afterLevel = Math.min(afterSlice + levelWeightBits, guardBits);
  return {
    weightBits,
    levelWeightBits,
    afterU,
    afterV,
    afterSlice,
    afterLevel,
    droppedU: weightBits - afterU,
    droppedV: afterU + weightBits - afterV,
    droppedSlice: afterV + weightBits - afterSlice,
    droppedLevel: afterSlice + levelWeightBits - afterLevel,
  };
}
