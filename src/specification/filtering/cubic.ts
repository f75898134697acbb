import type { CubicWeights } from '../../../rtl-model/state/sampler.ts';

/** Four times four coefficients, row by power of the fraction, over a divisor. */
interface Matrix {
  readonly divisor: number;
  readonly rows: readonly (readonly number[])[];
}

/** Vulkan: Texel Cubic Filtering, as printed. */
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

/** w_i0 to w_i3 of a fraction in [0, 1), exact but for float64's last bits: sums before the one division are whole. */
export function cubicWeights(kind: CubicWeights, fraction: number): readonly number[] {
  const { divisor, rows } = MATRICES[kind];
  return [0, 1, 2, 3].map((n) => rows.reduce((sum, row, power) => sum + row[n] * fraction ** power, 0) / divisor);
}
