import { describe, expect, it } from 'vitest';
import { blockBits } from '../../../../rtl-model/formats/blocks/bits.ts';
import { blockNumber, randomBlocks } from './bc-random-blocks.ts';

describe('blockBits', () => {
  it('reads every field of up to 32 bits at every position of a block', () => {
    const bytes = randomBlocks(1, 3, 16);
    const block = blockNumber(bytes, 16, 16);
    for (let count = 0; count <= 32; count++) {
      for (let first = 0; first + count <= 128; first++) {
        const field = Number((block >> BigInt(first)) & ((1n << BigInt(count)) - 1n));
        expect(blockBits(bytes, 16, first, count), `bits ${first} to ${first + count - 1}`).toBe(field);
      }
    }
  });

  it('is unsigned, and stops at the end of the bytes', () => {
    const bytes = new Uint8Array(8).fill(255);
    expect(blockBits(bytes, 0, 32, 32)).toBe(0xffffffff);
    expect(blockBits(bytes, 0, 63, 1)).toBe(1);
    expect(blockBits(bytes, 0, 64, 0)).toBe(0);
  });
});
