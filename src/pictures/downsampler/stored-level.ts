import type { RowPair } from './row-reductions.ts';

/**
 * A level of texels in memory. Components are decoded for the reduction: 8-bit unorm and snorm to their codes as
 * integers, 8-bit sRGB to linear light rounded to float32 (alpha to its code), floats to themselves.
 */
export interface StoredLevel {
  /** Decodes `count` components from index `from` on; both at the start of a texel. */
  readonly load: (from: number, result: Float32Array, at: number, count: number) => void;
  /** Rounds registers once to the nearest stored value (ties to even) and stores them from index `at` on. */
  readonly store: (registers: Float32Array, from: number, at: number, count: number) => void;
  /** The texels, if memory and registers hold them in the same form. */
  readonly registers?: Float32Array;
  /** The texels as words, if each texel is four codes of 8 bits. */
  readonly words?: Uint32Array;
  /**
   * A faster path for loading, averaging in float32 and storing, with the same registers and the same texels.
   *
   * @param to index of the row's first component in the target
   */
  readonly average?: (pair: RowPair, result: Float32Array, at: number, target: StoredLevel, to: number) => void;
}
