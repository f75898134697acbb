import * as independent from '@arkntools/unity-js-tools-wasm';
import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../rtl-model/texel-decoder/blocks/bc-codecs.ts';
import { etcCodecs } from '../../../../rtl-model/texel-decoder/blocks/etc-codecs.ts';
import { Dice } from '../../../oracle/dice.ts';
import { randomBlocks, randomBlocksOfMode } from './bc-random-blocks.ts';
import { BC6H_BIT_SOURCES } from './bc6h-bit-sources.ts';
import { type Etc2Mode, etc2Block } from './etc2-text.ts';
import {
  decodeAll,
  decodeIndependently,
  disagreements,
  type IndependentDecoder,
  type Sample,
} from './independent-decoder.ts';

/*
 * The package has no BC2, no signed BC4 and no signed BC5, and knows no sRGB: its codes are those of the UNORM format.
 */

function codec(format: string) {
  return (bcCodecs.get(format) ?? etcCodecs.get(format))!;
}

function expectAgreement(
  format: string,
  decode: IndependentDecoder,
  blocks: Uint8Array,
  agrees: (sample: Sample) => boolean,
): void {
  const theirs = decodeIndependently(decode, codec(format), blocks);
  expect(disagreements(codec(format), blocks, theirs, agrees)).toEqual([]);
}

/** The same 8-bit code, or the same constant. */
function isEqual({ ours, one, theirs }: Sample): boolean {
  return one * theirs === 255 * ours;
}

function concatenated(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/**
 * Of the 48 index bits of an 8-byte BC4 or EAC half, the decoder's 32-bit words keep the low 32. So it is asked twice,
 * the second time with the two groups of 24 bits, eight texels each, changed over; each time the group in the low bits
 * counts.
 */
function withGroupsSwapped(blocks: Uint8Array, blockBytes: number): Uint8Array {
  return blocks.map((byte, at) => {
    const place = at % 8;
    if (at % blockBytes >= 8 && blockBytes === 16 && place >= 0 && !swapsSecondHalf) return byte;
    return place < 2 ? byte : blocks[place < 5 ? at + 3 : at - 3];
  });
}
