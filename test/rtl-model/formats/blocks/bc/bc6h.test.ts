import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { BC6H_MODE_NUMBERS, bc6hFromText } from '../bc6h-from-text.ts';
import { blockNumber, randomBlocks, randomBlocksOfMode } from '../bc-random-blocks.ts';

/**
 * The first 16 digits of the SHA-256 of the float32 r, g, b, 1 that bcdec 0.98 (https://github.com/iOrange/bcdec)
 * decodes from 2048 random blocks of each mode, with zeros as +0, for UFLOAT and SFLOAT.
 */
const BCDEC_RESULTS: ReadonlyMap<number, readonly [string, string]> = new Map([
  [0, ['bce3131a12b7e031', '02396191d1c1ebb1']],
  [1, ['b22607ac93a95c5b', 'bbfb8dd74a9b7606']],
  [2, ['8c3e5d9df79eb275', 'b7dfd507de003c8b']],
  [6, ['a53ab76a3a11578f', '81e618c326782dbc']],
  [10, ['cedaa010336a2fc3', '376c43b7795b5b09']],
  [14, ['11144826a0846b28', '7ec146ffb5c5a552']],
  [18, ['30642c10b60e96f1', '1920c89d91e000f9']],
  [22, ['12ee4ae0d7dabc83', '7e60b10ed9148eee']],
  [26, ['c7513b555f50305f', '8d07df406e1b6b8b']],
  [30, ['10d622410dba1c59', '302b810802f030d8']],
  [3, ['d2268af1190dce50', 'f367df566e347c66']],
  [7, ['838b46450cf28a91', '55ca014e656b52d2']],
  [11, ['6b13104655a72ddf', 'b8f5bfc164548c2f']],
  [15, ['aa2767e1c1d2cfb8', '3af1347aef2b8f7a']],
]);

function decode(signed: boolean, bytes: Uint8Array, from = 0): Float32Array {
  const texels = new Float32Array(64).fill(NaN);
  bcCodecs.get(signed ? 'bc6h_sfloat_block' : 'bc6h_ufloat_block')!.decode(bytes, from, texels);
  return texels;
}

const CASES = BC6H_MODE_NUMBERS.flatMap((mode) => [false, true].map((signed) => ({ mode, signed })));

describe.each(CASES)('BC6H mode $mode, signed $signed', ({ mode, signed }) => {
  const modeBits = mode < 2 ? 2 : 5;

  it('agrees with the texts, bit by bit', () => {
    const blocks = randomBlocksOfMode(40 + mode, 100, mode, modeBits);
    for (let from = 0; from < blocks.length; from += 16) {
      const block = blockNumber(blocks, from, 16);
      const texels = decode(signed, blocks, from);
      expect(Array.from(texels.filter((_, at) => at % 4 < 3)), `block ${block.toString(16)}`).toEqual(
        bc6hFromText(block, signed),
      );
      expect(texels.filter((_, at) => at % 4 === 3)).toEqual(new Float32Array(16).fill(1));
    }
  });

  it('agrees with bcdec, for 2048 blocks', () => {
    const blocks = randomBlocksOfMode(80 + mode, 2048, mode, modeBits);
    const hash = createHash('sha256');
    for (let from = 0; from < blocks.length; from += 16) {
      const texels = decode(signed, blocks, from);
      hash.update(new Uint8Array(texels.buffer));
    }
    expect(hash.digest('hex').slice(0, 16)).toBe(BCDEC_RESULTS.get(mode)![Number(signed)]);
  });
});

/**
 * A block of mode 3: one subset, two endpoints of 10-bit r, g, b, and every index `index` (at most 7 for the anchor).
 */
function mode3(end0: number, end1: number, index: number): Uint8Array {
  let number = 3n;
  [end0, end0, end0, end1, end1, end1].forEach((end, n) => (number |= BigInt(end & 1023) << BigInt(5 + 10 * n)));
  number |= BigInt(index & 7) << 65n;
  for (let texel = 1; texel < 16; texel++) number |= BigInt(index) << BigInt(64 + 4 * texel);
  return Uint8Array.from({ length: 16 }, (_, n) => Number((number >> BigInt(8 * n)) & 255n));
}

/** A block of mode 15 whose endpoints are both `end`, 16 bits; the differences are 0. */
function mode15(end: number): Uint8Array {
  let number = 15n;
  for (let channel = 0; channel < 3; channel++) {
    number |= BigInt(end & 1023) << BigInt(5 + 10 * channel);
    for (let bit = 10; bit < 16; bit++) number |= BigInt((end >> bit) & 1) << BigInt(39 + 10 * channel + 15 - bit);
  }
  return Uint8Array.from({ length: 16 }, (_, n) => Number((number >> BigInt(8 * n)) & 255n));
}

describe('BC6H', () => {
  it.each([19, 23, 27, 31])('gives 0, 0, 0, 1 for reserved mode %d (D3D11.3 19.5.13.3)', (mode) => {
    const block = randomBlocks(9, 1, 16);
    block[0] = (block[0] & 0xe0) | mode;
    for (const signed of [false, true]) {
      expect([...decode(signed, block)]).toEqual(Array.from({ length: 64 }, (_, at) => (at % 4 === 3 ? 1 : 0)));
    }
  });

  it('reaches 65504 and 0 unsigned, and +-65504 signed', () => {
    expect(decode(false, mode3(1023, 0, 0))[0]).toBe(65504);
    expect(decode(false, mode3(1023, 0, 15))[4]).toBe(0);
    expect(decode(true, mode3(511, -511, 0))[0]).toBe(65504);
    expect(decode(true, mode3(511, -511, 15))[4]).toBe(-65504);
    expect(decode(true, mode3(511, -512, 15))[4]).toBe(-65504);
  });

  it('gives -infinity only for -0x8000 of 16 bits, and never +infinity', () => {
    expect(decode(true, mode15(0x8000))[0]).toBe(-Infinity);
    expect(decode(true, mode15(0x8001))[0]).toBe(-65504);
    expect(decode(true, mode15(0x7fff))[0]).toBe(65504);
    expect(decode(false, mode15(0xffff))[0]).toBe(65504);
  });

  it('gives +0 for the smallest negative value, whose magnitude scales to 0 (D3D11.3 19.5.13.10)', () => {
    expect(decode(true, mode15(0xffff))[0]).toBe(0);
    expect(decode(true, mode15(0xfffe))[0]).toBe(-(2 ** -24));
  });

  it('rises with the 16-bit endpoint, from -infinity to 65504 signed and from 0 to 65504 unsigned', () => {
    for (const signed of [false, true]) {
      let last = signed ? -Infinity : 0;
      for (let n = 0; n < 65536; n += 13) {
        const value = decode(signed, mode15(signed ? (n + 0x8000) & 0xffff : n))[0];
        expect(value, `end ${n}`).toBeGreaterThanOrEqual(last);
        last = value;
      }
    }
  });
});
