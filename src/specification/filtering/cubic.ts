import type { SpecificationText } from '../../../rtl-model/design/design.ts';
import type { CubicWeights } from '../../../rtl-model/state/sampler.ts';

/**
 * 3 B and 3 C of the filter of Mitchell and Netravali ("Reconstruction Filters in Computer Graphics", 1988), whose
 * family holds all cubic filters of Vulkan: cardinal splines have B = 0 and tangents of C times the distance between
 * the neighbours.
 */
const FAMILY: Readonly<Record<CubicWeights, readonly [b: number, c: number]>> = {
  catmull_rom: [0, 3 / 2],
  zero_tangent_cardinal: [0, 3],
  b_spline: [3, 0],
  mitchell_netravali: [1, 1],
};

/** The filter at a distance of 0 to 2 texels, times 18. */
function kernel([b, c]: readonly [number, number], x: number): number {
  return x < 1
    ? ((36 - 9 * b - 6 * c) * x + (-54 + 12 * b + 6 * c)) * x * x + (18 - 2 * b)
    : (((-b - 6 * c) * x + (6 * b + 30 * c)) * x - (12 * b + 48 * c)) * x + (8 * b + 24 * c);
}

/**
 * w_in of a fraction in [0, 1), n from 0 to 3 (Vulkan: Texel Cubic Filtering). Fractions of 14 bits are exact but for
 * the one division; a weight of 0 is exactly 0. The matrix that Vulkan prints for zero_tangent_cardinal has 1 as its
 * last entry where the spline has 2, so fraction^3 / 2 is missing there. The Catmull-Rom matrix of Vulkan 1.1 has 1 for
 * -1 in the row of fraction^2, which adds fraction^2.
 */
export function cubicWeight(kind: CubicWeights, n: number, fraction: number, text: SpecificationText): number {
  const exact = kernel(FAMILY[kind], Math.abs(fraction + 1 - n));
  return (exact + (n === 3 ? misprint(kind, fraction, text) : 0)) / 18;
}

/** 18 times what the last weight of a printed matrix has more than the spline. */
function misprint(kind: CubicWeights, fraction: number, text: SpecificationText): number {
  if (kind === 'zero_tangent_cardinal') return -9 * fraction ** 3;
  return kind === 'catmull_rom' && text === 'vulkan-1.1' ? 18 * fraction ** 2 : 0;
}

/** True if w_i0 to w_i3 of every fraction sum to 1. */
export function sumToOne(kind: CubicWeights, text: SpecificationText): boolean {
  return misprint(kind, 0.5, text) === 0;
}

/** w_i0 to w_i3. */
export function cubicWeights(kind: CubicWeights, fraction: number, text: SpecificationText): readonly number[] {
  return [0, 1, 2, 3].map((n) => cubicWeight(kind, n, fraction, text));
}

/**
 * The sum of the magnitudes of the weights' second derivatives, at most: 12 for cardinal splines, at whole texels, and
 * 3 for what printed matrices have more.
 */
const CURVATURE = 15;

/**
 * The bound of a cubic sample's distance from a line between the samples at two fractions, for each axis of so many, of
 * texels within 1. The weights along each of the others sum to at most 2 in magnitude.
 *
 * @param step between the fractions
 */
export function chordError(step: number, axes: number): number {
  return (axes * 2 ** (axes - 1) * CURVATURE * step ** 2) / 8;
}
