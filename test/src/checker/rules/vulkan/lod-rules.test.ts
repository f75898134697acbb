import { describe, expect, test } from 'vitest';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../../../../rtl-model/registers/quad-batch.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { claimed, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import type { Rule } from '../../../../../src/checker/rule.ts';
import { ANISOTROPY_RULES } from '../../../../../src/checker/rules/vulkan/levels/anisotropy.ts';
import { LOD_BIAS_RULES } from '../../../../../src/checker/rules/vulkan/levels/lod-bias.ts';
import { SCALE_FACTOR_RULES } from '../../../../../src/checker/rules/vulkan/levels/scale-factor.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../../../oracle/presets.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, distorted, failures, misunderstood, narrowed } from './wrong-subjects.ts';
import { found } from '../wrong-subject.ts';

const RULES = [...SCALE_FACTOR_RULES, ...ANISOTROPY_RULES, ...LOD_BIAS_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile, turn) => {
  expect(failures(inTurn(RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

/** Full quality whose query distorts lambda'. */
function queries(change: (lambda: number) => number) {
  return distorted((color, { state }) => {
    if (state.instruction.op === 'query_lod') color[1] = change(color[1]);
  });
}

describe('scale factors', () => {
  test('widths of the scale factor that are too narrow break the bounds, or the LOD of the minor axis, each by itself', () => {
    const [bounds] = SCALE_FACTOR_RULES;
    const [minorLod] = ANISOTROPY_RULES;
    const of = (rule: Rule, lod: Partial<Design['lod']>) => {
      const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, ...lod } }));
      return found(rule, subject, VULKAN_1_4).verdict;
    };
    const weights = { scaleFactor: 'alpha-max-beta-min', alpha: 1.375, beta: 1 } as const;
    expect(of(bounds, { ...weights, alphaBetaBits: 3, scaleFactorBits: 12, lengthBits: 12 })).toBe('pass');
    expect(of(bounds, { ...weights, alphaBetaBits: 1 })).toBe('fail');
    expect(of(bounds, { scaleFactor: 'max-component', scaleFactorBits: 4 })).toBe('fail');
    expect(of(bounds, { scaleFactor: 'max-component', lengthBits: 5 })).toBe('fail');
    expect(of(minorLod, { minorAxisBits: 12 })).toBe('pass');
    expect(of(minorLod, { minorAxisBits: 4 })).toBe('fail');
  });

  test('lengths within the bounds pass by every method', () => {
    for (const scaleFactor of ['euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'] as const) {
      const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, scaleFactor } }));
      expect(failures(SCALE_FACTOR_RULES, subject)).toEqual([]);
    }
  });

  test('a LOD that rises steeply is not taken for one that jumps', () => {
    expect(
      failures(
        SCALE_FACTOR_RULES,
        queries((lambda) => Math.max(lambda, 2 * lambda)),
      ),
    ).not.toContain('continuity');
  });
});

describe('anisotropy', () => {
  test('a unit that claims 16 and does 12 fails at the limit', () => {
    const subject = narrowed((design) => ({ ...design, limits: { ...design.limits, maxSamplerAnisotropy: 12 } }));
    expect(failures(ANISOTROPY_RULES, subject)).toContain('max-sampler-anisotropy');
  });

  test('sampling rates that skip ratios pass', () => {
    const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, anisotropicRates: [1, 4, 16] } }));
    expect(failures(ANISOTROPY_RULES, subject)).toEqual([]);
  });
});

describe('the bias', () => {
  test('full quality reaches the bias that it claims, beyond that of 1.4', () => {
    const profile = claimed(FULL_QUALITY.limits);
    expect(profile.maxSamplerLodBias).toBeGreaterThan(VULKAN_1_4.maxSamplerLodBias);
    expect(failures(LOD_BIAS_RULES, designSubject(FULL_QUALITY), profile)).toEqual([]);
  });

  test('a bias beyond the claim fails the claim', () => {
    const design = { ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, maxSamplerLodBias: 14 } };
    expect(failures(LOD_BIAS_RULES, { ...designSubject(FULL_QUALITY), design })).toEqual(['bias-clamp']);
  });

  test('a bias of the sampler alone is not enough', () => {
    const subject = misunderstood(({ batch, state }) => {
      if (state.instruction.lod === 'gradient') batch.lod.fill(0);
      return {};
    });
    expect(failures(LOD_BIAS_RULES, subject)).toEqual(['bias-clamp']);
  });
});

test('results of lanes that are NaN fail', () => {
  const subject = distorted((color, _request, lane) => {
    if (lane % QUAD_LANES === 0) color.fill(NaN);
  });
  expect(failures(RULES, subject)).toHaveLength(RULES.length);
});

test('the minimum of Vulkan 1.0 does not reach the limits of 1.4', () => {
  expect(failures(LOD_BIAS_RULES, designSubject(VULKAN_MINIMUM), VULKAN_1_4)).toContain('max-sampler-lod-bias');
});
