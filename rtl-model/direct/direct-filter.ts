import type { Footprints } from '../footprints.ts';
import type { TexelBytes } from '../image.ts';

/** Decoder and filter in one: from the footprint of one bilinear sample a lane to its colour. */
export interface DirectFilter {
  /**
   * Filters the first `lanes` lanes of `foot` that have taps.
   *
   * @param result receives r, g, b, a of lane l at to + 4l, float32
   */
  filter(foot: Footprints, lanes: number, data: TexelBytes, result: Float32Array, to: number): void;
}

/**
 * The word at a byte address.
 *
 * @param narrow whether the address may lie within a word; what follows in that word is then the low end
 */
export function texelWord(words: Uint32Array, address: number, narrow: boolean): number {
  return narrow ? words[address >>> 2] >>> ((address & 3) << 3) : words[address >>> 2];
}
