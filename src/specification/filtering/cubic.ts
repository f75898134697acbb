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
 * last entry where the spline has 2, so fraction^3 / 2 is missing there.
 */
export function cubicWeight(kind: CubicWeights, n: number, fraction: number): number {
  const missing = kind === 'zero_tangent_cardinal' && n === 3 ? 9 * fraction ** 3 : 0;
  return (kernel(FAMILY[kind], Math.abs(fraction + 1 - n)) - missing) / 18;
}

/** w_i0 to w_i3. */
export function cubicWeights(kind: CubicWeights, fraction: number): readonly number[] {
  return [0, 1, 2, 3].map((n) => cubicWeight(kind, n, fraction));
}
