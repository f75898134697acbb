import { AstcCodec } from './astc-codec.ts';
import type { BlockCodec } from '../block-codec.ts';

/** Block sizes in texels (ASTC: 2D footprints). */
export const ASTC_FOOTPRINTS: readonly (readonly [width: number, height: number])[] = [
  [4, 4],
  [5, 4],
  [5, 5],
  [6, 5],
  [6, 6],
  [8, 5],
  [8, 6],
  [8, 8],
  [10, 5],
  [10, 6],
  [10, 8],
  [10, 10],
  [12, 10],
  [12, 12],
];

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
