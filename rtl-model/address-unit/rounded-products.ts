import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { Steps } from '../steps/steps.ts';

/** The widths of weights, and their rounding. */
interface ProductRule {
  readonly weightBits: number;
  readonly rounding: RoundingMode;
}

/**
 * The weights of a level, of two slices, or of the taps of a square as products of `weightBits`, which are rounded. A part is
 * rounded, and the other is what is left: all weights add up to the one that is split.
 *
 * @param whole the weight that is split  @param weight of the second part, 0 to 2^weightBits
 * @returns the second part
 */
export function secondPart<V>(s: Steps<V>, whole: V, weight: V, { weightBits, rounding }: ProductRule): V {
  return s.round(s.multiply(whole, weight), weightBits, rounding);
}

/**
 * The same for a square, which is split along u, and each part along v.
 *
 * @param slice the weight of the square  @param alpha,beta weights of the second texels along u and v
 * @param split receives the weight of the tap at `first` + i + 2 j, where i and j are 0 or 1 along u and v
 */
export function roundedProducts<V>(
  s: Steps<V>,
  slice: V,
  alpha: V,
  beta: V,
  rule: ProductRule,
  split: { [tap: number]: V },
  first = 0,
): void {
  const none = s.constant(0);
  const second = secondPart(s, slice, alpha, rule);
  const both = secondPart(s, second, beta, rule);
  // On a tie this part goes the other way: of a plane it is then beta - both.
  const left = s.subtract(slice, second);
  const below = s.subtract(none, secondPart(s, s.subtract(none, left), beta, rule));
  split[first] = s.subtract(left, below);
  split[first + 1] = s.subtract(second, both);
  split[first + 2] = below;
  split[first + 3] = both;
}
