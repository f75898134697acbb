import type { ComponentScale } from './component-scale.ts';

/** Decoder of one block-compressed format. */
export interface BlockCodec {
  /** Block size in texels. */
  readonly width: number;
  readonly height: number;
  /** Block size in bytes: 8 or 16. */
  readonly bytes: number;
  /**
   * The scales of r, g, b, a at the decoder's output: integer codes (code `one` represents 1), or floats if bits is 0.
   */
  readonly scales: readonly ComponentScale[];
  /** True if r, g, b are sRGB encoded: code/one must still be linearised. */
  readonly srgb: boolean;
  /** Decodes the block at bytes[from]: component c of texel (x, y) goes to texels[4 * (y * width + x) + c]. */
  decode(bytes: Uint8Array, from: number, texels: Float32Array): void;
}
