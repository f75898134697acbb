import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import { viewOfImage } from '../../../src/specification/state/view.ts';
import { answerTo, formatOf, image2d, valuesOf } from '../../oracle/answers.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const IN_TEXELS: Sampler = {
  ...DEFAULT_SAMPLER,
  mipmapMode: 'nearest',
  addressModeU: 'clamp_to_edge',
  addressModeV: 'clamp_to_edge',
  maxLod: 0,
  unnormalizedCoordinates: true,
};
const BORDERED: Sampler = { ...IN_TEXELS, addressModeU: 'clamp_to_border', addressModeV: 'clamp_to_border' };

/** Texel (x, y) is x + 10 y. */
const RAMP = image2d('r8_unorm', 8, 4, ...Array.from({ length: 32 }, (_, n) => (n % 8) + 10 * Math.floor(n / 8)));

describe('a box filter', () => {
  const filtered = (u: number, v: number, width: number, height: number, sampler = IN_TEXELS) =>
    answerTo(
      [RAMP],
      { op: 'box_filter' },
      (batch) => {
        [batch.s[0], batch.t[0]] = [u, v];
        [batch.boxWidth[0], batch.boxHeight[0]] = [width, height];
      },
      { sampler },
    );

  it('covers the twelve texels of the specification’s example by as much as it shows', () => {
    // Along u 1/4, 1, 1, 1/2 of texels 2 to 5; along v 1/2, 1, 3/4 of texels 1 to 3.
    const [red] = filtered(4.125, 2.625, 2.75, 2.25).ways![0];
    const expected = Math.fround((10 / 2.75 + 47.5 / 2.25) / 255);
    expect([red.lower, red.upper]).toEqual([expected, expected]);
  });

  it('of one texel is a bilinear filter', () => {
    expect(valuesOf(filtered(1.5, 2.5, 1, 1))).toEqual([Math.fround(21 / 255), 0, 0, 1]);
    expect(valuesOf(filtered(2, 2.5, 1, 1))).toEqual([Math.fround(21.5 / 255), 0, 0, 1]);
  });

  it('has no shift in a corner-sampled image', () => {
    const operands = (batch: QuadBatch) => {
      [batch.s[0], batch.t[0], batch.boxWidth[0], batch.boxHeight[0]] = [1.5, 2.5, 1, 1];
    };
    const answer = answerTo([{ ...RAMP, cornerSampled: true }], { op: 'box_filter' }, operands, { sampler: IN_TEXELS });
    expect(valuesOf(answer)[0]).toBe(Math.fround(21 / 255));
  });

  it('counts the border where it leaves the image', () => {
    // Half of the texel at 0 and half of the border.
    expect(valuesOf(filtered(0, 3.5, 1, 1, BORDERED))[0]).toBe(Math.fround(15 / 255));
    expect(valuesOf(filtered(0, 3.5, 1, 1))[0]).toBe(Math.fround(30 / 255));
  });

  it('of least and greatest texels goes by all that it touches', () => {
    const reduced = (reductionMode: 'min' | 'max') =>
      valuesOf(filtered(4.125, 2.625, 2.75, 2.25, { ...IN_TEXELS, reductionMode }))[0];
    expect([reduced('min'), reduced('max')]).toEqual([Math.fround(12 / 255), Math.fround(35 / 255)]);
  });
});

describe('a weight image', () => {
  const line = image2d('r8_unorm', 5, 1, 10, 20, 30, 40, 50);
  const sampled = (
    kernel: ImageSource,
    weights: object,
    u: number,
    v: number,
    sampler = IN_TEXELS,
    design = FULL_QUALITY,
  ) => {
    const second = {
      image: 1,
      weights: { filterCenter: [0, 0], filterSize: [1, 1], numPhases: 1, ...weights } as const,
    };
    const fill = (b: QuadBatch) => void ([b.s[0], b.t[0]] = [u, v]);
    return answerTo([line, kernel], { op: 'sample_weighted' }, fill, { second, sampler }, design);
  };

  it('has its centre on the texel that the coordinate lies in, and is not normalized', () => {
    const kernel = image2d('r8_unorm', 3, 1, 255, 0, 51);
    // 20 + 40 / 5
    expect(
      isRight(sampled(kernel, { filterSize: [3, 1], filterCenter: [1, 0] }, 2.25, 0.5), [
        Math.fround(28 / 255),
        0,
        0,
        Math.fround(1.2),
      ]),
    ).toBe(true);
  });

  it('has the layer of its phase, horizontal phases first', () => {
    const kernel = {
      ...image2d('r8_unorm', 1, 1, 0, 51, 102, 255),
      layers: 4,
      levels: [Uint8Array.of(0, 51, 102, 255)],
    };
    const alpha = (u: number, v: number) => valuesOf(sampled(kernel, { numPhases: 4 }, u, v))[3];
    // frac(u - 1/2) of 1/4 is phase 0, of 3/4 phase 1.
    expect(alpha(2.75, 0.75)).toBe(0);
    expect(alpha(2.25, 0.25)).toBe(1);
    expect(isRight(sampled(kernel, { numPhases: 4 }, 2.25, 0.75), [Math.fround(6 / 255), 0, 0, Math.fround(0.2)])).toBe(
      true,
    );
    expect(isRight(sampled(kernel, { numPhases: 4 }, 2.25, 0.75), [Math.fround(6 / 255), 0, 0, Math.fround(0.4)])).toBe(
      false,
    );
  });

  it('has the phase of the whole coordinate in the first text of VK_QCOM_image_processing', () => {
    const kernel = { ...image2d('r8_unorm', 1, 1), layers: 4, levels: [Uint8Array.of(0, 51, 102, 255)] };
    const alpha = (text: Design['text'], u: number, v: number) =>
      valuesOf(sampled(kernel, { numPhases: 4 }, u, v, IN_TEXELS, { ...FULL_QUALITY, text }))[3];
    // frac(u) of 3/4 is phase 1, of 1/4 phase 0; frac(u - 1/2) the other way round.
    expect([alpha('vulkan-1.1', 2.75, 0.75), alpha('current', 2.75, 0.75)]).toEqual([1, 0]);
    expect([alpha('vulkan-1.1', 2.25, 0.25), alpha('current', 2.25, 0.25)]).toEqual([0, 1]);
    expect([alpha('vulkan-1.1', 2.75, 0.25), alpha('current', 2.75, 0.25)]).toEqual(
      [51, 102].map((c) => Math.fround(c / 255)),
    );
  });

  it('that is separable packs its weights in fours, phase by phase', () => {
    // Two phases, five horizontal weights: weight k of phase p is at 8 floor(k / 4) + 4 p + k % 4.
    const horizontal = Uint8Array.from({ length: 16 }, (_, n) => (n === 12 ? 255 : 0));
    const vertical = Uint8Array.from({ length: 16 }, (_, n) => (n === 0 ? 255 : 0));
    const kernel: ImageSource = {
      format: formatOf('r8_unorm'),
      type: '1d',
      width: 16,
      height: 1,
      layers: 2,
      levels: [Uint8Array.of(...horizontal, ...vertical)],
    };
    const weights = { filterSize: [5, 1], filterCenter: [0, 0], numPhases: 4 };
    // Phase 1 along u, 0 along v: weight 4 alone, on texel 0 + 4.
    expect(valuesOf(sampled(kernel, weights, 0.25, 0.75))).toEqual([Math.fround(50 / 255), 0, 0, 1]);
    expect(valuesOf(sampled(kernel, weights, 0.75, 0.75))).toEqual([0, 0, 0, 0]);
  });

  it('of zeros and ones selects the texels of a minimum or maximum', () => {
    const kernel = image2d('r8_unorm', 3, 1, 0, 255, 255);
    const reduced = (reductionMode: 'min' | 'max') =>
      valuesOf(sampled(kernel, { filterSize: [3, 1] }, 1.5, 0.5, { ...IN_TEXELS, reductionMode }))[0];
    expect([reduced('min'), reduced('max')]).toEqual([Math.fround(30 / 255), Math.fround(40 / 255)]);
  });
});

describe('a null descriptor as the weight image', () => {
  const weighted = (state: object) => {
    const fill = (batch: QuadBatch) => void ([batch.s[0], batch.t[0]] = [1.5, 1.5]);
    return answerTo([RAMP], { op: 'sample_weighted' }, fill, { sampler: IN_TEXELS, second: null, ...state });
  };

  it('has weights of zero, and the swizzle comes after the sum', () => {
    expect(valuesOf(weighted({}))).toEqual([0, 0, 0, 0]);
    const components = ['one', 'identity', 'identity', 'a'] as const;
    expect(valuesOf(weighted({ view: { ...viewOfImage(RAMP), components } }))).toEqual([1, 0, 0, 0]);
  });

  it('leaves a minimum open', () => {
    const sampler: Sampler = { ...IN_TEXELS, reductionMode: 'min' };
    expect(isRight(weighted({ sampler }), [5, 5, 5, 5])).toBe(true);
  });
});

describe('a block match', () => {
  const target = image2d('r8_unorm', 4, 2, 10, 20, 30, 40, 50, 60, 70, 80);
  const reference = image2d('r8_unorm', 2, 2, 12, 17, 50, 70);
  const matched = (
    form: 'single' | 'window' | 'gather',
    metric: 'sad' | 'ssd',
    [i, j]: readonly [number, number],
    sampler: Partial<Sampler> = {},
  ) =>
    valuesOf(
      answerTo(
        [target, reference],
        { op: 'block_match', blockMatch: { form, metric } },
        (batch) => {
          [batch.i[0], batch.j[0], batch.blockWidth[0], batch.blockHeight[0]] = [i, j, 2, 2];
        },
        { sampler: { ...BORDERED, ...sampler }, second: { image: 1 } },
      ),
    );

  it('sums differences or their squares, of components that the format has', () => {
    expect(matched('single', 'sad', [0, 0])).toEqual([Math.fround(15 / 255), 0, 0, 1]);
    expect(matched('single', 'ssd', [0, 0])).toEqual([Math.fround((4 + 9 + 100) / 255 ** 2), 0, 0, 1]);
  });

  it('takes the least or greatest difference under a reduction', () => {
    expect(matched('single', 'sad', [0, 0], { reductionMode: 'min' })[0]).toBe(0);
    expect(matched('single', 'ssd', [0, 0], { reductionMode: 'max' })[0]).toBe(Math.fround(100 / 255 ** 2));
  });

  it('compares with the border beyond the image', () => {
    // Column 3, then the border: |12 - 40| + 17 + |50 - 80| + 70.
    expect(matched('single', 'sad', [3, 0])[0]).toBe(Math.fround(145 / 255));
  });

  it('gathers four matches along u', () => {
    const differences = [15, 8 + 13 + 10 + 0, 18 + 23 + 20 + 10, 145];
    expect(matched('gather', 'sad', [0, 0])).toEqual(differences.map((sum) => Math.fround(sum / 255)));
  });

  it('searches a window column by column and keeps the first of equals', () => {
    const window = { windowExtent: [2, 2], windowCompareMode: 'min' } as const;
    expect(matched('window', 'sad', [0, 0], window)).toEqual([Math.fround(15 / 255), 0, 0, 0]);
    // One column to the right of it, in the same row.
    expect(matched('window', 'sad', [-1, 0], window)).toEqual([Math.fround(15 / 255), 1, 0, 0]);
    // All of it border, 12 + 17 + 50 + 70 everywhere: the first is x = 0, y = 0.
    expect(matched('window', 'sad', [9, 9], window)).toEqual([Math.fround(149 / 255), 0, 0, 0]);
    // From (-1, -2) on the lower row of the block meets texels at y = 1 alone: 12 + 17 + 50 + |70 - 10| at x = 0.
    const found = matched('window', 'sad', [-1, -2], { ...window, windowCompareMode: 'max' });
    expect(found).toEqual([Math.fround(149 / 255), 0, 0, 0]);
    expect(matched('window', 'sad', [-1, -2], window)).toEqual([Math.fround((12 + 17 + 40 + 50) / 255), 1, 1, 0]);
  });

  it('takes the reference of a null descriptor as zeros', () => {
    const fill = (batch: QuadBatch) => {
      [batch.i[0], batch.j[0], batch.blockWidth[0], batch.blockHeight[0]] = [1, 1, 2, 1];
    };
    const blockMatch = { metric: 'ssd', form: 'single' } as const;
    const answer = answerTo([RAMP], { op: 'block_match', blockMatch }, fill, { sampler: BORDERED, second: null });
    expect(valuesOf(answer)).toEqual([Math.fround((11 ** 2 + 12 ** 2) / 255 ** 2), 0, 0, 1]);
  });
});
