import type { Footprints } from '../../registers/footprints.ts';

/** Kernel of decoder and bilinear interpolation in one, for lanes whose four taps are all texels. */
export interface BilinearKernel {
  /**
   * `Arithmetic.bilinear` for lane `at` of the footprints.
   *
   * @param words the texel memory
   * @param dref the lane's reference depth, which only comparisons use
   */
  bilinear(foot: Footprints, at: number, words: Uint32Array, dref: number, value: Float64Array, to: number): void;
}
