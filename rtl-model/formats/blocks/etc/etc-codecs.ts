import type { BlockCodec } from '../block-codec.ts';
import { eacR11, eacR11G11 } from './eac.ts';
import { etc2Rgb8, etc2Rgb8A1, etc2Rgba8 } from './etc2.ts';

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
