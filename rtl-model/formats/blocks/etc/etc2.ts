import { type BlockCodec, codec4x4 } from '../block-codec.ts';
import { CONSTANT_SCALE, unsignedScale } from '../component-scale.ts';
import { decodeEtc2Alpha } from './eac.ts';
import { decodeEtc2Colors, decodeEtc2PunchThrough } from './etc2-colors.ts';

const BYTE = unsignedScale(255);

/** ETC2 without alpha; ETC1 is a subset of it (Khronos data format: Format RGB ETC2). */
export function etc2Rgb8(srgb: boolean): BlockCodec {
  return codec4x4(8, [BYTE, BYTE, BYTE, CONSTANT_SCALE], decodeEtc2Colors, srgb);
}

/**
 * ETC2 with alpha 0 or 1; transparent texels are black (Khronos data format: Format RGB ETC2 with punchthrough alpha).
 */
export function etc2Rgb8A1(srgb: boolean): BlockCodec {
  return codec4x4(8, [BYTE, BYTE, BYTE, unsignedScale(1)], decodeEtc2PunchThrough, srgb);
}

/** ETC2 with alpha: the alpha half, then the colours (Khronos data format: Format RGBA ETC2). */
export function etc2Rgba8(srgb: boolean): BlockCodec {
  return codec4x4(16, [BYTE, BYTE, BYTE, BYTE], decodeRgba8, srgb);
}

function decodeRgba8(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeEtc2Colors(bytes, from + 8, texels);
  decodeEtc2Alpha(bytes, from, texels);
}
