import type { TexelField } from '../../texel-decoder/texel-decoder.ts';

/** A component by the word of the texel that holds it, and its lowest bit there. */
export interface WordField {
  readonly word: number;
  readonly low: number;
  readonly mask: number;
  readonly codes: Float32Array;
}

export function wordField({ byte, shift, mask, codes }: TexelField): WordField {
  return { word: byte >>> 2, low: 8 * (byte & 3) + shift, mask, codes };
}

/** The code, or the float, that a component of the texel at a byte address has. */
export function fieldOf({ word, low, mask, codes }: WordField, words: Uint32Array, address: number): number {
  return codes[(words[(address >>> 2) + word] >>> (((address & 3) << 3) + low)) & mask];
}
