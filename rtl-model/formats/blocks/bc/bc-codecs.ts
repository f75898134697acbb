import { bc1, bc2, bc3 } from './bc1-bc3.ts';
import { bc4, bc5 } from './bc4-bc5.ts';
import { bc6h } from './bc6h.ts';
import { bc7 } from './bc7.ts';
import { roundedBc } from './rounded-bc.ts';
import type { BlockCodec } from '../block-codec.ts';

/** Decoders of BC1 to BC7 by format, named as VkFormat in lower case. */
export const bcCodecs: ReadonlyMap<string, BlockCodec> = new Map<string, BlockCodec>([
  ...rounded([
    ['bc1_rgb_unorm_block', bc1(false, false)],
    ['bc1_rgb_srgb_block', bc1(false, true)],
    ['bc1_rgba_unorm_block', bc1(true, false)],
    ['bc1_rgba_srgb_block', bc1(true, true)],
    ['bc2_unorm_block', bc2(false)],
    ['bc2_srgb_block', bc2(true)],
    ['bc3_unorm_block', bc3(false)],
    ['bc3_srgb_block', bc3(true)],
    ['bc4_unorm_block', bc4(false)],
    ['bc4_snorm_block', bc4(true)],
    ['bc5_unorm_block', bc5(false)],
    ['bc5_snorm_block', bc5(true)],
  ]),
  ['bc6h_ufloat_block', bc6h(false)],
  ['bc6h_sfloat_block', bc6h(true)],
  ['bc7_unorm_block', bc7(false)],
  ['bc7_srgb_block', bc7(true)],
]);

/** The codecs with those of designs that round such blocks. */
function rounded(codecs: readonly (readonly [string, BlockCodec])[]): readonly (readonly [string, BlockCodec])[] {
  return codecs.map(([name, codec]) => [name, { ...codec, rounded: (bc) => roundedBc(bc, name) }]);
}
