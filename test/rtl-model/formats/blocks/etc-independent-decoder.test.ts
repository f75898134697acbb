import * as independent from '@arkntools/unity-js-tools-wasm';
import { describe, expect, it } from 'vitest';
import { etcCodecs } from '../../../../rtl-model/formats/blocks/etc/etc-codecs.ts';
import { Dice } from '../../../oracle/dice.ts';
import { randomBlocks } from './bc-random-blocks.ts';
import { type Etc2Mode, etc2Block } from './etc2-text.ts';
import {
  decodeAll,
  decodeIndependently,
  disagreements,
  type IndependentDecoder,
  isEqual,
  type Sample,
  withGroupsSwapped,
} from './independent-decoder.ts';

// The package lacks sRGB: its codes are those of the UNORM formats.

function codec(format: string) {
  return etcCodecs.get(format)!;
}

function disagreementsOf(
  format: string,
  decode: IndependentDecoder,
  blocks: Uint8Array,
  agrees: (sample: Sample) => boolean,
): string[] {
  return disagreements(codec(format), blocks, decodeIndependently(decode, codec(format), blocks), agrees);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe('ETC2', () => {
  const MODES: readonly Etc2Mode[] = ['individual', 'differential', 'T', 'H', 'planar'];
  const dice = new Dice(170);

  /** A colour half of the mode: base colours that select the mode, random other bits. */
  function blockOfMode(mode: Etc2Mode): Uint8Array {
    const bits = (count: number) => dice.integer(0, 2 ** count - 1);
    if (mode === 'planar') {
      return etc2Block(mode, {
        ...Object.fromEntries(['R', 'B', 'Rh', 'Bh', 'Rv', 'Bv'].map((field) => [field, bits(6)])),
        ...Object.fromEntries(['G', 'Gh', 'Gv'].map((field) => [field, bits(7)])),
      });
    }
    const common = { table1: bits(3), table2: bits(3), flip: bits(1), msb: bits(16), lsb: bits(16) };
    if (mode === 'differential') {
      const base = () => dice.integer(4, 28);
      return etc2Block(mode, { ...common, R: base(), G: base(), B: base(), Rd: bits(3), Gd: bits(3), Bd: bits(3) });
    }
    const colors = { R: bits(4), G: bits(4), B: bits(4), R2: bits(4), G2: bits(4), B2: bits(4) };
    return etc2Block(mode, { ...common, ...colors, da: bits(2), db: bits(1) });
  }

  const structured = concatenated(MODES.flatMap((mode) => Array.from({ length: 250 }, () => blockOfMode(mode))));
  const colors = concatenated([structured, randomBlocks(171, 4000, 8)]);

  it('decodes colours without alpha to the same codes', () => {
    expect(disagreementsOf('etc2_r8g8b8_unorm_block', independent.decodeEtc2Rgb, colors, isEqual)).toEqual([]);
  });

  it('decodes colours with punch-through alpha to the same codes, except where they are transparent', () => {
    // Opaque and not opaque: bit 33, which is D in the other format.
    const blocks = concatenated([colors, colors.map((byte, at) => (at % 8 === 3 ? byte ^ 2 : byte))]);
    const format = 'etc2_r8g8b8a1_unorm_block';
    const ours = decodeAll(codec(format), blocks);
    const agrees = (sample: Sample) => {
      // Transparent texels are black (Khronos data format: Format RGB ETC2 with punchthrough alpha), but not in the
      // decoder.
      const transparent = ours[sample.at - sample.component + 3] === 0;
      return transparent && sample.component < 3 ? sample.ours === 0 : isEqual(sample);
    };
    expect(disagreementsOf(format, independent.decodeEtc2Rgba1, blocks, agrees)).toEqual([]);
  });

  it('decodes colours with alpha of 8 bits to the same codes', () => {
    const format = 'etc2_r8g8b8a8_unorm_block';
    const blocks = randomBlocks(172, 4000, 16);
    const swapped = decodeIndependently(independent.decodeEtc2Rgba8, codec(format), withGroupsSwapped(blocks, 16, 1));
    // The high bits of alpha hold the left columns.
    const agrees = (sample: Sample) =>
      sample.component === 3 && sample.texel % 4 < 2 ? sample.ours === swapped[sample.at + 8] : isEqual(sample);
    expect(disagreementsOf(format, independent.decodeEtc2Rgba8, blocks, agrees)).toEqual([]);
  });
});

describe.each([
  ['eac_r11_unorm_block', independent.decodeEacr, 1, false],
  ['eac_r11_snorm_block', independent.decodeEacrSigned, 1, true],
  ['eac_r11g11_unorm_block', independent.decodeEacrg, 2, false],
  ['eac_r11g11_snorm_block', independent.decodeEacrgSigned, 2, true],
] as const)('%s', (format, decode, components, signed) => {
  /** Pixel indices 0 to 7 in the first eight pixels, which are the two left columns. */
  const INDICES = [0x05, 0x39, 0x77];

  /**
   * The decoder reads indices from the wrong end: from the low 32 bits of the half's bytes in little-endian order, the
   * first for the last pixel. The test compares the value of each index. The positions of indices are as in ETC2's
   * alpha.
   */
  it('gives each pixel index the same value, to the upper 8 of 11 bits', () => {
    const blocks = randomBlocks(180, 3000, 8 * components);
    for (let at = 0; at < blocks.length; at += 40) blocks[at] = 128;
    // A base of -128 means -127 (Khronos data format: Format Signed R11 EAC), but stays -128 in the decoder.
    const known = blocks.map((byte, at) => (signed && at % 8 === 0 && byte === 128 ? 129 : byte));
    const palettes = decodeAll(
      codec(format),
      blocks.map((byte, at) => (at % 8 < 2 ? byte : INDICES[((at % 8) - 2) % 3])),
    );
    const agrees = (sample: Sample) => {
      const { texel, component, theirs, at } = sample;
      if (component >= components) return isEqual(sample);
      const pixel = 4 * (texel % 4) + (texel >> 2);
      const half = 8 * (components * Math.floor(at / 64) + component);
      const low = known.subarray(half, half + 4).reduceRight((word, byte) => 256 * word + byte, 0);
      const index = Math.floor(low / 8 ** (15 - pixel)) % 8;
      const code = palettes[at - 4 * texel + 16 * (index % 4) + 4 * (index >> 2)];
      return theirs === Math.floor((code + (signed ? 1023 : 0)) / 8);
    };
    const theirs = decodeIndependently(decode, codec(format), known);
    expect(disagreements(codec(format), blocks, theirs, agrees)).toEqual([]);
  });
});
