import { describe, expect, test } from 'vitest';
import { VULKAN_1_0, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { ARRAY_LAYER, LAYER_RULES, WRAPPING_RULES } from '../../../../../src/checker/rules/vulkan/texels/wrapping.ts';
import { PRECISION_RULES } from '../../../../../src/checker/rules/vulkan/precision-bits.ts';
import { COORDINATE_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-coordinates.ts';
import { OFFSET_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-offsets.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../../../oracle/presets.ts';
import { CONFORMING, distorted, failures, findingOf, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';

const RULES = [...PRECISION_RULES, ...COORDINATE_RULES, ...WRAPPING_RULES, ...OFFSET_RULES, ...LAYER_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile) => {
  expect(failures(RULES, designSubject(design), profile)).toEqual([]);
});

describe('the bits of weights', () => {
  test('a subtexel bit less than claimed fails the claim, and 1.4, but not 1.0', () => {
    const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, weightBits: 7 } }));
    expect(failures(PRECISION_RULES, subject, VULKAN_1_4)).toEqual([
      'subtexel-precision',
      'subtexel-claim',
      'projected-subtexel-precision',
    ]);
    expect(failures(PRECISION_RULES, subject, VULKAN_1_0)).toEqual(['subtexel-claim']);
    expect(findingOf(PRECISION_RULES[0], subject, VULKAN_1_4)).toMatchObject({ required: 8, measured: 7, margin: -1 });
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

  test('a subtexel bit more than claimed fails the claim alone', () => {
    const design = { ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, subTexelPrecisionBits: 7 } };
    expect(failures(PRECISION_RULES, designSubject(design), VULKAN_1_0)).toEqual(['subtexel-claim']);
  });

  test('a mipmap bit less than claimed fails the claim alone, where 1.4 asks for less', () => {
    const withBits = (fractionBits: number) =>
      narrowed((design) => ({ ...design, lod: { ...design.lod, format: { ...design.lod.format, fractionBits } } }));
    expect(failures(PRECISION_RULES, withBits(7))).toEqual(['mipmap-claim']);
    expect(failures(PRECISION_RULES, withBits(5))).toEqual(['mipmap-precision', 'mipmap-claim']);
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
    expect(findingOf(PRECISION_RULES[1], subject, VULKAN_1_4)).toMatchObject({ required: 8, measured: 10, margin: -2 });
  });

  test('the minimum of Vulkan 1.0 lacks the bits of 1.4', () => {
    expect(failures(PRECISION_RULES, designSubject(VULKAN_MINIMUM), VULKAN_1_4)).toEqual([
      'subtexel-precision',
      'mipmap-precision',
      'projected-subtexel-precision',
    ]);
  });
});

describe('texel coordinates', () => {
  test('a weight of 7 bits fails where positions of 8 are tried', () => {
    const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, weightBits: 7 } }));
    expect(failures(COORDINATE_RULES, subject)).toEqual(['linear-texels', 'unnormalized-coordinates']);
  });

  test('coordinates that are a little to the left miss the lower edge of texels', () => {
    const subject = misunderstood(({ batch }) => {
      batch.s.forEach((s, n) => (batch.s[n] = s - 2 ** -9));
      return {};
    });
    expect(failures(COORDINATE_RULES, subject)).toContain('nearest-texel');
  });

  test('unnormalized coordinates that are scaled fail', () => {
    const subject = withSampler(() => ({ unnormalizedCoordinates: false }));
    expect(failures(COORDINATE_RULES, subject)).toEqual(['unnormalized-coordinates']);
  });

  test('linear filtering without its half texel fails', () => {
    const subject = misunderstood(({ batch, state, images: [image] }) => {
      if (state.sampler.magFilter === 'linear') batch.s.forEach((s, n) => (batch.s[n] = s + 0.5 / image.width));
      return {};
    });
    expect(failures(COORDINATE_RULES, subject)).toEqual([
      'linear-texels',
      'unnormalized-coordinates',
      'weight-products',
    ]);
  });

  test('taps that are swapped along v fail', () => {
    const subject = misunderstood(({ batch, state, images: [image] }) => {
      if (state.sampler.magFilter !== 'linear') return {};
      batch.t.forEach((t, n) => {
        const v = t * image.height - 0.5;
        batch.t[n] = (2 * Math.floor(v) + 1 - v + 0.5) / image.height;
      });
      return {};
    });
    expect(failures(COORDINATE_RULES, subject)).toContain('weight-products');
  });
});

describe('wrapping', () => {
  test('mirror-once that goes on mirroring fails where it is tried', () => {
    const subject = withSampler((sampler) => {
      const mode = (value: typeof sampler.addressModeU) =>
        value === 'mirror_clamp_to_edge' ? 'mirrored_repeat' : value;
      return {
        addressModeU: mode(sampler.addressModeU),
        addressModeV: mode(sampler.addressModeV),
        addressModeW: mode(sampler.addressModeW),
      };
    });
    expect(failures(WRAPPING_RULES, subject)).toEqual(['address-modes', 'wrapped-pairs']);
  });

  test('modes of the wrong axes fail where axes have different modes', () => {
    const subject = withSampler(({ addressModeU, addressModeV }) => ({
      addressModeU: addressModeV,
      addressModeV: addressModeU,
    }));
    expect(failures(WRAPPING_RULES, subject)).toEqual(['mode-of-each-axis', 'wrapped-pairs']);
  });

  test('a border that is clamped fails everywhere', () => {
    const subject = withSampler(({ addressModeU }) => ({
      ...(addressModeU === 'clamp_to_border' && { addressModeU: 'clamp_to_edge' }),
    }));
    expect(failures(WRAPPING_RULES, subject)).toEqual(['address-modes', 'mode-of-each-axis', 'wrapped-pairs']);
  });
});

describe('offsets', () => {
  test('offsets that are cut to fewer bits fail', () => {
    const subject = misunderstood(({ batch }) => {
      batch.offsetV.forEach((offset, n) => (batch.offsetV[n] = Math.max(-4, Math.min(3, offset))));
      return {};
    });
    expect(failures(OFFSET_RULES, subject)).toEqual(['texel-offsets']);
  });

  test('offsets of the finest level fail', () => {
    const subject = misunderstood(({ batch, state }) => {
      if (state.instruction.op === 'gather') return {};
      batch.offsetU.forEach((offset, quad) => (batch.offsetU[quad] = Math.trunc(offset / 2 ** batch.lod[4 * quad])));
      return {};
    });
    expect(failures(OFFSET_RULES, subject)).toEqual(['texel-offsets']);
  });

  test('offsets of gathers of five bits fail the claim of six', () => {
    const subject = misunderstood(({ batch }) => {
      batch.laneOffset.forEach((offset, n) => (batch.laneOffset[n] = (offset << 27) >> 27));
      return {};
    });
    expect(failures(OFFSET_RULES, subject)).toEqual(['gather-offsets']);
  });
});

describe('array layers', () => {
  const rounded = (round: (a: number) => number) =>
    misunderstood(({ batch }) => {
      batch.layer.forEach((a, n) => (batch.layer[n] = round(a)));
      return {};
    });

  test('the form of the rounding is named', () => {
    const formOf = (round: (a: number) => number) =>
      findingOf(ARRAY_LAYER, rounded(round), VULKAN_1_4).witness?.raw.form;
    expect(formOf((a) => a)).toContain('preferred');
    expect(formOf((a) => Math.floor(a + 0.5))).toContain('alternative');
  });

  test('truncation, and forms that change from layer to layer, fail', () => {
    expect(failures(LAYER_RULES, rounded(Math.floor))).toEqual(['layer']);
    expect(
      failures(
        LAYER_RULES,
        rounded((a) => (a > 5 ? Math.floor(a + 0.5) : a)),
      ),
    ).toEqual(['layer']);
  });
});
