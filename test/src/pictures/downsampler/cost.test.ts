import { describe, expect, it } from 'vitest';
import { levelByLevelCost, savedBytes, singlePassCost } from '../../../../src/pictures/downsampler/cost.ts';
import { format } from './random-image.ts';

const SQUARE = { format: format('r8g8b8a8_unorm'), width: 4096, height: 4096, layers: 1 };
/** Texels of the twelve levels below 4096x4096: a third of 2^24, less the third that is left at the end. */
const BELOW = (2 ** 24 - 1) / 3;

/** 4^from + ... + 4^to: the texels of so many levels of a square. */
function powersOf4(from: number, to: number): number {
  return (4 ** (to + 1) - 4 ** from) / 3;
}

describe('the cost', () => {
  it('of 4096x4096 in a single pass is a read of level 0 and of level 6, and a write of each level', () => {
    const cost = singlePassCost(SQUARE, 13, 'float32', 'local-memory');
    const groups = 64 * 64;
    // Levels 1 to 5 and 8 to 11 go through local memory, four are read for one of the next.
    const stored = powersOf4(7, 11) + powersOf4(1, 4);
    const localTexels = stored + 4 * (powersOf4(6, 10) + powersOf4(0, 3));
    expect(cost).toEqual({
      dispatches: 1,
      groups,
      reads: 2 ** 24 + 2 ** 12,
      writes: BELOW,
      bytesRead: 4 * (2 ** 24 + 2 ** 12),
      bytesWritten: 4 * BELOW,
      localWrites: stored + groups,
      localReads: localTexels - stored + 256 * groups,
      localBytes: 16 * localTexels + 4 * 257 * groups,
      shuffles: 0,
      // 12 for the tile and 1 for the counter in every group, 4 in the last.
      barriers: 13 * groups + 4,
      atomics: groups,
    });
  });

  it('of the chain is a read of each level but the last and a write of each but the first', () => {
    const cost = levelByLevelCost(SQUARE, 13);
    expect(cost).toMatchObject({
      dispatches: 12,
      reads: 4 * BELOW,
      writes: BELOW,
      atomics: 0,
      barriers: 0,
      localBytes: 0,
    });
    expect(cost.bytesRead).toBe(4 * 4 * BELOW);
    expect(cost.bytesWritten).toBe(4 * BELOW);
  });

  it('saves a fifth of the traffic: 4/3 of level 0 against 5/3', () => {
    const single = singlePassCost(SQUARE, 13, 'float32', 'local-memory');
    const chain = levelByLevelCost(SQUARE, 13);
    // Level 6 is read again, and level 12 is the last: a fifth but for one in several thousand.
    expect(savedBytes(single, chain)).toBe(1 - (2 ** 24 + 2 ** 12 + BELOW) / (5 * BELOW));
    expect(savedBytes(single, chain)).toBeCloseTo(1 / 5, 3);
  });

  it('is less local memory and fewer barriers with quad shuffles', () => {
    const local = singlePassCost(SQUARE, 13, 'float32', 'local-memory');
    const quads = singlePassCost(SQUARE, 13, 'float32', 'quad-shuffles');
    // Level 1, 2^22 texels written and read for level 2, stays in registers; three shuffles for each result instead.
    expect(local.localWrites - quads.localWrites).toBe(2 ** 22);
    expect(local.localReads - quads.localReads).toBe(2 ** 22);
    expect(local.barriers - quads.barriers).toBe(8 * 64 * 64);
    expect(quads.shuffles).toBe(3 * (powersOf4(6, 10) + powersOf4(0, 3)));
  });

  it('halves the bytes of local memory in packed arithmetic, but not those of the counter', () => {
    const image = { ...SQUARE, format: format('r16g16b16a16_sfloat') };
    const counter = 4 * 257 * 64 * 64;
    const wide = singlePassCost(image, 13, 'float32', 'local-memory').localBytes - counter;
    expect(singlePassCost(image, 13, 'float16', 'local-memory').localBytes - counter).toBe(wide / 2);
  });

  it('counts what is read once: not the dropped column, and the only one but once', () => {
    const image = { format: format('r8_unorm'), width: 5, height: 1, layers: 2 };
    expect(singlePassCost(image, 2, 'float32', 'local-memory')).toMatchObject({ reads: 16, bytesRead: 8, writes: 4 });
    expect(levelByLevelCost(image, 3)).toMatchObject({ reads: 24, bytesRead: 12, writes: 6, dispatches: 2, groups: 4 });
  });

  it('is nothing for one level', () => {
    expect(Object.values(singlePassCost(SQUARE, 1, 'float32', 'local-memory')).every((n) => n === 0)).toBe(true);
  });
});
