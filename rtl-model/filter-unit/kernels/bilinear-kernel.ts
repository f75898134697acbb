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

  /**
   * Stores the results of the first `lanes` lanes of `foot` that have taps.
   *
   * @param dref the reference depth of lane l at first + l
   * @param result receives r, g, b, a of lane l at 4 * (first + l), float32
   */
  store(
    foot: Footprints,
    lanes: number,
    words: Uint32Array,
    dref: Float32Array,
    first: number,
    result: Float32Array,
  ): void;
}
