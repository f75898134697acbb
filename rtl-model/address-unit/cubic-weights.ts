import type { SpecificationText } from '../design/design.ts';
import { roundSplit } from '../fixed-point/rounding.ts';
import type { CubicWeights } from '../state/sampler.ts';
import type { Steps } from '../steps/steps.ts';

/** Weight n is the sum over the powers p of rows[p][n] fraction^p, divided by `divisor`. */
interface CubicMatrix {
  readonly divisor: number;
  readonly rows: readonly (readonly [number, number, number, number])[];
}

/**
 * Vulkan: Texel Cubic Filtering, as printed. The last entry of the zero-tangent matrix is 1 where the cardinal spline
 * has 2, so its weights sum to 1 - fraction^3 / 2 and darken even a constant image.
 */
const MATRICES: Readonly<Record<CubicWeights, CubicMatrix>> = {
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

/** Vulkan 1.1 prints 1 as the last entry of the third row: the weights sum to 1 + fraction^2. */
const CATMULL_ROM_1_1: CubicMatrix = {
  divisor: 2,
  rows: [
    [0, 2, 0, 0],
    [-1, 0, 1, 0],
    [2, -5, 4, 1],
    [-1, 3, -3, 1],
  ],
};

function matrixOf(kind: CubicWeights, text: SpecificationText): CubicMatrix {
  return text === 'vulkan-1.1' && kind === 'catmull_rom' ? CATMULL_ROM_1_1 : MATRICES[kind];
}

/** True if the exact weights of every fraction sum to 1. */
export function cubicWeightsSumToOne(kind: CubicWeights, text: SpecificationText): boolean {
  const { divisor, rows } = matrixOf(kind, text);
  return rows.every((row, power) => total(row) === (power === 0 ? divisor : 0));
}

/**
 * The four weights of every fraction, those of fraction a / 2^fractionBits at 4a: signed integers with `weightBits`
 * fraction bits, each the exact weight rounded to nearest even. Their sum is the exact sum, so rounded: 2^weightBits
 * where the exact weights sum to 1. What the four roundings add too much (or too little) is taken back, one unit at a
 * time, from the weight that was rounded up (down) the furthest; of equals from the greatest, then from the first. So
 * an exact weight, zero among them, stays exact, mirrored fractions keep mirrored weights, and no weight errs by more
 * than 3/4 ulp (7/8 ulp where the exact weights do not sum to 1).
 *
 * @param fractionBits 0 to 15
 * @param weightBits 0 to 30
 */
export function cubicWeightTable(
  kind: CubicWeights,
  fractionBits: number,
  weightBits: number,
  text: SpecificationText,
): Int32Array {
  const { divisor, rows } = matrixOf(kind, text);
  const one = 2 ** fractionBits;
  // Weights are quotients of integers below 2^53: over divisor * one^3, after a scale by 2^weightBits.
  const lift = 2 ** Math.max(0, weightBits - 3 * fractionBits);
  const denominator = divisor * 2 ** Math.max(0, 3 * fractionBits - weightBits);
  const table = new Int32Array(4 * one);
  for (let a = 0; a < one; a++) {
    const powers = [one ** 3, a * one ** 2, a ** 2 * one, a ** 3];
    const exact = [0, 1, 2, 3].map((n) => lift * powers.reduce((sum, power, p) => sum + power * rows[p][n], 0));
    table.set(roundedWeights(exact, denominator), 4 * a);
  }
  return table;
}

/** i1 of a cubic sample. @param weight of the texel after `index`: 1 selects it alone */
export function cubicIndex<V>(s: Steps<V>, index: V, weight: V, fractionBits: number): V {
  return s.add(index, s.shiftRight(weight, fractionBits));
}

/** The quotients, rounded so that their sum is the rounded sum. */
function roundedWeights(numerators: readonly number[], denominator: number): number[] {
  const weights = numerators.map((numerator) => roundQuotient(numerator, denominator));
  const wanted = roundQuotient(total(numerators), denominator);
  for (let excess = total(weights) - wanted; excess !== 0; excess -= Math.sign(excess)) {
    const sign = Math.sign(excess);
    const errors = weights.map((weight, n) => sign * (weight * denominator - numerators[n]));
    const furthest = Math.max(...errors);
    const equals = numerators.filter((_, n) => errors[n] === furthest);
    weights[numerators.findIndex((x, n) => errors[n] === furthest && x === Math.max(...equals))] -= sign;
  }
  return weights;
}

/** numerator / denominator to nearest even; both are integers, so no step before the rounding is inexact. */
function roundQuotient(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  const above = rest < 0 ? rest + denominator : rest;
  return roundSplit((numerator - above) / denominator, above / denominator, 'nearest-even');
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
