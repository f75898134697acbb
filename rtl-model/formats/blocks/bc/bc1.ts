import { CONSTANT_SCALE } from './bc-scales.ts';
import { COLOR_SCALES, decodeBc1Colors } from './bc1-colors.ts';
import type { BlockCodec } from '../block-codec.ts';

/**
 * BC1 (D3D11.3 19.5.6; Khronos data format: S3TC, BC1 with and without alpha).
 *
 * @param alpha true if the black of a three-colour block is transparent
 */
export function bc1(alpha: boolean, srgb: boolean): BlockCodec {
  const blackAlpha = alpha ? 0 : 1;
  return {
    width: 4,
    height: 4,
    bytes: 8,
    scales: [...COLOR_SCALES, CONSTANT_SCALE],
    srgb,
    decode: (bytes, from, texels) => decodeBc1Colors(bytes, from, texels, blackAlpha),
  };
}
