import { signedBits, WIDEST } from '../fixed-point/format.ts';
import { StepGraph } from '../steps/step-graph.ts';
import { DesignError } from './design.ts';
import { filterRules } from './filter-rules.ts';
import { type FilteringDesign, filterWidths } from './filter-widths.ts';

/**
 * The steps of a filter of codes from `low` to `high`, by the names of their registers. All texels have one range: each
 * lerp is that of two equal steps.
 */
export function filterSteps(design: FilteringDesign, low: number, high: number, dimensions = 2) {
  const widths = filterWidths(design, dimensions);
  const s = new StepGraph();
  const { u, v, slice, level, average: rule } = filterRules(design, widths);
  const weight = s.register('weight', 'integer', 0, 2 ** Math.max(widths.weightBits, widths.levelWeightBits));
  const texel = s.register('texel', 'integer', low, high);
  const lerpU = s.lerp(texel, texel, weight, u);
  const lerpV = s.lerp(lerpU, lerpU, weight, v);
  const passSample = dimensions === 3 ? s.lerp(lerpV, lerpV, weight, slice) : lerpV;
  // The anisotropic filter is that of two dimensions.
  const most = dimensions === 2 ? Math.max(...design.lod.anisotropicRates) : 1;
  const samples = s.register('samples', 'integer', 1, most);
  const sum = s.sum(samples, most, () => passSample);
  const average = most > 1 ? s.average(sum, samples, rule, passSample) : sum;
  const filtered = s.lerp(average, average, weight, level);
  const twoRows = { lerpU0: lerpU, lerpU1: lerpU };
  const twoLevels = { sumHi: sum, sumLo: sum, averageHi: average, averageLo: average };
  return { texel, samples, ...twoRows, lerpV, passSample, ...twoLevels, filtered };
}

/**
 * Checks that no step of the filter, with the widest texels and the highest sampling rate, leaves exact integers or the
 * design's own accumulator.
 *
 * @throws DesignError naming the field of the step
 */
export function checkFilterWidths({ filter, lod }: FilteringDesign): void {
  // 16-bit UNORM, or linear sRGB where that is wider.
  const { sumHi } = checkLerps({ filter, lod }, Math.max(16, filter.srgbLinearBits));
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
 * @param dimensions of a view. A lerp between slices counts in all of them: sums of wide codes are exact as well
 * @returns the steps
 * @throws DesignError naming the guard bits or the sum, and the design if it has a name
 */
export function checkLerps(design: FilteringDesign, code: number, dimensions = 2) {
  const { filter, name } = design;
  const most = 2 ** code - 1;
  const steps = filterSteps(design, -most, most, dimensions);
  const { weightBits, levelWeightBits } = filterWidths(design);
  const product = Math.max(signedBits(steps.lerpV) + weightBits, signedBits(steps.passSample) + levelWeightBits);
  if (product > WIDEST) {
    throw new DesignError('filter.guardBits', `a lerp needs ${product} bits; the arithmetic holds ${WIDEST}`, name);
  }
  const { sum, alignedSum } = filter;
  const wholeSum = sum !== 'rounded-products' && (sum !== 'lerps' || alignedSum !== null);
  const factors = Math.max(2, dimensions) - (sum.startsWith('three-point') ? 1 : 0);
  const summed = signedBits(steps.texel) + factors * weightBits;
  if (wholeSum && summed > WIDEST) {
    const field = sum === 'lerps' ? 'filter.alignedSum' : 'filter.sum';
    throw new DesignError(field, `products need ${summed} bits; the arithmetic holds ${WIDEST}`, name);
  }
  return steps;
}
