import * as independent from '@arkntools/unity-js-tools-wasm';
import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { randomBlocks, randomBlocksOfMode } from './bc-random-blocks.ts';
import { BC6H_BIT_SOURCES } from './bc6h-bit-sources.ts';
import {
  decodeIndependently,
  disagreements,
  type IndependentDecoder,
  isEqual,
  type Sample,
  withGroupsSwapped,
} from './independent-decoder.ts';

// The package lacks BC2, signed BC4 and BC5, and sRGB: its codes are those of the UNORM formats.

function codec(format: string) {
  return bcCodecs.get(format)!;
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

describe('BC1', () => {
  /** Every pair of 6-bit greens, with the four codes in each row. */
  const pairs = concatenated(
    Array.from({ length: 4096 }, (_, n) => {
      const [color0, color1] = [n & 63, n >> 6].map((green) => ((green >> 1) << 11) | (green << 5) | (green >> 1));
      return Uint8Array.of(color0 & 255, color0 >> 8, color1 & 255, color1 >> 8, 0xe4, 0xe4, 0xe4, 0xe4);
    }),
  );

  it.each([
    ['bc1_rgb_unorm_block', false],
    ['bc1_rgba_unorm_block', true],
  ])('decodes %s within what 8-bit ends and truncated means allow', (format, alpha) => {
    const blocks = concatenated([pairs, randomBlocks(101, 4000, 8)]);
    const agrees = (sample: Sample) => {
      if (sample.component < 3) return isNearColor(sample);
      // Black is opaque there in every BC1 format.
      const transparent = alpha && !hasFourColors(sample.block, 0) && colorCode(sample, 0) === 3;
      return sample.theirs === 255 && sample.ours === (transparent ? 0 : 1);
    };
    expect(disagreementsOf(format, independent.decodeBc1, blocks, agrees)).toEqual([]);
  });
});

/**
 * True if the colours agree within the decoder's error. The decoder's colours are 8-bit codes: the stored bits repeated
 * below themselves, then (2a + b) / 3 or (a + b) / 2 without the fraction, which is at most 2/3. The comparison is
 * exact, in 255ths of a code of `one`.
 */
function isNearColor({ ours, one, theirs, component }: Sample): boolean {
  const largestError = component === 1 ? EXPANSION_ERRORS.green : EXPANSION_ERRORS.redBlue;
  const error = one * theirs - 255 * ours;
  return error >= -(largestError + (one * 2) / 3) && error <= largestError;
}

/** The largest error of a code of so many bits repeated to eight, in 255ths of a sixth of a code. */
function expansionError(bits: number): number {
  const most = 2 ** bits - 1;
  const errors = Array.from({ length: most + 1 }, (_, code) => {
    const repeated = (code << (8 - bits)) | (code >> (2 * bits - 8));
    return Math.abs(6 * most * repeated - 255 * 6 * code);
  });
  return Math.max(...errors);
}

const EXPANSION_ERRORS = { redBlue: expansionError(5), green: expansionError(6) };

function hasFourColors(block: Uint8Array, from: number): boolean {
  return (block[from] | (block[from + 1] << 8)) > (block[from + 2] | (block[from + 3] << 8));
}

function colorCode({ block, texel }: Sample, from: number): number {
  return (block[from + 4 + (texel >> 2)] >> (2 * (texel & 3))) & 3;
}

/** The comparison for BC3, BC4, BC5, where the low group has the two upper rows. */
function rampAgrees(swapped: Uint8Array): (sample: Sample) => boolean {
  return ({ ours, one, theirs, texel, at }) => {
    const code = texel < 8 ? theirs : swapped[at - 32];
    // The decoder gives 35ths of an 8-bit code, sevenths and fifths without their fraction.
    return code === Math.floor((255 * ours) / one);
  };
}

describe('BC3', () => {
  it('decodes colours like BC1, and alpha to the same code without its fraction', () => {
    const blocks = randomBlocks(102, 4000, 16);
    const swapped = decodeIndependently(
      independent.decodeBc3,
      codec('bc3_unorm_block'),
      withGroupsSwapped(blocks, 16, 1),
    );
    const alphaAgrees = rampAgrees(swapped);
    const agrees = (sample: Sample) => {
      if (sample.component === 3) return alphaAgrees(sample);
      // BC3 has no blocks of three colours and black (D3D11.3 19.5.8), but the decoder does.
      const known = hasFourColors(sample.block, 8) || colorCode(sample, 8) < 2;
      return !known || isNearColor(sample);
    };
    expect(disagreementsOf('bc3_unorm_block', independent.decodeBc3, blocks, agrees)).toEqual([]);
  });
});

describe('BC4', () => {
  it('decodes all pairs of ends to the same codes without their fractions', () => {
    // Codes 0 to 7 in each group.
    const blocks = new Uint8Array(8 * 65536).map((_, at) => {
      const place = at % 8;
      const pair = Math.floor(at / 8);
      return place < 2 ? (pair >> (8 * place)) & 255 : [0x88, 0xc6, 0xfa][(place - 2) % 3];
    });
    const agrees = (sample: Sample) =>
      sample.component === 0
        ? sample.texel >= 8 || sample.theirs === Math.floor((255 * sample.ours) / sample.one)
        : isEqual(sample);
    expect(disagreementsOf('bc4_unorm_block', independent.decodeBc4, blocks, agrees)).toEqual([]);
  });
});

describe.each([
  ['bc4_unorm_block', independent.decodeBc4, 1],
  ['bc5_unorm_block', independent.decodeBc5, 2],
] as const)('%s', (format, decode, components) => {
  it('decodes to the same codes without their fractions', () => {
    const blocks = randomBlocks(103, 4000, 8 * components);
    const swapped = withGroupsSwapped(blocks, 8 * components, components);
    const isSameRamp = rampAgrees(decodeIndependently(decode, codec(format), swapped));
    const agrees = (sample: Sample) => (sample.component < components ? isSameRamp(sample) : isEqual(sample));
    expect(disagreementsOf(format, decode, blocks, agrees)).toEqual([]);
  });
});

describe('BC6H', () => {
  const RESERVED_MODES = [19, 23, 27, 31];

  /**
   * The positions of the bits of a channel's endpoints: [endpoint, bit, bit of the block] (Khronos: BC6H block modes).
   */
  function bitsOfChannel(mode: number, channel: number): number[][] {
    const sources = BC6H_BIT_SOURCES.get(mode)!.split(' ');
    return sources
      .map((source, n) => ({ source, at: (mode < 2 ? 2 : 5) + n }))
      .filter(({ source }) => source[0] === 'RGB'[channel])
      .map(({ source, at }) => [Number(source[1]), Number(source.slice(3)), at]);
  }

  /** True if the decoder's step from endpoints to 16 bits agrees with the text for all endpoints of the channel. */
  function unquantizedAlike(block: Uint8Array, mode: number, sources: number[][], signed: boolean): boolean {
    const stored = [0, 0, 0, 0];
    const widths = [0, 0, 0, 0];
    for (const [endpoint, bit, at] of sources) {
      stored[endpoint] += ((block[at >> 3] >> (at & 7)) & 1) * 2 ** bit;
      widths[endpoint]++;
    }
    const [bits] = widths;
    const transformed = mode !== 3 && mode !== 30;
    return stored.every((value, n) => {
      if (widths[n] === 0) return true;
      const delta = value < 2 ** (widths[n] - 1) ? value : value - 2 ** widths[n];
      const endpoint = n > 0 && transformed ? (stored[0] + delta + 2 ** bits) % 2 ** bits : value;
      // For negative endpoints it clears the sign, where D3D11.3 19.5.13.9 negates.
      if (signed) return endpoint < 2 ** (bits - 1);
      // It treats 2^(bits - 1) as the largest code, which is 2^bits - 1.
      return bits >= 15 || (endpoint !== 2 ** (bits - 1) && endpoint !== 2 ** bits - 1);
    });
  }

  it.each([
    ['bc6h_ufloat_block', independent.decodeBc6Unsigned, false],
    ['bc6h_sfloat_block', independent.decodeBc6Signed, true],
  ] as const)(
    'decodes each mode of %s to the same halfs, as far as 8-bit codes show them',
    (format, decode, signed) => {
      for (const mode of BC6H_BIT_SOURCES.keys()) {
        const blocks = randomBlocksOfMode(110 + mode, 250, mode, mode < 2 ? 2 : 5);
        // The decoder cuts sums of 16 bits to none, so for mode 15 only the first endpoint is compared: all indices are
        // 0.
        if (mode === 15)
          for (let at = 0; at < blocks.length; at++) if (at % 16 >= 8) blocks[at] &= at % 16 === 8 ? 1 : 0;
        const sources = [0, 1, 2].map((channel) => bitsOfChannel(mode, channel));
        const alike = Array.from({ length: blocks.length / 16 }, (_, n) =>
          sources.map((bits) => unquantizedAlike(blocks.subarray(16 * n, 16 * n + 16), mode, bits, signed)),
        );
        let counted = 0;
        const agrees = (sample: Sample) => {
          if (sample.component === 3) return isEqual(sample);
          if (!alike[Math.floor(sample.at / 64)][sample.component]) return true;
          counted++;
          return sample.theirs === Math.min(255, Math.max(0, Math.floor(Math.fround(255 * sample.ours))));
        };
        expect(disagreementsOf(format, decode, blocks, agrees), `mode ${mode}`).toEqual([]);
        // A channel has at most four signs, all clear in a sixteenth of random blocks. Half of that number is required.
        expect(counted).toBeGreaterThan((3 * 16 * 250) / 32);
      }
    },
  );

  it.each(RESERVED_MODES)('decodes reserved mode %d to black, transparent in that decoder', (mode) => {
    const blocks = randomBlocksOfMode(140 + mode, 50, mode, 5);
    // D3D11.3 19.5.13.3 gives alpha 1.
    const agrees = (sample: Sample) =>
      sample.component === 3 ? sample.ours === 1 && sample.theirs === 0 : isEqual(sample);
    expect(disagreementsOf('bc6h_ufloat_block', independent.decodeBc6Unsigned, blocks, agrees)).toEqual([]);
  });
});

describe('BC7', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('decodes mode %d to the same codes', (mode) => {
    const blocks = randomBlocksOfMode(150 + mode, 500, 1 << mode, mode + 1);
    expect(disagreementsOf('bc7_unorm_block', independent.decodeBc7, blocks, isEqual)).toEqual([]);
  });

  it('decodes the reserved mode to the same zeros', () => {
    const blocks = randomBlocksOfMode(160, 50, 0, 8);
    expect(disagreementsOf('bc7_unorm_block', independent.decodeBc7, blocks, isEqual)).toEqual([]);
  });
});
