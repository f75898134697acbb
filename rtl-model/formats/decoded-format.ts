import type { BcDesign, Design } from '../design/design.ts';
import { blockFormat } from './block-format.ts';
import type { TexelFormat } from './texel-format.ts';

/** The fields of a design that decide how texels are decoded. */
type Decoding = Pick<Design, 'decoder'> & { readonly filter: Pick<Design['filter'], 'srgbTable'> };

/**
 * The format as the decoder of a design reads it: with the design's palettes of blocks, its width of codes, and its linear
 * values of sRGB codes. A format that the design decodes as the specifications do is returned as it is.
 *
 * @param sumsWidened true for SNORM codes whose sums the filter widens
 */
export function decodedFormat({ decoder, filter }: Decoding, format: TexelFormat, sumsWidened = false): TexelFormat {
  const plain = PLAIN_FORMATS.get(format) ?? format;
  const blocks = decodedBlocks(decoder.bc, plain);
  const { componentType, codec, bits } = blocks;
  const isLinear = componentType === 'srgb' && (codec === null || codec.scales[0].one === 255);
  const linear = isLinear ? filter.srgbTable : null;
  const { codeBits } = decoder;
  const isNarrow = componentType === 'unorm' && codec === null;
  const widened = isNarrow && codeBits !== 'stored' && bits.some((width) => width < codeBits) ? codeBits : undefined;
  if (linear === null && widened === undefined && !sumsWidened) return blocks;
  const key = `${keyOf(decoder.bc)} ${keyOf(linear)} ${widened} ${sumsWidened}`;
  return recordOf(plain, key, () => ({
    ...blocks,
    widened,
    sumsWidened: sumsWidened || undefined,
    linear: linear === null ? undefined : Float32Array.from(linear),
  }));
}

/** The format of blocks of BC1 to BC5 whose palettes are those of a design; other formats as they are. */
export function decodedBlocks(bc: BcDesign | null, format: TexelFormat): TexelFormat {
  const rounded = format.codec?.rounded;
  if (bc === null || rounded === undefined) return format;
  return recordOf(format, keyOf(bc), () => {
    const codec = rounded(bc);
    return codec === null ? format : blockFormat(format.name, codec);
  });
}

/** The formats that records of designs were made of. */
const PLAIN_FORMATS = new WeakMap<TexelFormat, TexelFormat>();

/** The records that were made of a format, by key: equal designs share them. */
const RECORDS = new WeakMap<TexelFormat, Map<string, TexelFormat>>();

function recordOf(format: TexelFormat, key: string, make: () => TexelFormat): TexelFormat {
  const records = RECORDS.get(format) ?? new Map<string, TexelFormat>();
  RECORDS.set(format, records);
  const record = records.get(key) ?? Object.freeze(make());
  records.set(key, record);
  PLAIN_FORMATS.set(record, format);
  return record;
}

/** Texts that are equal for equal parts of designs. */
const KEYS = new WeakMap<object, string>();

function keyOf(part: object | null): string {
  if (part === null) return 'null';
  const key = KEYS.get(part) ?? JSON.stringify(part);
  KEYS.set(part, key);
  return key;
}
