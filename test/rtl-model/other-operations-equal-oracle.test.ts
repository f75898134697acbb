import { describe, expect, it } from 'vitest';
import { otherComparison } from '../oracle/compare-other-operations.ts';
import { OTHER_KINDS } from '../oracle/random-other-operations.ts';
import { draws } from '../oracle/draws.ts';

const SHOWN = 3;

const RUNS = [
  { seed: 0x07e1, count: draws(2000, 2) },
  { seed: 0x0a11, count: draws(6000), tags: 'exhaustive' },
];

describe('the texture unit', () => {
  for (const { seed, count, ...options } of RUNS) {
    it(`answers ${count} operations beyond plain sampling as the oracle allows`, options, () => {
      const { failures, tallies } = otherComparison(seed, count);
      expect(failures.slice(0, SHOWN).map(({ text }) => text)).toEqual([]);
      // Enough results of every kind have bounds, so that a wrong answer would be found.
      const checked = [...tallies].map(([kind, { colors, residents, footprints }]) => ({
        kind,
        enough: Math.max(colors, residents, footprints) > count / 30,
      }));
      expect(checked).toEqual(OTHER_KINDS.map((kind) => ({ kind, enough: true })));
    });
  }
});
