import { describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { checkState, isUndefined, stateViolations, ValidityError } from '../../../src/validity/check-state.ts';
import { resolveState } from '../../../src/validity/resolved-state.ts';
import { UNDEFINED_POLICIES, undefinedResult } from '../../../src/validity/undefined-policy.ts';
import { LIMITS, stateOf } from './states.ts';

const refused = stateOf({ sampler: { mipLodBias: 20, magFilter: 'cubic', anisotropyEnable: true } });
const open = stateOf({ instruction: { dref: true }, image: { format: 'd16_unorm' } });
const defined = stateOf({ sampler: { minLod: 3, maxLod: 1 } });

describe('checkState', () => {
  it('throws for the first error; its one line has the finding, the right value and the rule', () => {
    expect(() => checkState(refused, LIMITS)).toThrow(
      'mipLodBias is 20, maxSamplerLodBias 16.5, but mipLodBias is within maxSamplerLodBias of 0 ' +
        '(VUID-VkSamplerCreateInfo-mipLodBias-01069)',
    );
  });

  it('refuses undefined results under the policy error, and no others', () => {
    for (const policy of UNDEFINED_POLICIES) {
      const check = () => checkState(open, LIMITS, policy);
      if (policy === 'error') expect(check).toThrow(ValidityError);
      else expect(isUndefined(check())).toBe(true);
    }
  });

  it('refuses no state whose result another specification defines, and does not call it undefined', () => {
    for (const policy of UNDEFINED_POLICIES) {
      const violations = checkState(defined, LIMITS, policy);
      expect(violations.map(({ rule }) => rule.id)).toEqual(['VUID-VkSamplerCreateInfo-maxLod-01973']);
      expect(isUndefined(violations)).toBe(false);
    }
  });
});

describe('stateViolations', () => {
  it('checks no sampler if the instruction uses none', () => {
    const sampler = { mipLodBias: 100, anisotropyEnable: true, maxAnisotropy: 0, unnormalizedCoordinates: true };
    expect(stateViolations(stateOf({ sampler, instruction: { op: 'fetch' } }), LIMITS)).toEqual([]);
    expect(stateViolations(stateOf({ sampler, instruction: { op: 'sample' } }), LIMITS)).not.toEqual([]);
  });

  it('checks only sampler and instruction if there is no image', () => {
    const view = { viewType: 'cube', layerCount: 5 } as const;
    expect(stateViolations(stateOf({ image: null, view }), LIMITS)).toEqual([]);
    const gather = stateOf({ image: null, view, instruction: { op: 'gather', component: 7 } });
    expect(stateViolations(gather, LIMITS)).toHaveLength(1);
  });
});

describe('the finding', () => {
  const inTexels = { unnormalizedCoordinates: true, mipmapMode: 'nearest', maxLod: 0 } as const;
  const clamped = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;

  it.each([
    [{ lod: 'implicit' }, 'an implicit LOD'],
    [{ lod: 'explicit', projected: true }, 'projection'],
    [{ lod: 'implicit', projected: true }, 'an implicit LOD, projection'],
  ] as const)('names all of %j that unnormalized coordinates do not go with', (instruction, names) => {
    const state = stateOf({ image: { levels: 1 }, sampler: { ...inTexels, ...clamped }, instruction });
    expect(stateViolations(state, LIMITS).map(({ found }) => found)).toEqual([
      `unnormalized coordinates with ${names}`,
    ]);
  });
});

describe('resolveState', () => {
  const { image } = stateOf({ image: { layers: 12 } });
  const instruction = { lod: 'implicit', projected: false } as const;

  it('resolves image numbers, and gives a state without a view its whole image', () => {
    const state = resolveState({ image: 1, sampler: DEFAULT_SAMPLER, instruction, second: { image: 1 } }, [
      stateOf().image!,
      image!,
    ]);
    expect(state.image).toBe(image);
    expect(state.second?.image).toBe(image);
    expect(state.view).toMatchObject({ viewType: '2d_array', levelCount: 4, layerCount: 12, aspect: 'color' });
  });

  it('leaves a null descriptor without an image', () => {
    expect(resolveState({ image: null, sampler: DEFAULT_SAMPLER, instruction }, [image!]).image).toBeNull();
  });

  it('throws where there is no such image', () => {
    const state = { image: 2, sampler: DEFAULT_SAMPLER, instruction };
    expect(() => resolveState(state, [image!])).toThrow(RangeError);
  });
});

describe('undefinedResult', () => {
  const filled = () => Float32Array.from({ length: 12 }, (_, n) => n + 1);
  const kept = [1, 2, 3, 4];

  it('replaces the four components of one lane by zeros or NaNs', () => {
    const result = filled();
    undefinedResult('zero', result, 4);
    expect([...result]).toEqual([...kept, 0, 0, 0, 0, 9, 10, 11, 12]);
    undefinedResult('nan', result, 8);
    expect([...result.subarray(0, 8)]).toEqual([...kept, 0, 0, 0, 0]);
    expect([...new Uint32Array(result.buffer, 32)]).toEqual(Array(4).fill(0x7fc0_0000));
  });

  it("keeps the model's result, also in a part of a buffer", () => {
    const result = filled();
    undefinedResult('model', result, 4);
    undefinedResult('error', result, 4);
    expect(result).toEqual(filled());
    undefinedResult('zero', result.subarray(4), 0);
    expect([...result.subarray(0, 8)]).toEqual([...kept, 0, 0, 0, 0]);
  });
});
