import { describe, expect, test } from 'vitest';
import type { NearestLevelRule } from '../../../../../rtl-model/design.ts';
import { QUAD_LANES } from '../../../../../rtl-model/quad-batch.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { ANISOTROPY_RULES } from '../../../../../src/checker/rules/vulkan/anisotropy.ts';
import { LEVEL_RULES, NEAREST_LEVEL } from '../../../../../src/checker/rules/vulkan/level-selection.ts';
import { LOD_BIAS_RULES } from '../../../../../src/checker/rules/vulkan/lod-bias.ts';
import { SCALE_FACTOR_RULES } from '../../../../../src/checker/rules/vulkan/scale-factor.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../../../oracle/presets.ts';
import { CONFORMING, distorted, failures, findingOf, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';

const RULES = [...SCALE_FACTOR_RULES, ...ANISOTROPY_RULES, ...LOD_BIAS_RULES, ...LEVEL_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile) => {
  expect(failures(RULES, designSubject(design), profile)).toEqual([]);
});

/** Full quality whose query distorts lambda'. */
function queries(change: (lambda: number) => number) {
  return distorted((color, { state }) => {
    if (state.instruction.op === 'query_lod') color[1] = change(color[1]);
  });
}

describe('scale factors', () => {
  test('a length that is shorter than its larger component breaks the lower bound alone', () => {
    const subject = narrowed((design) => ({
      ...design,
      lod: { ...design.lod, scaleFactor: 'alpha-max-beta-min', alpha: 0.95, beta: 0.4 },
    }));
    expect(failures(SCALE_FACTOR_RULES, subject)).toEqual(['bounds']);
  });

  test('a length that is longer than sqrt(2) times the sum breaks the upper bound alone', () => {
    const subject = narrowed((design) => ({
      ...design,
      lod: { ...design.lod, scaleFactor: 'alpha-max-beta-min', alpha: 1.5, beta: 1.5 },
    }));
    expect(failures(SCALE_FACTOR_RULES, subject)).toEqual(['bounds']);
  });

  test('lengths within the bounds pass by every method', () => {
    for (const scaleFactor of ['euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'] as const) {
      const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, scaleFactor } }));
      expect(failures(SCALE_FACTOR_RULES, subject)).toEqual([]);
    }
  });

  test('a LOD that falls where it should rise is seen', () => {
    expect(
      failures(
        SCALE_FACTOR_RULES,
        queries((lambda) => lambda + 0.2 * Math.sin(20 * lambda)),
      ),
    ).toContain('monotony');
  });

  test('a LOD that jumps is seen, and one that rises steeply is not taken for it', () => {
    expect(
      failures(
        SCALE_FACTOR_RULES,
        queries((lambda) => (lambda > 0.3 ? lambda + 0.1 : lambda)),
      ),
    ).toContain('continuity');
    expect(
      failures(
        SCALE_FACTOR_RULES,
        queries((lambda) => Math.max(lambda, 2 * lambda)),
      ),
    ).not.toContain('continuity');
  });

  test('a query that is not what samples use is seen', () => {
    expect(
      failures(
        SCALE_FACTOR_RULES,
        queries((lambda) => lambda - 2 ** -5),
      ),
    ).toContain('sampled-lod');
  });
});

describe('anisotropy', () => {
  test('a sampler whose maximum is halved fails all that look at it', () => {
    const subject = withSampler(({ maxAnisotropy }) => ({ maxAnisotropy: Math.max(1, maxAnisotropy / 2) }));
    expect(failures(ANISOTROPY_RULES, subject)).toEqual([
      'anisotropic-lod',
      'degenerate-footprints',
      'max-sampler-anisotropy',
    ]);
  });

  test('a unit that claims 16 and does 12 fails at the limit', () => {
    const subject = narrowed((design) => ({ ...design, limits: { ...design.limits, maxSamplerAnisotropy: 12 } }));
    expect(failures(ANISOTROPY_RULES, subject)).toContain('max-sampler-anisotropy');
  });

  test('a claim below 16 with anisotropy is no claim', () => {
    const design = { ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, maxSamplerAnisotropy: 8 } };
    expect(failures(ANISOTROPY_RULES, designSubject(design))).toEqual(['max-sampler-anisotropy']);
  });

  test('sampling rates that skip ratios pass', () => {
    const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, anisotropicRates: [1, 4, 16] } }));
    expect(failures(ANISOTROPY_RULES, subject)).toEqual([]);
  });
});

describe('the bias', () => {
  const upTo = (maxSamplerLodBias: number) =>
    narrowed((design) => ({ ...design, limits: { ...design.limits, maxSamplerLodBias } }));

  test('a bias that is cut off below the claim, but not below the requirement, fails the claim', () => {
    expect(failures(LOD_BIAS_RULES, upTo(20))).toEqual(['bias-clamp']);
  });

  test('a bias that is cut off below the requirement fails both', () => {
    expect(failures(LOD_BIAS_RULES, upTo(12))).toEqual(['bias-clamp', 'max-sampler-lod-bias']);
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

describe('levels', () => {
  const nearestBy = (nearestRule: NearestLevelRule) =>
    narrowed((design) => ({ ...design, lod: { ...design.lod, nearestRule } }));

  test('the form of the nearest rule is named', () => {
    const formOf = (rule: NearestLevelRule) => findingOf(NEAREST_LEVEL, nearestBy(rule), VULKAN_1_4).witness?.raw.form;
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

  test('a nearest level that is truncated fails', () => {
    const subject = misunderstood(({ batch, state }) => {
      if (state.sampler.mipmapMode === 'nearest') batch.lod.forEach((lod, n) => (batch.lod[n] = Math.floor(lod)));
      return {};
    });
    expect(failures(LEVEL_RULES, subject)).toContain('nearest-level');
  });

  test('a view whose minLod is ignored fails, and one that rounds it down passes', () => {
    const withMinLod = (change: (minLod: number) => number) =>
      misunderstood(({ state }) => ({
        state: { ...state, ...(state.view && { view: { ...state.view, minLod: change(state.view.minLod) } }) },
      }));
    expect(
      failures(
        LEVEL_RULES,
        withMinLod(() => 0),
      ),
    ).toEqual(['level-clamp']);
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

  test('filters that are swapped, or swap at another LOD, fail', () => {
    const swapped = withSampler(({ magFilter, minFilter }) => ({ magFilter: minFilter, minFilter: magFilter }));
    expect(failures(LEVEL_RULES, swapped)).toEqual(['mag-min-filter']);
    const early = misunderstood(({ batch, state }) => {
      if (state.sampler.magFilter !== state.sampler.minFilter)
        batch.lod.forEach((lod, n) => (batch.lod[n] = lod || 2 ** -8));
      return {};
    });
    expect(failures(LEVEL_RULES, early)).toEqual(['mag-min-filter']);
  });

  test('a MinLod operand that is ignored fails', () => {
    const subject = misunderstood(({ batch }) => {
      batch.minLod.fill(0);
      return {};
    });
    expect(failures(LEVEL_RULES, subject)).toEqual(['min-lod-operand']);
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
