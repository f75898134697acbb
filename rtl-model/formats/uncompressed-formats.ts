import { DEPTH_STENCIL_FORMATS } from './depth-stencil-formats.ts';
import { PACKED_FORMATS } from './packed-formats.ts';
import { PLAIN_FORMATS } from './plain-formats.ts';
import { SUBSAMPLED_FORMATS } from './subsampled-formats.ts';
import type { TexelFormat } from './texel-format.ts';

/** Every format without compressed blocks, by name. Whoever needs no others leaves the block codecs out of a bundle. */
export const UNCOMPRESSED_FORMATS: ReadonlyMap<string, TexelFormat> = new Map(
  [...PLAIN_FORMATS, ...PACKED_FORMATS, ...DEPTH_STENCIL_FORMATS, ...SUBSAMPLED_FORMATS].map((f) => [f.name, f]),
);

/**
 * The formats of mip chain generation and of KTX2 output: the 8-bit ones, and 16 and 32 bits of one or four components.
 */
export const MIP_CHAIN_FORMATS: ReadonlyMap<string, TexelFormat> = new Map(
  [
    ...['r8', 'r8g8', 'r8g8b8a8', 'b8g8r8a8'].flatMap((layout) => [
      `${layout}_unorm`,
      `${layout}_snorm`,
      `${layout}_srgb`,
    ]),
    'r16_unorm',
    'r16g16b16a16_unorm',
    'r16_sfloat',
    'r16g16b16a16_sfloat',
    'r32_sfloat',
    'r32g32b32a32_sfloat',
  ].map((name) => [name, UNCOMPRESSED_FORMATS.get(name)!]),
);
