import { describe, expect, test } from 'vitest';
import { VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { CUBE_RULES, FACE_SELECTION } from '../../../../../src/checker/rules/vulkan/levels/cube-map.ts';
import { CUBIC_RULES } from '../../../../../src/checker/rules/vulkan/cubic-filtering.ts';
import { GATHER_RULES } from '../../../../../src/checker/rules/vulkan/gather.ts';
import { REDUCTION_RULES } from '../../../../../src/checker/rules/vulkan/reduction.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, failures, misunderstood, withSampler } from './wrong-subjects.ts';
import { found } from '../wrong-subject.ts';

const RULES = [...CUBE_RULES, ...GATHER_RULES, ...REDUCTION_RULES, ...CUBIC_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile, turn) => {
  expect(failures(inTurn(RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

describe('cubes', () => {
  /** Full quality that gives ties to x, by a nudge of x that no other direction notices. */
  const nudged = (nudges: (lane: number) => boolean) =>
    misunderstood(({ batch, state }) => {
      if (state.view?.viewType !== 'cube') return {};
      batch.s.forEach((x, n) => {
        if (nudges(n) && Math.abs(x) === Math.max(Math.abs(batch.t[n]), Math.abs(batch.r[n])))
          batch.s[n] = x * (1 + 2 ** -22);
      });
      return {};
    });

  test('another rule for ties passes, and is named', () => {
    const { verdict, witness } = found(
      FACE_SELECTION,
      nudged(() => true),
      VULKAN_1_4,
    );
    expect(verdict).toBe('pass');
    expect(witness?.raw.rule).toBe('r_x before r_z before r_y');
  });
});

describe('gathers', () => {
  test('the finest level of the image in place of the base level fails', () => {
    const subject = misunderstood(({ state }) => ({
      state: { ...state, ...(state.view && { view: { ...state.view, baseMipLevel: 0 } }) },
    }));
    expect(failures(GATHER_RULES, subject)).toEqual(['order-and-component']);
  });
});

describe('cubic filtering', () => {
  test('linear filtering in place of cubic filtering fails', () => {
    const subject = withSampler(({ magFilter }) =>
      magFilter === 'cubic' ? { magFilter: 'linear', minFilter: 'linear' } : {},
    );
    expect(failures(CUBIC_RULES.slice(0, 1), subject)).toEqual(['weights']);
  });
});
