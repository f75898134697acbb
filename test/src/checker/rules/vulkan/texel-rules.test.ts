import { describe, expect, test } from 'vitest';
import { formatNamed } from '../../../../../src/checker/probes/texel-image.ts';
import { BORDER_COLOR_RULES } from '../../../../../src/checker/rules/vulkan/texels/border-color.ts';
import { DEPTH_COMPARE_RULES } from '../../../../../src/checker/rules/vulkan/depth-compare.ts';
import { FORMAT_RULES } from '../../../../../src/checker/rules/vulkan/texels/format-conversion.ts';
import { TEXEL_VALUE_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-values.ts';
import { VULKAN_1_4, withText } from '../../../../../src/checker/profiles.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, distorted, failures, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';

const RULES = [...FORMAT_RULES, ...TEXEL_VALUE_RULES, ...BORDER_COLOR_RULES, ...DEPTH_COMPARE_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile, turn) => {
  expect(failures(inTurn(RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

describe('format conversions', () => {
  test('components in another order fail', () => {
    const subject = misunderstood(({ images }) => ({
      images: images.map((image) =>
        image.format.name === 'b8g8r8a8_unorm' ? { ...image, format: formatNamed('r8g8b8a8_unorm') } : image,
      ),
    }));
    expect(failures(FORMAT_RULES, subject)).toEqual(['unorm']);
  });

  test('sRGB that is linearised to 8 bits fails', () => {
    const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, srgbLinearBits: 8 } }));
    expect(failures(FORMAT_RULES, subject)).toEqual(['srgb']);
  });
});

describe('texel values', () => {
  test('an integer 1 that has the bits of 1.0 fails', () => {
    const subject = distorted((color, { images, state }) => {
      if (images[0]?.format.componentType === 'uint' && state.view?.components[3] === 'one') color[3] = 1;
    });
    expect(failures(TEXEL_VALUE_RULES, subject)).toEqual(['every-mapping']);
  });
});

describe('the border', () => {
  test('fixed colours may be stored in few bits', () => {
    const stepped = withSampler(({ borderColor }) => {
      const [r, g, b, a] = borderColor.map((x) => Math.floor(x * 63) / 63);
      return { borderColor: [r, g, b, a] };
    });
    const fixed = BORDER_COLOR_RULES.filter(({ id }) => id.endsWith('fixed-colors'));
    expect(failures(fixed, stepped)).toEqual([]);
  });

  test('a custom colour may be off by one ULP and no more', () => {
    const off = (ulps: number) =>
      distorted((color, { images: [image] }) => {
        if (image.format.name === 'r8_unorm' && color[0] > 0 && color[0] < 1) color[0] += ulps / 255;
      });
    // Half a ULP is what the rounding takes.
    expect(failures(BORDER_COLOR_RULES, off(0.4))).toEqual([]);
    expect(failures(BORDER_COLOR_RULES, off(1.1))).toEqual(['custom-color']);
  });

  test('a missing component that takes the border fails', () => {
    const subject = distorted((color, { state, images: [image] }) => {
      if (!image.format.order.includes(1)) color[1] = state.sampler.borderColor[1];
    });
    expect(failures(BORDER_COLOR_RULES, subject)).toEqual(['custom-color', 'fixed-colors']);
  });
});

describe('comparisons', () => {
  test('a strict operation that is not fails', () => {
    const subject = withSampler(({ compareOp }) => ({ compareOp: compareOp === 'less' ? 'less_or_equal' : compareOp }));
    expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual(['compare-operations', 'filtered-range']);
  });

  test('a reference of float depth that is clamped fails', () => {
    const subject = misunderstood(({ batch, images: [image] }) => {
      if (image.format.name === 'd32_sfloat')
        batch.dref.forEach((dref, n) => (batch.dref[n] = Math.max(0, Math.min(1, dref))));
      return {};
    });
    expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual(['compare-operations']);
  });

  test('references that are rounded to the format, or are not, pass', () => {
    for (const depthReference of ['exact', 'quantized'] as const) {
      const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, depthReference } }));
      expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual([]);
    }
  });

  test('a filter that falls short by 0.005 fails', () => {
    const subject = distorted((color, { state }) => {
      if (state.sampler.magFilter === 'linear') color[0] -= 0.005;
    });
    expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual(['filtered-range']);
  });

  test('a filter that returns neither 0 nor 1 where all texels agree fails', () => {
    const subject = distorted((color, { state }) => {
      if (state.sampler.magFilter === 'linear') color[0] = 0.25 + color[0] / 2;
    });
    expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual(['filtered-range']);
  });

  test('a filter that is no weighted average passes, but not by the text of Vulkan 1.1', () => {
    const squared = distorted((color, { state }) => {
      if (state.sampler.magFilter === 'linear') color[0] **= 2;
    });
    expect(failures(DEPTH_COMPARE_RULES, squared)).toEqual([]);
    const older = withText(VULKAN_1_4, 'vulkan-1.1');
    expect(failures(DEPTH_COMPARE_RULES, squared, older)).toEqual(['filtered-range']);
    expect(failures(DEPTH_COMPARE_RULES, designSubject({ ...FULL_QUALITY, text: 'vulkan-1.1' }), older)).toEqual([]);
  });
});
