import { describe, expect, it } from 'vitest';
import { partitionTexels } from '../../../../../rtl-model/formats/blocks/astc/partition.ts';

const U32 = 2n ** 32n - 1n;

/** The text's hash52, in integers cut to 32 bits. */
function textHash(seed: number): bigint {
  let p = BigInt(seed);
  p ^= p >> 15n;
  p = (p - (p << 17n)) & U32;
  p = (p + (p << 7n)) & U32;
  p = (p + (p << 4n)) & U32;
  p ^= p >> 5n;
  p = (p + (p << 16n)) & U32;
  p ^= p >> 7n;
  p ^= p >> 3n;
  p = (p ^ (p << 6n)) & U32;
  return p ^ (p >> 17n);
}

/** The text's select_partition, all twelve seeds. */
function textPattern(index: number, count: number, width: number, height: number): number[] {
  const seed = index + (count - 1) * 1024;
  const rnum = textHash(seed);
  const firstBits = [0, 4, 8, 12, 16, 20, 24, 28];
  const squares = firstBits.map((first) => Number((rnum >> BigInt(first)) & 15n) ** 2);
  const byCount = count === 3 ? 6 : 5;
  const bySeed = (seed & 2) !== 0 ? 4 : 5;
  const [sh1, sh2] = (seed & 1) !== 0 ? [bySeed, byCount] : [byCount, bySeed];
  const slopes = squares.map((square, k) => Math.floor(square / 2 ** (k % 2 === 0 ? sh1 : sh2)));
  const small = width * height < 31 ? 2 : 1;
  const offsets = [14n, 10n, 6n, 2n].map((shift) => Number((rnum >> shift) & 63n));
  return Array.from({ length: width * height }, (_, texel) => {
    const x = small * (texel % width);
    const y = small * Math.floor(texel / width);
    const heights = offsets.map((offset, k) => (slopes[2 * k] * x + slopes[2 * k + 1] * y + offset) % 64);
    // The largest existing one wins, the first of equals. A missing one is 0 and comes later.
    const present = heights.slice(0, Math.max(2, count));
    return present.indexOf(Math.max(...present));
  });
}

describe('ASTC partitions', () => {
  it.each([
    [4, 4],
    [6, 5],
    [6, 6],
    [8, 5],
    [12, 12],
  ])('follow the text for every seed and count of %dx%d', (width, height) => {
    const pattern = new Uint8Array(width * height);
    for (const count of [2, 3, 4]) {
      for (let seed = 0; seed < 1024; seed++) {
        partitionTexels(seed, count, width, height, pattern);
        const text = textPattern(seed, count, width, height);
        if (pattern.join() !== text.join())
          expect.fail(`seed ${seed} count ${count}: ${pattern.join()} not ${text.join()}`);
      }
    }
  });
});
