import type { DecodingOf } from './decoding.ts';

/** How texels are read, beyond what a state says. */
export interface Reading {
  /** Decodings of formats beyond those that the oracle knows itself. */
  readonly decodings?: DecodingOf;
  /** Border colours are not rounded to a code of the format. */
  readonly exactBorder?: boolean;
  /** The axis that wins where a direction into a cube is as long along others, 0 to 2 for x to z; z if left out. */
  readonly majorAxis?: number;
  /** Whether the reference depth is rounded to UNORM depth; either if left out. */
  readonly depthReference?: 'exact' | 'quantized';
  /** A Y'CbCr conversion may be as imprecise, and clamp what, as Vulkan lets any do; without clamps and exact if left out. */
  readonly anyConversion?: boolean;
}
