import { describe, expect, it } from 'vitest';
import { otherComparison } from '../oracle/compare-other-operations.ts';
import { OTHER_KINDS } from '../oracle/random-other-operations.ts';

const SHOWN = 3;

describe('the texture unit', () => {
  it('answers operations beyond plain sampling as the oracle allows', () => {
    const { failures, tallies } = otherComparison(0x0a11, 6_000);
    expect(failures.slice(0, SHOWN).map(({ text }) => text)).toEqual([]);
    // Enough results of every kind have bounds, so that a wrong answer would be found.
    const checked = [...tallies].map(([kind, { colors, residents, footprints }]) => ({
      kind,
      enough: Math.max(colors, residents, footprints) > 200,
    }));
    expect(checked).toEqual(OTHER_KINDS.map((kind) => ({ kind, enough: true })));
  });
});
