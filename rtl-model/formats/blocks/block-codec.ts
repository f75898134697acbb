import type { ComponentScale } from '../../texel-decoder/component-scale.ts';

/** Decoder of one block-compressed format. */
export interface BlockCodec {
  /** Texels of a block. */
  readonly width: number;
  readonly height: number;
  /** Bytes of a block: 8 or 16. */
  readonly bytes: number;
  /** How r, g, b, a leave the decoder: integer codes (code `one` stands for 1), or floats where bits is 0. */
  readonly scales: readonly ComponentScale[];
  /** Whether r, g, b are sRGB encoded: the value code/one is still to be linearised. */
  readonly srgb: boolean;
  /** Decodes the block at bytes[from]: component c of texel (x, y) goes to texels[4 * (y * width + x) + c]. */
  decode(bytes: Uint8Array, from: number, texels: Float32Array): void;
}
