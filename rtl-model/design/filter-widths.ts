import { type Design, DesignError } from './design.ts';
import { WIDEST } from '../fixed-point/format.ts';

/** Fraction bits of a value, below the texel's own codes, along the filter; and what each step narrows away. */
export interface FilterWidths {
  readonly weightBits: number;
  readonly levelWeightBits: number;
  /** After the lerp along u, along v, and between levels. */
  readonly afterU: number;
  readonly afterV: number;
  readonly afterLevel: number;
  readonly droppedU: number;
  readonly droppedV: number;
  readonly droppedLevel: number;
}

/** A lerp adds its weight's bits; the design keeps at most its guard bits of what has accumulated. */
export function filterWidths(design: Design): FilterWidths {
  const { weightBits, guardBits } = design.filter;
  const levelWeightBits = design.lod.format.fractionBits;
  const afterU = Math.min(weightBits, guardBits);
  const afterV = Math.min(afterU + weightBits, guardBits);
  const afterLevel = Math.min(afterV + levelWeightBits, guardBits);
  return {
    weightBits,
    levelWeightBits,
    afterU,
    afterV,
    afterLevel,
    droppedU: weightBits - afterU,
    droppedV: afterU + weightBits - afterV,
    droppedLevel: afterV + levelWeightBits - afterLevel,
  };
}

/** The widest component code that the filter takes: 16-bit UNORM, or linear sRGB where that is wider. */
function widestCode(design: Design): number {
  return Math.max(16, design.filter.srgbLinearBits);
}

/**
 * Checks that no step of the filter, with the widest texels and the highest sampling rate, outgrows exact integers or
 * the design's own accumulator.
 *
 * @throws DesignError naming the field that is too wide
 */
export function checkFilterWidths(design: Design): void {
  const { filter, lod } = design;
  const widths = filterWidths(design);
  const code = widestCode(design) + 1;
  const product = code + Math.max(widths.afterU + widths.weightBits, widths.afterV + widths.levelWeightBits);
  if (product > WIDEST) {
    throw new DesignError('filter.guardBits', `a lerp needs ${product} bits; the arithmetic holds ${WIDEST}`);
  }
  const rates = Math.max(...lod.anisotropicRates);
  const sum = code + widths.afterV + Math.ceil(Math.log2(rates));
  if (sum > filter.accumulatorBits) {
    throw new DesignError(
      'filter.accumulatorBits',
      `the sum of ${rates} samples needs ${sum}, not ${filter.accumulatorBits}`,
    );
  }
  // A quotient of an integer by n keeps its distance from a tie, 1 / 2n, beyond float64's error.
  const average = sum + (filter.reciprocalBits === 'exact' ? Math.ceil(Math.log2(2 * rates)) : filter.reciprocalBits);
  if (rates > 1 && average > WIDEST) {
    throw new DesignError('filter.reciprocalBits', `the average needs ${average} bits; the arithmetic holds ${WIDEST}`);
  }
}
