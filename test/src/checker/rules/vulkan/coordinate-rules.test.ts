import { describe, expect, test } from 'vitest';
import { VULKAN_1_0, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { ARRAY_LAYER, LAYER_RULES, WRAPPING_RULES } from '../../../../../src/checker/rules/vulkan/texels/wrapping.ts';
import { PRECISION_RULES } from '../../../../../src/checker/rules/vulkan/precision-bits.ts';
import { COORDINATE_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-coordinates.ts';
import { OFFSET_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-offsets.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { VULKAN_MINIMUM } from '../../../../oracle/presets.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, distorted, failures, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';
import { found } from '../wrong-subject.ts';

const RULES = [...PRECISION_RULES, ...COORDINATE_RULES, ...WRAPPING_RULES, ...OFFSET_RULES, ...LAYER_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile, turn) => {
  expect(failures(inTurn(RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

describe('the bits of weights', () => {
  test('a subtexel bit less than claimed fails 1.4, and only the claim in 1.0', () => {
    const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, weightBits: 7 } }));
    expect(failures(PRECISION_RULES, subject, VULKAN_1_0)).toEqual(['subtexel-claim']);
    expect(found(PRECISION_RULES[0], subject, VULKAN_1_4)).toMatchObject({ required: 8, measured: 7, margin: -1 });
  });

  test('a quotient by q that is too narrow for the subtexel bits of 4096 texels is seen', () => {
    const claims = { maxImageDimension1D: 4096, maxImageDimension2D: 4096, maxImageDimension3D: 4096 };
    const divided = (projectionBits: number, bits: number) =>
      narrowed((design) => ({
        ...design,
        frontEnd: { ...design.frontEnd, projectionBits },
        limits: { ...design.limits, ...claims, maxImageDimensionCube: 4096, subTexelPrecisionBits: bits },
      }));
    expect(failures(PRECISION_RULES.slice(-1), divided(20, 8))).toEqual([]);
    expect(failures(PRECISION_RULES.slice(-1), divided(19, 7))).toEqual(['projected-subtexel-precision']);
  });

  test('a LOD that snaps near the levels fails', () => {
    const levelWeightCurve = [
      [0, 0],
      [0.25, 0],
      [0.75, 1],
      [1, 1],
    ] as const;
    const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, levelWeightCurve } }));
    expect(failures(PRECISION_RULES, subject)).toEqual(['mipmap-precision', 'mipmap-claim']);
  });

  test('weights of f / 255 are not 8 bits', () => {
    const subject = distorted((color, { state }) => {
      if (state.sampler.mipmapMode === 'nearest') color[0] = Math.min(1, (color[0] * 256) / 255);
    });
    expect(failures(PRECISION_RULES, subject)).toEqual([
      'subtexel-precision',
      'subtexel-claim',
      'projected-subtexel-precision',
    ]);
  });

  test('weights of the claimed number, but between its divisions, fail the claim', () => {
    const subject = distorted((color, { state }) => {
      if (state.sampler.mipmapMode === 'nearest') color[0] += 2 ** -10;
    });
    expect(failures(PRECISION_RULES, subject)).toEqual(['subtexel-claim']);
    expect(found(PRECISION_RULES[1], subject, VULKAN_1_4)).toMatchObject({ required: 8, measured: 10, margin: -2 });
  });

  test('the minimum of Vulkan 1.0 lacks the bits of 1.4', () => {
    expect(failures(PRECISION_RULES, designSubject(VULKAN_MINIMUM), VULKAN_1_4)).toEqual([
      'subtexel-precision',
      'mipmap-precision',
      'projected-subtexel-precision',
    ]);
  });
});

describe('wrapping', () => {
  test('a border that is clamped fails everywhere', () => {
    const subject = withSampler(({ addressModeU }) => ({
      ...(addressModeU === 'clamp_to_border' && { addressModeU: 'clamp_to_edge' }),
    }));
    expect(failures(WRAPPING_RULES, subject)).toEqual(['address-modes', 'mode-of-each-axis', 'wrapped-pairs']);
  });
});

describe('offsets', () => {
  test('offsets of the finest level fail', () => {
    const subject = misunderstood(({ batch, state }) => {
      if (state.instruction.op === 'gather') return {};
      batch.offsetU.forEach((offset, quad) => (batch.offsetU[quad] = Math.trunc(offset / 2 ** batch.lod[4 * quad])));
      return {};
    });
    expect(failures(OFFSET_RULES, subject)).toEqual(['texel-offsets']);
  });
});

describe('array layers', () => {
  const rounded = (round: (a: number) => number) =>
    misunderstood(({ batch }) => {
      batch.layer.forEach((a, n) => (batch.layer[n] = round(a)));
      return {};
    });

  test('the form of the rounding is named', () => {
    const formOf = (round: (a: number) => number) => found(ARRAY_LAYER, rounded(round), VULKAN_1_4).witness?.raw.form;
    expect(formOf((a) => a)).toContain('preferred');
    expect(formOf((a) => Math.floor(a + 0.5))).toContain('alternative');
  });

  test('forms that change from layer to layer fail', () => {
    const mixed = rounded((a) => (a > 5 ? Math.floor(a + 0.5) : a));
    expect(failures(LAYER_RULES, mixed)).toEqual(['layer']);
  });
});
