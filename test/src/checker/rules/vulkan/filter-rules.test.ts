import { describe, expect, test } from 'vitest';
import { VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { CUBE_RULES, FACE_SELECTION } from '../../../../../src/checker/rules/vulkan/levels/cube-map.ts';
import { CUBIC_RULES } from '../../../../../src/checker/rules/vulkan/cubic-filtering.ts';
import { GATHER_RULES } from '../../../../../src/checker/rules/vulkan/gather.ts';
import { REDUCTION_RULES } from '../../../../../src/checker/rules/vulkan/reduction.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { CONFORMING, distorted, failures, findingOf, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';

const RULES = [...CUBE_RULES, ...GATHER_RULES, ...REDUCTION_RULES, ...CUBIC_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile) => {
  expect(failures(RULES, designSubject(design), profile)).toEqual([]);
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
    const { verdict, witness } = findingOf(
      FACE_SELECTION,
      nudged(() => true),
      VULKAN_1_4,
    );
    expect(verdict).toBe('pass');
    expect(witness?.raw.rule).toBe('r_x before r_z before r_y');
  });

  test('a rule for ties that depends on the lane fails', () => {
    expect(
      failures(
        [FACE_SELECTION],
        nudged((lane) => lane % 4 === 1),
      ),
    ).toEqual(['face']);
  });

  test('a face whose t is mirrored fails', () => {
    const subject = misunderstood(({ batch, state }) => {
      if (state.view?.viewType === 'cube') {
        batch.r.forEach((z, n) => {
          if (batch.t[n] > Math.max(Math.abs(batch.s[n]), Math.abs(z))) batch.r[n] = -z;
        });
      }
      return {};
    });
    expect(failures(CUBE_RULES, subject)).toEqual(['face-coordinates', 'edges', 'corners', 'nearest']);
  });

  test('edges that are not seamless fail', () => {
    const clamped = withSampler(() => ({
      nonSeamlessCubeMap: true,
      addressModeU: 'clamp_to_edge',
      addressModeV: 'clamp_to_edge',
    }));
    expect(failures(CUBE_RULES, clamped)).toEqual(['edges']);
    const wrapped = withSampler(({ magFilter }) => ({ nonSeamlessCubeMap: magFilter === 'linear' }));
    expect(failures(CUBE_RULES, wrapped)).toEqual(['edges', 'corners']);
  });

  test('nearest filtering that wraps what snaps to the end of a face fails', () => {
    const subject = withSampler(({ magFilter }) => ({ nonSeamlessCubeMap: magFilter === 'nearest' }));
    expect(failures(CUBE_RULES, subject)).toEqual(['nearest']);
  });
});

describe('gathers', () => {
  test('texels in another order fail', () => {
    const subject = distorted((color, { state }) => {
      if (state.instruction.op === 'gather') color.set([color[3], color[2], color[1], color[0]]);
    });
    expect(failures(GATHER_RULES, subject)).toEqual(['order-and-component', 'swizzle', 'dref-gather']);
  });

  test('a component that is ignored fails', () => {
    const subject = misunderstood(({ state }) => ({
      state: { ...state, instruction: { ...state.instruction, component: 0 } },
    }));
    expect(failures(GATHER_RULES, subject)).toEqual(['order-and-component', 'swizzle']);
  });

  test('the finest level of the image in place of the base level fails', () => {
    const subject = misunderstood(({ state }) => ({
      state: { ...state, ...(state.view && { view: { ...state.view, baseMipLevel: 0 } }) },
    }));
    expect(failures(GATHER_RULES, subject)).toEqual(['order-and-component']);
  });

  test('a comparison that is ignored fails', () => {
    expect(
      failures(
        GATHER_RULES,
        withSampler(() => ({ compareOp: 'always' })),
      ),
    ).toEqual(['dref-gather']);
  });
});

describe('reduction', () => {
  test('an average in its place fails', () => {
    expect(
      failures(
        REDUCTION_RULES,
        withSampler(() => ({ reductionMode: 'weighted_average' })),
      ),
    ).toEqual(['reduction', 'reduction']);
  });

  test('texels of no weight that take part fail', () => {
    const subject = misunderstood(({ batch, images: [image] }) => {
      // A little to the right: all weights that were 0 no longer are.
      batch.s.forEach((s, n) => (batch.s[n] = s + 2 ** -7 / image.width));
      batch.lod.forEach((lod, n) => (batch.lod[n] = lod + 2 ** -8));
      return {};
    });
    expect(failures(REDUCTION_RULES, subject)).toEqual(['reduction', 'reduction']);
  });
});

describe('cubic filtering', () => {
  test('the matrix of other weights fails, and takes other texels', () => {
    const subject = withSampler(({ cubicWeights }) => ({
      cubicWeights: cubicWeights === 'catmull_rom' ? 'b_spline' : cubicWeights,
    }));
    expect(failures(CUBIC_RULES, subject)).toEqual(['weights', 'weight-products', 'reduction', 'range']);
  });

  test('weights of 5 bits fail', () => {
    const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, cubicWeightBits: 5 } }));
    expect(failures(CUBIC_RULES, subject)).toContain('weights');
  });

  test('linear filtering in its place fails', () => {
    const subject = withSampler(({ magFilter }) =>
      magFilter === 'cubic' ? { magFilter: 'linear', minFilter: 'linear' } : {},
    );
    expect(failures(CUBIC_RULES, subject)).toContain('weights');
  });

  test('a range clamp that is off fails', () => {
    const subject = withSampler(({ reductionMode }) => ({
      reductionMode: reductionMode === 'weighted_average_rangeclamp' ? 'weighted_average' : reductionMode,
    }));
    expect(failures(CUBIC_RULES, subject)).toEqual(['range']);
  });
});
