import { describe, expect, it } from 'vitest';
import { blockBits, repeated, replicated } from '../../../../rtl-model/formats/blocks/bits.ts';
import { PLAIN } from '../../../../rtl-model/steps/plain-steps.ts';
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

describe('a code whose bits are repeated', () => {
  it('has the bits of its text, again and again, of every code up to 8 bits and every width up to 16', () => {
    for (let bits = 1; bits <= 8; bits++) {
      for (let width = bits; width <= 16; width++) {
        for (let code = 0; code < 2 ** bits; code++) {
          const text = code.toString(2).padStart(bits, '0').repeat(16).slice(0, width);
          const wide = Number.parseInt(text, 2);
          expect([repeated(PLAIN, code, bits, width), replicated(code, bits, width)]).toEqual([wide, wide]);
        }
      }
    }
  });
});
