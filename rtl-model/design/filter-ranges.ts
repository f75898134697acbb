import { signedBits, WIDEST } from '../fixed-point/format.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import type { StepNode } from '../steps/step.ts';
import { type Reciprocals, StepGraph } from '../steps/step-graph.ts';
import { type Design, DesignError } from './design.ts';
import { filterWidths } from './filter-widths.ts';

/**
 * The steps of a filter of codes from `low` to `high`, by the names of their registers. All texels have one range: each
 * lerp is that of two equal steps.
 */
export function filterSteps(design: Design, low: number, high: number, dimensions = 2) {
  const { filter, lod } = design;
  const widths = filterWidths(design, dimensions);
  const { weightBits, levelWeightBits } = widths;
  const s = new StepGraph();
  const lerp = (a: StepNode, bits: number, dropped: number) =>
    s.lerp(a, a, s.register('weight', 'integer', 0, 2 ** bits), bits, dropped, filter.rounding);
  const texel = s.register('texel', 'integer', low, high);
  const lerpU = lerp(texel, weightBits, widths.droppedU);
  const lerpV = lerp(lerpU, weightBits, widths.droppedV);
  const passSample = dimensions === 3 ? lerp(lerpV, weightBits, widths.droppedSlice) : lerpV;
  // The anisotropic filter is that of two dimensions.
  const most = dimensions === 2 ? Math.max(...lod.anisotropicRates) : 1;
  const samples = s.register('samples', 'integer', 1, most);
  const sum = s.sum(samples, most, () => passSample);
  const average = s.average(sum, samples, most > 1 ? reciprocalsOf(s, design) : null, filter.rounding, passSample);
  const filtered = lerp(average, levelWeightBits, widths.droppedLevel);
  const twoRows = { lerpU0: lerpU, lerpU1: lerpU };
  const twoLevels = { sumHi: sum, sumLo: sum, averageHi: average, averageLo: average };
  return { texel, samples, ...twoRows, lerpV, passSample, ...twoLevels, filtered };
}

/** The reciprocals of the numbers of samples; null for a divider. */
export function reciprocalsOf(s: StepGraph, { filter, lod }: Design): Reciprocals | null {
  const { reciprocalBits: bits } = filter;
  if (bits === 'exact') return null;
  const { anisotropicRates: rates } = lod;
  const address = s.address('reciprocals', () => reciprocalTable(bits, Math.max(...rates)));
  return { bits, address, most: Math.max(...rates.map((n) => (n * reciprocal(bits, n)) / 2 ** bits)) };
}

/** 1/n with `bits` fraction bits for n from 1 to `rates`, n as the index; empty for a divider. */
export function reciprocalTable(bits: number | 'exact', rates: number): Float64Array {
  if (bits === 'exact') return new Float64Array(0);
  return Float64Array.from({ length: rates + 1 }, (_, n) => reciprocal(bits, n));
}

function reciprocal(bits: number, n: number): number {
  return roundToInteger(2 ** bits / n, 'nearest-even');
}

/**
 * Checks that no step of the filter, with the widest texels and the highest sampling rate, leaves exact integers or the
 * design's own accumulator.
 *
 * @throws DesignError naming the field of the step
 */
export function checkFilterWidths(design: Design): void {
  const { filter, lod } = design;
  // 16-bit UNORM, or linear sRGB where that is wider.
  const { sumHi } = checkLerps(design, Math.max(16, filter.srgbLinearBits));
  const rates = Math.max(...lod.anisotropicRates);
  const { accumulatorBits, reciprocalBits } = filter;
  const sum = signedBits(sumHi);
  if (sum > accumulatorBits) {
    throw new DesignError('filter.accumulatorBits', `the sum of ${rates} samples needs ${sum}, not ${accumulatorBits}`);
  }
  // A quotient of an integer by n keeps its distance from a tie, 1 / 2n, beyond float64's error.
  const average = sum + (reciprocalBits === 'exact' ? Math.ceil(Math.log2(2 * rates)) : reciprocalBits);
  if (rates > 1 && average > WIDEST) {
    throw new DesignError('filter.reciprocalBits', `the average needs ${average} bits; the arithmetic holds ${WIDEST}`);
  }
}

/**
 * Checks that exact integers hold the lerps of a filter before they are narrowed.
 *
 * @param code bits of the texels' magnitudes
 * @param dimensions of a view. A lerp between slices counts in all of them: sums of wide codes are exact as well. Left out
 * for the check of a design, which counts planes alone
 * @returns the steps
 * @throws DesignError naming the guard bits
 */
export function checkLerps(design: Design, code: number, dimensions?: number) {
  const most = 2 ** code - 1;
  const steps = filterSteps(design, -most, most, dimensions);
  const { weightBits, levelWeightBits } = filterWidths(design);
  const last = dimensions === undefined ? steps.lerpU0 : steps.lerpV;
  const product = Math.max(signedBits(last) + weightBits, signedBits(steps.passSample) + levelWeightBits);
  if (product > WIDEST) {
    throw new DesignError('filter.guardBits', `a lerp needs ${product} bits; the arithmetic holds ${WIDEST}`);
  }
  return steps;
}
