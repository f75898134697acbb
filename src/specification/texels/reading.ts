import type { DecodingOf } from './decoding.ts';

/** The choices of reading texels that a state does not make. */
export interface Reading {
  /** Decodings of formats beyond those that the oracle knows itself. */
  readonly decodings?: DecodingOf;
  /** Border colours are not rounded to a code of the format. */
  readonly exactBorder?: boolean;
  /** The axis that wins if a direction into a cube is as long along others, 0 to 2 for x to z; z if left out. */
  readonly majorAxis?: number;
  /** The reference for UNORM depth: exact, or rounded to a code; either if left out. */
  readonly depthReference?: 'exact' | 'quantized';
  /**
   * True for every precision and clamp of a Y'CbCr conversion that Vulkan allows; exact and without clamps if left out.
   */
  readonly anyConversion?: boolean;
}
