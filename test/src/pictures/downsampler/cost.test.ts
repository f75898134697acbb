import { describe, expect, it } from 'vitest';
import { levelByLevelCost, savedBytes, singlePassCost } from '../../../../src/pictures/downsampler/cost.ts';
import { format } from './random-image.ts';

const SQUARE = { format: format('r8g8b8a8_unorm'), width: 4096, height: 4096, layers: 1 };
/** The number of texels in the twelve levels below 4096x4096: a third of 2^24 - 1. */
const BELOW = (2 ** 24 - 1) / 3;

/** 4^from + ... + 4^to: the number of texels in those levels of a square. */
function powersOf4(from: number, to: number): number {
  return (4 ** (to + 1) - 4 ** from) / 3;
}

describe('the cost', () => {
  it('of a single pass over 4096x4096 is a read of levels 0 and 6, and a write of each level', () => {
    const cost = singlePassCost(SQUARE, 13, 'float32', 'local-memory');
    const groups = 64 * 64;
    // Levels 1 to 5 and 8 to 11 go through local memory; four texels are read for one of the next level.
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

  it('of the chain is a read of each level except the last and a write of each except the first', () => {
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

  it('is a fifth lower in traffic: 4/3 of level 0 against 5/3', () => {
    const single = singlePassCost(SQUARE, 13, 'float32', 'local-memory');
    const chain = levelByLevelCost(SQUARE, 13);
    // Level 6 is read again, and level 12 is the last. The saving is a fifth, except for one part in several thousand.
    expect(savedBytes(single, chain)).toBe(1 - (2 ** 24 + 2 ** 12 + BELOW) / (5 * BELOW));
    expect(savedBytes(single, chain)).toBeCloseTo(1 / 5, 3);
  });

  it('is lower in local memory and barriers with quad shuffles', () => {
    const local = singlePassCost(SQUARE, 13, 'float32', 'local-memory');
    const quads = singlePassCost(SQUARE, 13, 'float32', 'quad-shuffles');
    // The 2^22 texels of level 1, written and read for level 2, stay in registers. Each result needs three shuffles
    // instead.
    expect(local.localWrites - quads.localWrites).toBe(2 ** 22);
    expect(local.localReads - quads.localReads).toBe(2 ** 22);
    expect(local.barriers - quads.barriers).toBe(8 * 64 * 64);
    expect(quads.shuffles).toBe(3 * (powersOf4(6, 10) + powersOf4(0, 3)));
  });

  it('has half the bytes of local memory in packed arithmetic, without those of the counter', () => {
    const image = { ...SQUARE, format: format('r16g16b16a16_sfloat') };
    const counter = 4 * 257 * 64 * 64;
    const wide = singlePassCost(image, 13, 'float32', 'local-memory').localBytes - counter;
    expect(singlePassCost(image, 13, 'float16', 'local-memory').localBytes - counter).toBe(wide / 2);
  });

  it('counts a single column once and a dropped column never', () => {
    const image = { format: format('r8_unorm'), width: 5, height: 1, layers: 2 };
    expect(singlePassCost(image, 2, 'float32', 'local-memory')).toMatchObject({ reads: 16, bytesRead: 8, writes: 4 });
    expect(levelByLevelCost(image, 3)).toMatchObject({ reads: 24, bytesRead: 12, writes: 6, dispatches: 2, groups: 4 });
  });

  it('is nothing for one level', () => {
    expect(Object.values(singlePassCost(SQUARE, 1, 'float32', 'local-memory')).every((n) => n === 0)).toBe(true);
  });
});
