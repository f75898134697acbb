import { AstcCodec } from './astc-codec.ts';
import type { BlockCodec } from '../block-codec.ts';

/** Block sizes in texels (ASTC: 2D footprints). */
export const ASTC_FOOTPRINTS: readonly (readonly [width: number, height: number])[] =
  '4x4 5x4 5x5 6x5 6x6 8x5 8x6 8x8 10x5 10x6 10x8 10x10 12x10 12x12'.split(' ').map((footprint) => {
    const [width, height] = footprint.split('x').map(Number);
    return [width, height];
  });

/**
 * The decoders by VkFormat in lower case: `unorm` in linear LDR, `sfloat` in HDR, `srgb` in sRGB operation mode. The
 * first two give halfs as floats, the last 8-bit codes (see AstcCodec).
 */
export const astcCodecs: ReadonlyMap<string, BlockCodec> = new Map(
  ASTC_FOOTPRINTS.flatMap(([width, height]) => [
    [`astc_${width}x${height}_unorm_block`, new AstcCodec(width, height, 'ldr')],
    [`astc_${width}x${height}_srgb_block`, new AstcCodec(width, height, 'srgb')],
    [`astc_${width}x${height}_sfloat_block`, new AstcCodec(width, height, 'hdr')],
  ]),
);
