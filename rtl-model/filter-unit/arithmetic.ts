/**
 * The steps of a filter on one component. A "value" is what a level's sample is made of: an integer code with the
 * design's guard bits, or a float.
 */
export interface Arithmetic {
  /** The value of a texel that is alone. */
  lift(texel: number): number;
  /** Bilinear interpolation within a slice. @param alpha,beta weights of i1 and j1 */
  bilinear(t00: number, t10: number, t01: number, t11: number, alpha: number, beta: number): number;
  /** The value of one slice, or of two and the weight of the second. */
  slice(slice: number): number;
  slices(slice0: number, slice1: number, gamma: number): number;
  /** A texel times its weight, an integer; a weight of zero takes nothing of it. */
  product(texel: number, weight: number): number;
  /** The value of a sum of products. @param one the weight 1 */
  weighted(sum: number, one: number): number;
  /** The texel that a cube's corner lacks, from the three that meet there (Vulkan: Cube Map Edge Handling). */
  corner(a: number, b: number, c: number): number;
  /** The sum of two values, and the average of n. */
  add(a: number, b: number): number;
  average(sum: number, n: number): number;
  /** Two levels' values. @param weight of the coarser, in the LOD format's fraction bits; 0 leaves the finer alone */
  levels(hi: number, lo: number, weight: number): number;
  /** What `levels` gives, as float32. @param component 0 to 3 for r, g, b, a */
  toFloat(value: number, component: number): number;
}
