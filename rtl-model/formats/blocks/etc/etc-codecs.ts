import { type BlockCodec, codec4x4 } from '../block-codec.ts';
import { decodeEtc2Alpha, eacR11, eacR11G11 } from './eac.ts';
import { CONSTANT_SCALE, unsignedScale } from '../component-scale.ts';
import { decodeEtc2Colors, decodeEtc2PunchThrough } from './etc2-colors.ts';

const BYTE = unsignedScale(255);

/** ETC2 without alpha; ETC1 is a subset of it (Khronos data format: Format RGB ETC2). */
function etc2Rgb8(srgb: boolean): BlockCodec {
  return codec4x4(8, [BYTE, BYTE, BYTE, CONSTANT_SCALE], decodeEtc2Colors, srgb);
}

/**
 * ETC2 with alpha 0 or 1; transparent texels are black (Khronos data format: Format RGB ETC2 with punchthrough alpha).
 */
function etc2Rgb8A1(srgb: boolean): BlockCodec {
  return codec4x4(8, [BYTE, BYTE, BYTE, unsignedScale(1)], decodeEtc2PunchThrough, srgb);
}

/** ETC2 with alpha: the alpha half, then the colours (Khronos data format: Format RGBA ETC2). */
function etc2Rgba8(srgb: boolean): BlockCodec {
  return codec4x4(16, [BYTE, BYTE, BYTE, BYTE], decodeRgba8, srgb);
}

function decodeRgba8(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeEtc2Colors(bytes, from + 8, texels);
  decodeEtc2Alpha(bytes, from, texels);
}

/** Decoders of ETC2 and EAC by format, named as VkFormat in lower case. */
export const etcCodecs: ReadonlyMap<string, BlockCodec> = new Map([
  ['etc2_r8g8b8_unorm_block', etc2Rgb8(false)],
  ['etc2_r8g8b8_srgb_block', etc2Rgb8(true)],
  ['etc2_r8g8b8a1_unorm_block', etc2Rgb8A1(false)],
  ['etc2_r8g8b8a1_srgb_block', etc2Rgb8A1(true)],
  ['etc2_r8g8b8a8_unorm_block', etc2Rgba8(false)],
  ['etc2_r8g8b8a8_srgb_block', etc2Rgba8(true)],
  ['eac_r11_unorm_block', eacR11(false)],
  ['eac_r11_snorm_block', eacR11(true)],
  ['eac_r11g11_unorm_block', eacR11G11(false)],
  ['eac_r11g11_snorm_block', eacR11G11(true)],
]);
