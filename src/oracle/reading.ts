import type { DecodingOf } from './decoding.ts';

/** How texels are read, beyond what a state says. */
export interface Reading {
  /** Decodings of formats beyond those that the oracle knows itself. */
  readonly decodings?: DecodingOf;
  /** Border colours are not rounded to a code of the format. */
  readonly exactBorder?: boolean;
  /** A Y'CbCr conversion may be as imprecise, and clamp what, as Vulkan lets any do; without clamps and exact if left out. */
  readonly anyConversion?: boolean;
}
