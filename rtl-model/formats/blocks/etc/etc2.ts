import { CONSTANT_SCALE, unsignedScale } from '../bc/bc-scales.ts';
import type { BlockCodec } from '../block-codec.ts';
import { decodeEtc2Alpha } from './eac-component.ts';
import { decodeEtc2Colors, decodeEtc2PunchThrough } from './etc2-colors.ts';

const BYTE = unsignedScale(255);

/** ETC2 without alpha; ETC1 is a subset of it (Khronos data format: Format RGB ETC2). */
export function etc2Rgb8(srgb: boolean): BlockCodec {
  return { width: 4, height: 4, bytes: 8, scales: [BYTE, BYTE, BYTE, CONSTANT_SCALE], srgb, decode: decodeEtc2Colors };
}

/**
 * ETC2 with alpha 0 or 1; transparent texels are black (Khronos data format: Format RGB ETC2 with punchthrough alpha).
 */
export function etc2Rgb8A1(srgb: boolean): BlockCodec {
  const scales = [BYTE, BYTE, BYTE, unsignedScale(1)];
  return { width: 4, height: 4, bytes: 8, scales, srgb, decode: decodeEtc2PunchThrough };
}

/** ETC2 with alpha: the alpha half, then the colours (Khronos data format: Format RGBA ETC2). */
export function etc2Rgba8(srgb: boolean): BlockCodec {
  return { width: 4, height: 4, bytes: 16, scales: [BYTE, BYTE, BYTE, BYTE], srgb, decode: decodeRgba8 };
}

function decodeRgba8(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeEtc2Colors(bytes, from + 8, texels);
  decodeEtc2Alpha(bytes, from, texels);
}
