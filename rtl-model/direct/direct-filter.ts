import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/image.ts';

/** Decoder and filter in one: from the footprint of one bilinear sample a lane to its colour. */
export interface DirectFilter {
  /**
   * Filters the first `lanes` lanes of `foot` that have taps.
   *
   * @param result receives r, g, b, a of lane l at to + 4l, float32
   */
  filter(foot: Footprints, lanes: number, data: TexelBytes, result: Float32Array, to: number): void;
}
