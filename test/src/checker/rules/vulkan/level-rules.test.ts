import { describe, expect, test } from 'vitest';
import type { NearestLevelRule } from '../../../../../rtl-model/design/design.ts';
import { VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { LEVEL_RULES, NEAREST_LEVEL } from '../../../../../src/checker/rules/vulkan/levels/level-selection.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, failures, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';
import { found } from '../wrong-subject.ts';

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile, turn) => {
  expect(failures(inTurn(LEVEL_RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

describe('levels', () => {
  const nearestBy = (nearestRule: NearestLevelRule) =>
    narrowed((design) => ({ ...design, lod: { ...design.lod, nearestRule } }));

  test('the form of the nearest rule is named', () => {
    const formOf = (rule: NearestLevelRule) => found(NEAREST_LEVEL, nearestBy(rule), VULKAN_1_4).witness?.raw.form;
    expect(formOf('ceil-minus-one')).toContain('preferred');
    expect(formOf('floor-plus-half')).toContain('alternative');
  });

  test('a nearest rule that changes with the level fails', () => {
    const [right, other] = [nearestBy('ceil-minus-one'), nearestBy('floor-plus-half')];
    const mixed = {
      ...right,
      sample(...request: Parameters<typeof right.sample>) {
        const [, , batch] = request;
        const [low, high] = [right.sample(...request), other.sample(...request)];
        return low.map((value, n) => (batch.lod[Math.floor(n / 4)] > 3 ? high[n] : value));
      },
    };
    expect(failures(LEVEL_RULES, mixed)).toEqual(['nearest-level']);
  });

  test('a minLod of a view that is rounded down passes, and one that is rounded up fails', () => {
    const withMinLod = (change: (minLod: number) => number) =>
      misunderstood(({ state }) => ({
        state: { ...state, ...(state.view && { view: { ...state.view, minLod: change(state.view.minLod) } }) },
      }));
    expect(failures(LEVEL_RULES, withMinLod(Math.floor))).toEqual([]);
    expect(failures(LEVEL_RULES, withMinLod(Math.ceil))).toEqual(['level-clamp']);
  });

  test('a sampler whose maxLod is ignored fails', () => {
    expect(
      failures(
        LEVEL_RULES,
        withSampler(() => ({ maxLod: 1000 })),
      ),
    ).toEqual(['level-clamp', 'mag-min-filter']);
  });

  test('filters that swap at another LOD fail', () => {
    const early = misunderstood(({ batch, state }) => {
      if (state.sampler.magFilter !== state.sampler.minFilter)
        batch.lod.forEach((lod, n) => (batch.lod[n] = lod || 2 ** -8));
      return {};
    });
    expect(failures(LEVEL_RULES, early)).toEqual(['mag-min-filter']);
  });
});
