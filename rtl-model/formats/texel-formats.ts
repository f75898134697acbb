import { blockFormat, compressionOf, decodesAlike } from './block-format.ts';
import { astcCodecs } from './blocks/astc/astc-codecs.ts';
import { bcCodecs } from './blocks/bc/bc-codecs.ts';
import { etcCodecs } from './blocks/etc/etc-codecs.ts';
import type { TexelFormat } from './texel-format.ts';
import { UNCOMPRESSED_FORMATS } from './uncompressed-formats.ts';

const BLOCK_FORMATS: readonly TexelFormat[] = [...bcCodecs, ...etcCodecs, ...astcCodecs].map(([name, codec]) => {
  const format = blockFormat(name, codec, () => otherDecodings(format));
  return format;
});

/** Every format, by name. */
export const TEXEL_FORMATS: ReadonlyMap<string, TexelFormat> = new Map([
  ...UNCOMPRESSED_FORMATS,
  ...BLOCK_FORMATS.map((format) => [format.name, format] as const),
]);

function otherDecodings(format: TexelFormat): readonly TexelFormat[] {
  const compression = compressionOf(format);
  return BLOCK_FORMATS.filter(
    (other) => compressionOf(other) === compression && other !== format && !decodesAlike(format, other),
  );
}
