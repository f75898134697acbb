import { describe, expect, it } from 'vitest';
import { otherComparison } from '../oracle/compare-other-operations.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { OTHER_KINDS, type OtherRequest } from '../oracle/random-other-operations.ts';
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

  /** Fields of designs that few random ones have together with what they change. */
  const changes: Readonly<Record<string, (design: Design) => Design>> = {
    'rounds coordinates of nearest filters otherwise': ({ address, ...design }) => ({
      ...design,
      address: { ...address, pointRounding: 'floor', pointFractionBits: 2 },
    }),
    'complements mirrored coordinates': ({ address, ...design }) => ({
      ...design,
      address: { ...address, mirroredFraction: 'complemented' },
    }),
    'has weights that add up to less than 1': ({ filter, ...design }) => ({
      ...design,
      filter: { ...filter, weightScale: 'all-ones-over-power-of-two', sum: 'lerps', alignedSum: null },
    }),
  };

  it.each(Object.entries(changes))('answers what the oracle allows where a design %s', (_, change) => {
    const changed = ({ design, states, ...request }: OtherRequest): OtherRequest => ({
      ...request,
      design: change(design),
      states: states.map((state) => {
        const { ycbcrConversion } = state.sampler;
        const mirrored = { addressModeU: 'mirrored_repeat', addressModeV: 'mirrored_repeat' } as const;
        return ycbcrConversion === null ? state : { ...state, sampler: { ...state.sampler, ...mirrored } };
      }),
    });
    const { failures, tallies } = otherComparison(0x5a7e, draws(20_000), changed);
    expect(failures.slice(0, SHOWN).map(({ text }) => text)).toEqual([]);
    expect(tallies.get('ycbcr')!.colors).toBeGreaterThan(100);
  });
});
