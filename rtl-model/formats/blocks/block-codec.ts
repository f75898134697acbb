import type { BcDesign } from '../../design/design.ts';
import { type ComponentScale, CONSTANT_SCALE } from './component-scale.ts';

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
  /** The codec of a design that rounds such blocks; null where it decodes them exactly. Only BC1 to BC5 have one. */
  readonly rounded?: (bc: BcDesign) => BlockCodec | null;
}

/** The codec of blocks of 4x4 texels. @param bytes of a block */
export function codec4x4(
  bytes: number,
  scales: readonly ComponentScale[],
  decode: BlockCodec['decode'],
  srgb = false,
): BlockCodec {
  return { width: 4, height: 4, bytes, scales, srgb, decode };
}

/** Decodes 8 bytes, which hold one component of a block. The others are left unchanged. */
export type ComponentDecoder = (bytes: Uint8Array, from: number, texels: Float32Array, component: number) => void;

/** The codec of red, or of red and green, each in 8 bytes of its own; the components that lack are 0, and 1 for alpha. */
export function componentCodec(components: 1 | 2, scale: ComponentScale, decode: ComponentDecoder): BlockCodec {
  const scales = [0, 1, 2, 3].map((component) => (component < components ? scale : CONSTANT_SCALE));
  return codec4x4(8 * components, scales, (bytes, from, texels) => {
    for (let at = 0; at < 64; at++) texels[at] = (at & 3) === 3 ? 1 : 0;
    for (let component = 0; component < components; component++) {
      decode(bytes, from + 8 * component, texels, component);
    }
  });
}
