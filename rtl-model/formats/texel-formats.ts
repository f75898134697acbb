import { blockFormat, compressionOf, decodesAlike } from './block-format.ts';
import { astcCodecs } from './blocks/astc-codecs.ts';
import { bcCodecs } from './blocks/bc-codecs.ts';
import { etcCodecs } from './blocks/etc-codecs.ts';
import { DEPTH_STENCIL_FORMATS } from './depth-stencil-formats.ts';
import { PACKED_FORMATS } from './packed-formats.ts';
import { PLAIN_FORMATS } from './plain-formats.ts';
import { SUBSAMPLED_FORMATS } from './subsampled-formats.ts';
import type { TexelFormat } from './texel-format.ts';

/** Every format, by name. */
export const TEXEL_FORMATS: ReadonlyMap<string, TexelFormat> = new Map(
  [
    ...PLAIN_FORMATS,
    ...PACKED_FORMATS,
    ...DEPTH_STENCIL_FORMATS,
    ...SUBSAMPLED_FORMATS,
    ...[...bcCodecs, ...etcCodecs, ...astcCodecs].map(([name, codec]) => blockFormat(name, codec)),
  ].map((f) => [f.name, f]),
);

/** The formats that decode the blocks of a compressed format to other codes; none for a format without a codec. */
export function otherDecodings(format: TexelFormat): readonly TexelFormat[] {
  if (format.codec === null) return [];
  const compression = compressionOf(format);
  return [...TEXEL_FORMATS.values()].filter(
    (other) =>
      other.codec !== null && compressionOf(other) === compression && other !== format && !decodesAlike(format, other),
  );
}

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
  ].map((name) => [name, TEXEL_FORMATS.get(name)!]),
);
