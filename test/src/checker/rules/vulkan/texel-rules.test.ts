import { describe, expect, test } from 'vitest';
import { formatNamed } from '../../../../../src/checker/probes/texel-image.ts';
import { BORDER_COLOR_RULES } from '../../../../../src/checker/rules/vulkan/texels/border-color.ts';
import { DEPTH_COMPARE_RULES } from '../../../../../src/checker/rules/vulkan/depth-compare.ts';
import { FORMAT_RULES } from '../../../../../src/checker/rules/vulkan/texels/format-conversion.ts';
import { TEXEL_VALUE_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-values.ts';
import { VULKAN_1_4, withText } from '../../../../../src/checker/profiles.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';
import { CONFORMING, distorted, failures, misunderstood, narrowed, withSampler } from './wrong-subjects.ts';

const RULES = [...FORMAT_RULES, ...TEXEL_VALUE_RULES, ...BORDER_COLOR_RULES, ...DEPTH_COMPARE_RULES];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile) => {
  expect(failures(RULES, designSubject(design), profile)).toEqual([]);
});

/** Full quality that takes the texels of some formats for those of others. */
function reading(from: string, to: string) {
  return misunderstood(({ images }) => ({
    images: images.map((image) =>
      image.format.name.includes(from) ? { ...image, format: formatNamed(image.format.name.replace(from, to)) } : image,
    ),
  }));
}

describe('format conversions', () => {
  test.each([
    ['r8g8b8a8_srgb', 'r8g8b8a8_unorm', ['srgb']],
    ['sscaled', 'sint', ['sscaled']],
    ['uscaled', 'uint', ['uscaled']],
    ['r8_sint', 'r8_uint', ['signed-integer']],
    ['b8g8r8a8_unorm', 'r8g8b8a8_unorm', ['unorm']],
  ])('%s that is read as %s fails its own rule', (from, to, expected) => {
    expect(failures(FORMAT_RULES, reading(from, to))).toEqual(expected);
  });

  test('codes that are divided by 2^b fail', () => {
    const subject = distorted((color, { images: [image] }) => {
      if (image.format.componentType === 'unorm') color[0] = (color[0] * 255) / 256;
    });
    expect(failures(FORMAT_RULES, subject)).toEqual(['unorm']);
  });

  test('a least SNORM code below -1 fails', () => {
    const subject = distorted((color, { images: [image] }) => {
      if (image.format.componentType === 'snorm' && color[0] === -1) color[0] = -128 / 127;
    });
    expect(failures(FORMAT_RULES, subject)).toEqual(['snorm']);
  });

  test('denormals that are flushed fail', () => {
    const subject = distorted((color, { images: [image] }) => {
      const flushes = image.format.componentType === 'ufloat' || image.format.componentType === 'sfloat';
      if (flushes && Math.abs(color[0]) < 2 ** -14) color[0] = 0;
    });
    expect(failures(FORMAT_RULES, subject)).toContain('float');
  });

  test('sRGB that is linearised to 8 bits fails', () => {
    const subject = narrowed((design) => ({ ...design, filter: { ...design.filter, srgbLinearBits: 8 } }));
    expect(failures(FORMAT_RULES, subject)).toEqual(['srgb']);
  });
});

describe('texel values', () => {
  test('a swizzle whose red and blue are exchanged fails', () => {
    const subject = misunderstood(({ state }) => {
      if (state.view === undefined) return {};
      const [r, g, b, a] = state.view.components;
      return { state: { ...state, view: { ...state.view, components: [b, g, r, a] } } };
    });
    expect(failures(TEXEL_VALUE_RULES, subject)).toEqual(['every-mapping']);
  });

  test('a one of integers that is the bits of 1.0 fails', () => {
    const subject = distorted((color, { images, state }) => {
      if (images[0]?.format.componentType === 'uint' && state.view?.components[3] === 'one') color[3] = 1;
    });
    expect(failures(TEXEL_VALUE_RULES, subject)).toEqual(['every-mapping']);
  });

  test('a null descriptor that is opaque fails', () => {
    const subject = distorted((color, { state }) => {
      if (state.image === null) color[3] = 1;
    });
    expect(failures(TEXEL_VALUE_RULES, subject)).toEqual(['null-descriptor']);
  });
});

describe('the border', () => {
  test('a custom colour of 6 bits fails, and fixed colours do not', () => {
    const stepped = (steps: number) =>
      withSampler(({ borderColor }) => {
        const [r, g, b, a] = borderColor.map((x) => Math.floor(x * steps) / steps);
        return { borderColor: [r, g, b, a] };
      });
    expect(failures(BORDER_COLOR_RULES, stepped(63))).toEqual(['custom-color']);
    const fixed = BORDER_COLOR_RULES.filter(({ id }) => id.endsWith('fixed-colors'));
    expect(failures(fixed, stepped(255))).toEqual([]);
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

  test('opaque black that is transparent fails', () => {
    const subject = withSampler(({ borderColor: [r, g, b, a] }) => ({
      borderColor: r === 0 && a === 1 ? [0, 0, 0, 0] : [r, g, b, a],
    }));
    expect(failures(BORDER_COLOR_RULES, subject)).toContain('fixed-colors');
  });

  test('a missing component that takes the border fails', () => {
    const subject = distorted((color, { state, images: [image] }) => {
      if (!image.format.order.includes(1)) color[1] = state.sampler.borderColor[1];
    });
    expect(failures(BORDER_COLOR_RULES, subject)).toEqual(['custom-color', 'fixed-colors']);
  });
});

describe('comparisons', () => {
  test('operands that are exchanged fail', () => {
    const exchanged = { less: 'greater', greater: 'less' } as const;
    const subject = withSampler(({ compareOp }) => ({
      compareOp: compareOp === 'less' || compareOp === 'greater' ? exchanged[compareOp] : compareOp,
    }));
    expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual(['compare-operations', 'filtered-range']);
  });

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

  test.each([0.005, -0.005])('a filter that overshoots by %s fails', (overshoot) => {
    const subject = distorted((color, { state }) => {
      if (state.sampler.magFilter === 'linear') color[0] += overshoot;
    });
    expect(failures(DEPTH_COMPARE_RULES, subject)).toEqual(['filtered-range']);
  });

  test('a filter that is no 0 or 1 where all texels agree fails', () => {
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
