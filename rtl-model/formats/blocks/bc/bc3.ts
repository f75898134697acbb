import { COLOR_SCALES, decodeFourColors } from './bc1-colors.ts';
import { decodeUnsignedRamp, UNSIGNED_RAMP_SCALE } from './bc4-ramp.ts';
import type { BlockCodec } from '../block-codec.ts';

/** BC3: alpha as in BC4, then four colours (D3D11.3 19.5.8; Khronos data format: S3TC, BC3). */
export function bc3(srgb: boolean): BlockCodec {
  return { width: 4, height: 4, bytes: 16, scales: [...COLOR_SCALES, UNSIGNED_RAMP_SCALE], srgb, decode };
}

function decode(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeFourColors(bytes, from + 8, texels);
  decodeUnsignedRamp(bytes, from, texels, 3);
}
