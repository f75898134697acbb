import type { CubicWeights } from '../../../rtl-model/state/sampler.ts';

interface CubicMatrix {
  readonly divisor: number;
  /** Of weight n, its coefficients of 1, alpha, alpha^2 and alpha^3: column n of the matrix. */
  readonly columns: readonly (readonly [number, number, number, number])[];
}

/** The matrices of Vulkan: Texel Cubic Filtering, as printed: columns of zero_tangent_cardinal sum to 1 - alpha^3 / 2. */
const MATRICES: Readonly<Record<CubicWeights, CubicMatrix>> = {
  catmull_rom: {
    divisor: 2,
    columns: [
      [0, -1, 2, -1],
      [2, 0, -5, 3],
      [0, 1, 4, -3],
      [0, 0, -1, 1],
    ],
  },
  zero_tangent_cardinal: {
    divisor: 2,
    columns: [
      [0, -2, 4, -2],
      [2, 0, -4, 2],
      [0, 2, 2, -2],
      [0, 0, -2, 1],
    ],
  },
  b_spline: {
    divisor: 6,
    columns: [
      [1, -3, 3, -1],
      [4, 0, -6, 3],
      [1, 3, 3, -3],
      [0, 0, 0, 1],
    ],
  },
  mitchell_netravali: {
    divisor: 18,
    columns: [
      [1, -9, 15, -7],
      [16, 0, -36, 21],
      [1, 9, 27, -21],
      [0, 0, -6, 7],
    ],
  },
};

/**
 * The weight of texel n of four at a fraction; within 2^-50 for fractions of 14 bits, whose polynomials float64 holds. A
 * weight of 0 is exactly 0.
 */
export function cubicWeight(weights: CubicWeights, n: number, alpha: number): number {
  const { divisor, columns } = MATRICES[weights];
  const [c0, c1, c2, c3] = columns[n];
  return (c0 + alpha * (c1 + alpha * (c2 + alpha * c3))) / divisor;
}
