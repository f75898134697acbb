import type { BlockCodec } from '../../../../rtl-model/formats/blocks/block-codec.ts';

/**
 * A decoder of @arkntools/unity-js-tools-wasm, the Rust crate texture2ddecoder compiled for 32 bits. Its result is
 * 8-bit b, g, r, a of a picture's texels, row by row.
 */
export type IndependentDecoder = (blocks: Uint8Array, width: number, height: number) => Uint8Array;

/** Its decoded blocks as r, g, b, a: component c of texel t of block b at 4 * (b * texels + t) + c. */
export function decodeIndependently(decode: IndependentDecoder, codec: BlockCodec, blocks: Uint8Array): Uint8Array {
  // With one block below the other, a row of texels is a row of a block.
  const codes = decode(blocks, codec.width, (codec.height * blocks.length) / codec.bytes);
  for (let at = 0; at < codes.length; at += 4) [codes[at], codes[at + 2]] = [codes[at + 2], codes[at]];
  return codes;
}

/** The codec's decoded blocks in the same order. */
export function decodeAll(codec: BlockCodec, blocks: Uint8Array): Float32Array {
  const components = 4 * codec.width * codec.height;
  const texels = new Float32Array((components * blocks.length) / codec.bytes);
  for (let from = 0, to = 0; from < blocks.length; from += codec.bytes, to += components) {
    codec.decode(blocks, from, texels.subarray(to, to + components));
  }
  return texels;
}

/** One component of one texel. */
export interface Sample {
  /** The texel's block. */
  readonly block: Uint8Array;
  readonly texel: number;
  readonly component: number;
  /** The codec's code or float, and the code for 1. */
  readonly ours: number;
  readonly one: number;
  /** The independent decoder's code of 255. */
  readonly theirs: number;
  /** Index of the sample in the arrays. */
  readonly at: number;
}

/** The first samples that do not agree, as text; none are expected. */
export function disagreements(
  codec: BlockCodec,
  blocks: Uint8Array,
  theirs: Uint8Array,
  agrees: (sample: Sample) => boolean,
): string[] {
  const components = 4 * codec.width * codec.height;
  const ours = decodeAll(codec, blocks);
  if (theirs.length !== ours.length) return [`${theirs.length} components, not ${ours.length}`];
  const found: string[] = [];
  for (let from = 0, first = 0; from < blocks.length && found.length < 5; from += codec.bytes, first += components) {
    const block = blocks.subarray(from, from + codec.bytes);
    for (let at = first; at < first + components; at++) {
      const component = at % 4;
      const texel = (at - first - component) / 4;
      const { one } = codec.scales[component];
      const sample: Sample = { block, texel, component, ours: ours[at], one, theirs: theirs[at], at };
      if (!agrees(sample)) found.push(describe(sample));
    }
  }
  return found;
}

function describe({ block, texel, component, ours, one, theirs }: Sample): string {
  const bytes = Array.from(block, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  return `block ${bytes}, texel ${texel}, ${'rgba'[component]}: ${ours} of ${one}, theirs ${theirs} of 255`;
}

/** True if both give the same value: 8-bit on either side, or constant. */
export function isEqual({ ours, one, theirs }: Sample): boolean {
  return one * theirs === 255 * ours;
}

/**
 * Blocks with the two groups of 24 index bits exchanged, in 8-byte halves of BC3, BC4, BC5 and ETC2's alpha. Of the 48
 * index bits the decoder's words keep only the low 32, so only the low 24, with eight texels, are complete. The blocks
 * are decoded twice, the second time with the groups exchanged: then every texel has been in the low group.
 *
 * @param halves the number of halves of a block with such indices, from the first on
 */
export function withGroupsSwapped(blocks: Uint8Array, blockBytes: number, halves: number): Uint8Array {
  return blocks.map((byte, at) => {
    if (at % blockBytes >= 8 * halves || at % 8 < 2) return byte;
    return blocks[at % 8 < 5 ? at + 3 : at - 3];
  });
}
