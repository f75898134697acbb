import { REST_TERMS } from '../../fixed-point/expansion.ts';

/** An array for values of so many components. */
export function valueArray(components: number): Float64Array {
  return new Float64Array(components * (1 + REST_TERMS));
}

/**
 * The steps of a filter, four components a call: r, g, b, a of a texel are at `at` of a footprint's texels, tap n of the
 * same lane at `at` + 4n, values at `to` of a register with four components a lane. A "value" is an integer code with the
 * design's guard bits below it, or a float; arrays of values are `valueArray`s.
 *
 * This is the reference of all filtering. The description returns the same bits in fewer steps.
 */
export interface FilterArithmetic {
  /** The value of a texel that is alone. */
  lift(texel: Float32Array, at: number, value: Float64Array, to: number): void;
  /** Bilinear interpolation of taps 0 to 3. @param alpha,beta weights of i1 and j1 */
  bilinear(texel: Float32Array, at: number, alpha: number, beta: number, value: Float64Array, to: number): void;
  /** Interpolation between two slices: `value` holds the first and receives the result. @param gamma weight of `other` */
  slices(value: Float64Array, to: number, other: Float64Array, gamma: number): void;
  /** Adds a texel times its weight, an integer; a weight of zero takes nothing of the texel. */
  addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void;
  /**
   * Adds the difference of one component of two texels, or its square, to the sum (Vulkan: Block Matching Operation). Both
   * are from the same format.
   */
  addDifference(a: number, b: number, squared: boolean, sum: Float64Array, at: number): void;
  /** A sum of products or differences over a positive divisor, float32. @param at the place of one component */
  quotient(sum: Float64Array, at: number, divisor: number): number;
  /** A sum of products becomes a value, in place. @param bits fraction bits of the weights */
  weighted(sum: Float64Array, to: number, bits: number): void;
  /** Holds a value between the least and greatest of its texels (Vulkan: Texel Range Clamp). */
  clamp(value: Float64Array, at: number, least: Float64Array, greatest: Float64Array): void;
  /** Copies components of a value, 0 to 3 for r, g, b, a, to the same place of another register. */
  copy(from: Float64Array, to: Float64Array, at: number, components: readonly number[]): void;
  /** Makes a value 0. */
  clear(value: Float64Array, at: number): void;
  /** Adds a value to the sum of a level's samples. */
  add(sum: Float64Array, to: number, value: Float64Array, from: number): void;
  /**
   * The result, float32: the average of n samples in each level, then the interpolation between the levels.
   *
   * @param weight of the coarser level, in the LOD format's fraction bits; 0 leaves the finer alone
   */
  finish(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number, color: Float32Array): void;
  /** The result of the least or greatest texel, which no sum has touched. */
  extreme(value: Float64Array, at: number, color: Float32Array): void;
  /** The result of one component of a texel that no filter touches, float32. @param component 0 to 3 for r, g, b, a */
  texelColor(texel: number, component: number): number;
  /** The texel that a cube's corner lacks, one component of the three that meet there (Vulkan: Cube Map Edge Handling). */
  corner(a: number, b: number, c: number): number;
}
