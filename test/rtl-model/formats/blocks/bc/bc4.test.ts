import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { blockNumber, randomBlocks } from '../bc-random-blocks.ts';

/**
 * The weights of the two endpoints and their sum, by code, from Khronos' table of BC4. Other codes are RED_min,
 * RED_max.
 */
const EIGHT = [0, 7, 1, 2, 3, 4, 5, 6].map((second) => [7 - second, second, 7]);
const SIX = [0, 5, 1, 2, 3, 4].map((second) => [5 - second, second, 5]);

/** The codes of texels 0 to 7 are 0 to 7, and those of 8 to 15 again. */
const CODES_IN_ORDER = [0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa];

describe.each([
  { name: 'bc4_unorm_block', highest: 255, least: 0 },
  { name: 'bc4_snorm_block', highest: 127, least: -1 },
])('$name', ({ name, highest, least }) => {
  const codec = bcCodecs.get(name)!;
  const { one } = codec.scales[0];
  const signed = highest === 127;
  const stored = (byte: number) => (signed && byte > 127 ? byte - 256 : byte);

  it('gives the exact sevenths and fifths of all 65536 pairs of endpoints', () => {
    const bytes = Uint8Array.of(0, 0, ...CODES_IN_ORDER);
    const texels = new Float32Array(64);
    const wrong: string[] = [];
    for (let pair = 0; pair < 65536; pair++) {
      bytes[0] = pair & 255;
      bytes[1] = pair >> 8;
      codec.decode(bytes, 0, texels);
      const eight = stored(bytes[0]) > stored(bytes[1]);
      const ends = [stored(bytes[0]), stored(bytes[1])].map((end) => (end === -128 ? -127 : end));
      (eight ? EIGHT : SIX).forEach(([share0, share1, parts], code) => {
        // texel / one = (share0 end0 + share1 end1) / (parts highest), in integers
        const exact = (share0 * ends[0] + share1 * ends[1]) * one;
        if (texels[4 * code] * parts * highest !== exact) wrong.push(`ends ${ends.join()}, code ${code}`);
        if (texels[4 * (code + 8)] !== texels[4 * code]) wrong.push(`ends ${ends.join()}, texel ${code + 8}`);
      });
      if (!eight && (texels[24] !== least * one || texels[28] !== one)) wrong.push(`ends ${ends.join()}, code 6 or 7`);
    }
    expect(wrong).toEqual([]);
  });

  it('takes the code of texel (x, y) from bit 3(4y + x) on, and gives 0, 0, 1 for green, blue, alpha', () => {
    const blocks = randomBlocks(5, 500, 8);
    const texels = new Float32Array(64).fill(NaN);
    const palette = new Float32Array(64);
    for (let from = 0; from < blocks.length; from += 8) {
      codec.decode(blocks, from, texels);
      const codes = blockNumber(blocks, from + 2, 6);
      const inOrder = Uint8Array.of(blocks[from], blocks[from + 1], ...CODES_IN_ORDER);
      codec.decode(inOrder, 0, palette);
      for (let texel = 0; texel < 16; texel++) {
        const code = Number((codes >> BigInt(3 * texel)) & 7n);
        expect([...texels.subarray(4 * texel, 4 * texel + 4)]).toEqual([palette[4 * code], 0, 0, 1]);
      }
    }
  });
});

describe('BC4 with two signed endpoints that both mean -1', () => {
  const decode = (end0: number, end1: number) => {
    const texels = new Float32Array(64);
    bcCodecs.get('bc4_snorm_block')!.decode(Uint8Array.of(end0, end1, 0x3f, 0, 0, 0, 0, 0), 0, texels);
    return texels[0] / bcCodecs.get('bc4_snorm_block')!.scales[0].one;
  };

  it('compares stored values: eight steps for -127 and -128, six for -128 and -127 (D3D11.3 19.5.10)', () => {
    expect(decode(0x81, 0x80)).toBe(-1);
    expect(decode(0x80, 0x81)).toBe(1);
    expect(decode(0x81, 0x81)).toBe(1);
  });
});

describe.each(['bc5_unorm_block', 'bc5_snorm_block'])('%s', (name) => {
  it('is two blocks of BC4: red, then green', () => {
    const codec = bcCodecs.get(name)!;
    const half = bcCodecs.get(name.replace('5', '4'))!;
    const blocks = randomBlocks(6, 500, 16);
    const [texels, red, green] = [0, 1, 2].map(() => new Float32Array(64).fill(NaN));
    for (let from = 0; from < blocks.length; from += 16) {
      codec.decode(blocks, from, texels);
      half.decode(blocks, from, red);
      half.decode(blocks, from + 8, green);
      for (let at = 0; at < 64; at += 4) {
        expect([...texels.subarray(at, at + 4)]).toEqual([red[at], green[at], 0, 1]);
      }
    }
    expect(codec.scales.slice(0, 2)).toEqual([half.scales[0], half.scales[0]]);
  });
});

describe.each(['bc3_unorm_block', 'bc3_srgb_block'])('alpha of %s', (name) => {
  it('is a BC4 block in the lower half', () => {
    const codec = bcCodecs.get(name)!;
    const bc4 = bcCodecs.get('bc4_unorm_block')!;
    const blocks = randomBlocks(7, 500, 16);
    const [texels, red] = [0, 1].map(() => new Float32Array(64).fill(NaN));
    for (let from = 0; from < blocks.length; from += 16) {
      codec.decode(blocks, from, texels);
      bc4.decode(blocks, from, red);
      for (let at = 0; at < 64; at += 4) expect(texels[at + 3]).toBe(red[at]);
    }
    expect(codec.scales[3]).toEqual(bc4.scales[0]);
  });
});
