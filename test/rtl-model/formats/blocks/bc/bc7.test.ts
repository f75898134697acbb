import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { blockNumber, randomBlocksOfMode } from '../bc-random-blocks.ts';
import { bc7FromText } from '../bc7-from-text.ts';

const codec = bcCodecs.get('bc7_unorm_block')!;

function decode(bytes: Uint8Array, from = 0): Float32Array {
  const texels = new Float32Array(64).fill(NaN);
  codec.decode(bytes, from, texels);
  return texels;
}

/**
 * The first 16 digits of the SHA-256 of the bytes that bcdec 0.98 (https://github.com/iOrange/bcdec) decodes from 2048
 * random blocks of each mode, one row of 16 texels a block.
 */
const BCDEC_RESULTS = [
  '9253b815ea1c0bff',
  '6867ed8dfc39d666',
  'b71b701076e9da56',
  '8e83e95de4e5db1c',
  '67a6e67c15f46100',
  '4682517e64b46cd0',
  '9a37b8ef3c467867',
  'a205ee2983e8c0ed',
];

describe.each(BCDEC_RESULTS.map((digest, mode) => ({ mode, digest })))('BC7 mode $mode', ({ mode, digest }) => {
  it('agrees with the text, bit by bit', () => {
    const blocks = randomBlocksOfMode(10 + mode, 200, 1 << mode, mode + 1);
    for (let from = 0; from < blocks.length; from += 16) {
      const block = blockNumber(blocks, from, 16);
      expect([...decode(blocks, from)], `block ${block.toString(16)}`).toEqual(bc7FromText(block));
    }
  });

  it('agrees with bcdec, for 2048 blocks', () => {
    const blocks = randomBlocksOfMode(20 + mode, 2048, 1 << mode, mode + 1);
    const hash = createHash('sha256');
    for (let from = 0; from < blocks.length; from += 16) hash.update(Uint8Array.from(decode(blocks, from)));
    expect(hash.digest('hex').slice(0, 16)).toBe(digest);
  });
});

describe('BC7', () => {
  it('gives zeros for the reserved mode, alpha included (D3D11.3 19.5.14.4.8)', () => {
    expect([...decode(new Uint8Array(16).fill(255).fill(0, 0, 1))]).toEqual(Array(64).fill(0));
  });

  it("has texel 9 of mode 2, partition 6, in bits 115 and 116, as in the example of Khronos' text", () => {
    const block = (index: bigint) => (1n << 2n) | (6n << 3n) | (((1n << 90n) - 1n) << 9n) | (index << 115n);
    const bytes = (number: bigint) =>
      Uint8Array.from({ length: 16 }, (_, n) => Number((number >> BigInt(8 * n)) & 255n));
    // Subset 1 has endpoints 2 and 3. Red of endpoint 3 is in bits 24 to 28.
    const dark = ~(31n << 24n);
    const red = (index: bigint) => decode(bytes(block(index) & dark)).filter((_, at) => at % 4 === 0);
    const others = [...red(0n)].filter((_, texel) => texel !== 9);
    expect(others).toEqual(Array(15).fill(255));
    expect([0n, 1n, 2n, 3n].map((index) => red(index)[9])).toEqual([255, 171, 84, 0]);
    for (const index of [1n, 2n, 3n]) expect([...red(index)].filter((_, texel) => texel !== 9)).toEqual(others);
  });

  it('keeps alpha at 255 in modes 0 to 3', () => {
    for (let mode = 0; mode < 4; mode++) {
      const blocks = randomBlocksOfMode(30, 100, 1 << mode, mode + 1);
      for (let from = 0; from < blocks.length; from += 16) {
        expect([...decode(blocks, from)].filter((_, at) => at % 4 === 3)).toEqual(Array(16).fill(255));
      }
    }
  });
});
