import { unsignedScale } from './bc-scales.ts';
import { COLOR_SCALES, decodeFourColors } from './bc1-colors.ts';
import type { BlockCodec } from '../block-codec.ts';

/** BC2: sixteen 4-bit alphas, then four colours (D3D11.3 19.5.7; Khronos data format: S3TC, BC2). Alpha is exact. */
export function bc2(srgb: boolean): BlockCodec {
  return { width: 4, height: 4, bytes: 16, scales: [...COLOR_SCALES, unsignedScale(15)], srgb, decode };
}

function decode(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeFourColors(bytes, from + 8, texels);
  for (let texel = 0; texel < 16; texel++) {
    texels[4 * texel + 3] = (bytes[from + (texel >>> 1)] >>> (4 * (texel & 1))) & 15;
  }
}
