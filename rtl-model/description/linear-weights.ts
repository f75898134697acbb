import { roundedProducts, secondPart } from '../address-unit/rounded-products.ts';
import { threePointWeights } from '../address-unit/three-point-weights.ts';
import type { FilterDesign } from '../design/design.ts';
import type { Binding } from '../state/binding.ts';
import type { WeightSplit } from '../state/sample-shape.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import type { Placed } from './placing.ts';

/**
 * The weights of a linear filter's taps, integers with `linearWeightBits` fraction bits.
 *
 * @param split of weights that are no products  @param share the sum of those that are rounded products
 */
export function linearWeights(
  s: StepGraph,
  filter: FilterDesign,
  split: WeightSplit | null,
  { alpha, beta, gamma }: Placed,
  share: StepNode,
): readonly StepNode[] {
  if (split === 'rounded-products') {
    const other = gamma === null ? null : secondPart(s, share, gamma, filter);
    const slices = other === null ? [share] : [s.subtract(share, other), other];
    return slices.flatMap((slice) => {
      const weights: StepNode[] = [];
      roundedProducts(s, slice, alpha, beta, filter, weights);
      return weights;
    });
  }
  const ofBoth = (weight: StepNode) => [s.subtract(s.constant(2 ** filter.weightBits), weight), weight];
  const weights: StepNode[] = [];
  if (split === null) weights.push(...ofBoth(beta).flatMap((v) => ofBoth(alpha).map((u) => s.multiply(u, v))));
  else threePointWeights(s, alpha, beta, filter.weightBits, split === 'three-point-mid-texel', weights);
  if (gamma === null) return weights;
  return ofBoth(gamma).flatMap((slice) => weights.map((weight) => s.multiply(weight, slice)));
}

/** Fraction bits of the weights. */
export function linearWeightBits({ design, dimensions }: Binding, split: WeightSplit | null): number {
  const slices = dimensions === 3 ? 1 : 0;
  return design.filter.weightBits * (split === 'rounded-products' ? 1 : split === null ? 2 + slices : 1 + slices);
}
