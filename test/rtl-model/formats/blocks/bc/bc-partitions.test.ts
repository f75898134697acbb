import { describe, expect, it } from 'vitest';
import { PARTITIONS } from '../../../../../rtl-model/formats/blocks/bc/bc-partitions.ts';

const SUBSETS = [2, 3];

describe.each(SUBSETS)('partitions of %d subsets', (subsets) => {
  it('are 64, all different, and use every subset', () => {
    const partitions = PARTITIONS[subsets];
    expect(new Set(partitions.map(({ subset }) => subset.join(''))).size).toBe(64);
    for (const { subset } of partitions) {
      expect(new Set(subset)).toEqual(new Set(Array(subsets).keys()));
      expect(subset).toHaveLength(16);
    }
  });

  it('have one anchor in each subset, that of subset 0 in texel 0', () => {
    PARTITIONS[subsets].forEach(({ subset, anchor }, n) => {
      const anchored = [...subset].filter((_, texel) => anchor[texel] === 1);
      expect(anchored, `partition ${n}`).toHaveLength(subsets);
      expect(new Set(anchored), `partition ${n}`).toEqual(new Set(Array(subsets).keys()));
      expect([subset[0], anchor[0]]).toEqual([0, 1]);
    });
  });
});
