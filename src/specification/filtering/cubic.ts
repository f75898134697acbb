import type { CubicWeights } from '../../../rtl-model/state/sampler.ts';

/** Four times four coefficients, row by power of the fraction, over a divisor. */
interface Matrix {
  readonly divisor: number;
  readonly rows: readonly (readonly number[])[];
}

/** Vulkan: Texel Cubic Filtering, as printed: the weights of zero_tangent_cardinal sum to 1 - fraction^3 / 2. */
const MATRICES: Readonly<Record<CubicWeights, Matrix>> = {
  catmull_rom: {
    divisor: 2,
    rows: [
      [0, 2, 0, 0],
      [-1, 0, 1, 0],
      [2, -5, 4, -1],
      [-1, 3, -3, 1],
    ],
  },
  zero_tangent_cardinal: {
    divisor: 2,
    rows: [
      [0, 2, 0, 0],
      [-2, 0, 2, 0],
      [4, -4, 2, -2],
      [-2, 2, -2, 1],
    ],
  },
  b_spline: {
    divisor: 6,
    rows: [
      [1, 4, 1, 0],
      [-3, 0, 3, 0],
      [3, -6, 3, 0],
      [-1, 3, -3, 1],
    ],
  },
  mitchell_netravali: {
    divisor: 18,
    rows: [
      [1, 16, 1, 0],
      [-9, 0, 9, 0],
      [15, -36, 27, -6],
      [-7, 21, -21, 7],
    ],
  },
};

/**
 * w_in of a fraction in [0, 1), n from 0 to 3. Fractions of 14 bits are exact but for the one division; a weight of 0
 * is exactly 0.
 */
export function cubicWeight(kind: CubicWeights, n: number, fraction: number): number {
  const { divisor, rows } = MATRICES[kind];
  return rows.reduceRight((sum, row) => sum * fraction + row[n], 0) / divisor;
}

/** w_i0 to w_i3. */
export function cubicWeights(kind: CubicWeights, fraction: number): readonly number[] {
  return [0, 1, 2, 3].map((n) => cubicWeight(kind, n, fraction));
}
