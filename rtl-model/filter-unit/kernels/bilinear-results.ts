import type { Footprints } from '../../registers/footprints.ts';

/** Kernel of decoder, bilinear interpolation and result in one. */
export interface BilinearResults {
  /**
   * Stores the results of the first `lanes` lanes of `foot` that have taps, which all are texels.
   *
   * @param words the texel memory
   * @param result receives r, g, b, a of lane l at to + 4l, float32
   */
  store(foot: Footprints, lanes: number, words: Uint32Array, result: Float32Array, to: number): void;
}
