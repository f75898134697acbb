import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { blockNumber, randomBlocks } from '../bc-random-blocks.ts';

/** The weight of the first colour in thirds for the codes 0 to 3; the rest to 3 is that of the second. */
const THIRDS = [3, 0, 2, 1];

describe.each(['bc2_unorm_block', 'bc2_srgb_block', 'bc3_unorm_block', 'bc3_srgb_block'])('%s', (name) => {
  const codec = bcCodecs.get(name)!;

  it('has four colours in either order of its endpoints, in its upper half', () => {
    const blocks = randomBlocks(3, 500, 16);
    const texels = new Float32Array(64);
    for (let from = 0; from < blocks.length; from += 16) {
      codec.decode(blocks, from, texels);
      const half = blockNumber(blocks, from + 8, 8);
      for (let texel = 0; texel < 16; texel++) {
        const share = THIRDS[Number((half >> BigInt(32 + 2 * texel)) & 3n)];
        const field = (shift: number, bits: number) => Number((half >> BigInt(shift)) & ((1n << BigInt(bits)) - 1n));
        const mix = (shift: number, bits: number) => share * field(shift, bits) + (3 - share) * field(shift + 16, bits);
        expect([...texels.subarray(4 * texel, 4 * texel + 3)]).toEqual([2 * mix(11, 5), 2 * mix(5, 6), 2 * mix(0, 5)]);
      }
    }
  });
});

describe('BC2 alpha', () => {
  it('is the 4 bits from 4(4y + x) on of the lower half; 15 is 1', () => {
    const codec = bcCodecs.get('bc2_unorm_block')!;
    const texels = new Float32Array(64);
    const blocks = randomBlocks(4, 200, 16);
    for (let from = 0; from < blocks.length; from += 16) {
      codec.decode(blocks, from, texels);
      const half = blockNumber(blocks, from, 8);
      for (let texel = 0; texel < 16; texel++) {
        expect(texels[4 * texel + 3]).toBe(Number((half >> BigInt(4 * texel)) & 15n));
      }
    }
    expect(codec.scales[3]).toEqual({ one: 15, bits: 4, signed: false });
  });
});
