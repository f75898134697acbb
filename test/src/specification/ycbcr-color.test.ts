import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { DEFAULT_SAMPLER, type YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { type Answer, isRight } from '../../../src/specification/answers/answer.ts';
import { linearCode } from '../../../src/specification/texels/srgb.ts';
import { answerTo, image2d } from '../../oracle/answers.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const PLAIN: YcbcrConversion = {
  ycbcrModel: 'rgb_identity',
  ycbcrRange: 'itu_full',
  components: ['identity', 'identity', 'identity', 'identity'],
  xChromaOffset: 'cosited_even',
  yChromaOffset: 'cosited_even',
  chromaFilter: 'linear',
  forceExplicitReconstruction: true,
  enableYDegamma: false,
  enableCbCrDegamma: false,
};

function sampled(
  image: ImageSource,
  u: number,
  v: number,
  conversion: Partial<YcbcrConversion>,
  filter: 'nearest' | 'linear' = 'nearest',
  design = FULL_QUALITY,
): Answer {
  const sampler = {
    ...DEFAULT_SAMPLER,
    magFilter: filter,
    minFilter: filter,
    addressModeU: 'clamp_to_edge',
    addressModeV: 'clamp_to_edge',
    ycbcrConversion: { ...PLAIN, ...conversion },
  } as const;
  return answerTo([image], {}, (b) => ([b.s[0], b.t[0]] = [u / image.width, v / image.height]), { sampler }, design);
}

/** Whether r, g, b are these codes of 255. */
function are(answer: Answer, ...codes: readonly number[]): boolean {
  return isRight(answer, [...codes.map((code) => Math.fround(code / 255)), 1]);
}

/** Luma 0 to 15; Cb 0, 100 / 200, 40 and Cr 1 more, in a plane of their own. */
const LUMA = Array.from({ length: 16 }, (_, n) => n);
const TWO_PLANES = image2d('g8_b8r8_2plane_420_unorm', 4, 4, ...LUMA, 0, 1, 100, 101, 200, 201, 40, 41);

describe('chroma reconstruction', () => {
  it('by the nearest chroma texel halves the luma indices', () => {
    const nearest = { chromaFilter: 'nearest' } as const;
    expect(are(sampled(TWO_PLANES, 1.5, 0.5, nearest), 1, 1, 0)).toBe(true);
    expect(are(sampled(TWO_PLANES, 2.5, 1.5, nearest), 101, 6, 100)).toBe(true);
    expect(are(sampled(TWO_PLANES, 2.5, 2.5, nearest), 41, 10, 40)).toBe(true);
  });

  it('of cosited chroma takes a chroma texel or the mean of two', () => {
    expect(are(sampled(TWO_PLANES, 0.5, 0.5, {}), 1, 0, 0)).toBe(true);
    expect(are(sampled(TWO_PLANES, 1.5, 0.5, {}), 51, 1, 50)).toBe(true);
    expect(are(sampled(TWO_PLANES, 1.5, 1.5, {}), 86, 5, 85)).toBe(true);
    // Beyond the last chroma texel it repeats.
    expect(are(sampled(TWO_PLANES, 3.5, 0.5, {}), 101, 3, 100)).toBe(true);
  });

  it('of midpoint chroma takes quarters', () => {
    const midpoint = { xChromaOffset: 'midpoint', yChromaOffset: 'cosited_even' } as const;
    expect(are(sampled(TWO_PLANES, 1.5, 0.5, midpoint), 26, 1, 25)).toBe(true);
    expect(are(sampled(TWO_PLANES, 2.5, 0.5, midpoint), 76, 2, 75)).toBe(true);
    expect(are(sampled(TWO_PLANES, 1.5, 2.5, midpoint), 161, 9, 160)).toBe(true);
    const both = { xChromaOffset: 'midpoint', yChromaOffset: 'midpoint' } as const;
    // 9/16 0 + 3/16 100 + 3/16 200 + 1/16 40
    expect(are(sampled(TWO_PLANES, 1.5, 1.5, both), 59.75, 5, 58.75)).toBe(true);
  });

  it('comes before a linear filter when it is explicit', () => {
    // Between luma texels 0 and 1: chroma 0 and 50.
    expect(are(sampled(TWO_PLANES, 1, 0.5, {}, 'linear'), 26, 0.5, 25)).toBe(true);
    expect(are(sampled(TWO_PLANES, 1, 0.5, { chromaFilter: 'nearest' }, 'linear'), 1, 0.5, 0)).toBe(true);
  });

  it('is narrowed once, to the guard bits that the design has', () => {
    const coarse = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, guardBits: 0 } };
    const image = image2d('g8_b8r8_2plane_420_unorm', 4, 2, ...Array(8).fill(7), 0, 0, 101, 101);
    const midpoint = { xChromaOffset: 'midpoint' } as const;
    expect(are(sampled(image, 1.5, 0.5, midpoint), 25.25, 7, 25.25)).toBe(true);
    expect(are(sampled(image, 1.5, 0.5, midpoint, 'nearest', coarse), 25, 7, 25)).toBe(true);
    expect(are(sampled(image, 1.5, 0.5, midpoint, 'nearest', coarse), 25.25, 7, 25.25)).toBe(false);
  });

  it('is part of the filter when it is implicit', () => {
    const implicit = { forceExplicitReconstruction: false } as const;
    // Cosited: u' = (1.25 + 1/2) / 2, 3/8 of a texel past the centre of chroma texel 0.
    expect(are(sampled(TWO_PLANES, 1.25, 0.5, implicit), 38.5, 1, 37.5)).toBe(true);
    const midpoint = { ...implicit, xChromaOffset: 'midpoint', yChromaOffset: 'midpoint' } as const;
    // u' = 1.25 / 2, 1/8 past it; v' = 1 / 2, at it.
    expect(are(sampled(TWO_PLANES, 1.25, 1, midpoint), 13.5, 5, 12.5)).toBe(true);
    const nearest = { ...implicit, chromaFilter: 'nearest' } as const;
    // u' = 1.125 where the location counts, 0.875 where it does not: both are allowed.
    expect(are(sampled(TWO_PLANES, 1.75, 0.5, nearest), 101, 1, 100)).toBe(true);
    expect(are(sampled(TWO_PLANES, 1.75, 0.5, nearest), 1, 1, 0)).toBe(true);
    expect(are(sampled(TWO_PLANES, 1.25, 0.5, nearest), 101, 1, 100)).toBe(false);
  });

  it('reads three planes, pairs, and planes that are not reduced', () => {
    const three = image2d('g8_b8_r8_3plane_422_unorm', 2, 1, 10, 20, 30, 40);
    expect(are(sampled(three, 1.5, 0.5, {}), 40, 20, 30)).toBe(true);
    const pairs = image2d('g8b8g8r8_422_unorm', 4, 1, 10, 30, 20, 40, 11, 130, 21, 140);
    expect(are(sampled(pairs, 1.5, 0.5, {}), 90, 20, 80)).toBe(true);
    expect(are(sampled(pairs, 2.5, 0.5, {}), 140, 11, 130)).toBe(true);
    const full = image2d('g8_b8r8_2plane_444_unorm', 2, 1, 10, 20, 30, 40, 50, 60);
    expect(are(sampled(full, 1.5, 0.5, {}), 60, 20, 50)).toBe(true);
  });
});

describe('Y’CbCr conversion', () => {
  const one = (y: number, cb: number, cr: number) => image2d('g8_b8r8_2plane_444_unorm', 1, 1, y, cb, cr);
  const near = (answer: Answer, ...expected: readonly number[]) => {
    const [way] = answer.ways!;
    expected.forEach((value, c) => {
      // Six decimals, as the specification rounds its matrices to.
      expect(way[c].lower).toBeGreaterThan(value - 1e-5);
      expect(way[c].upper).toBeLessThan(value + 1e-5);
      expect(way[c].upper - way[c].lower).toBeLessThan(2 ** -20);
    });
  };

  it('expands the narrow range: 16 to 235 for luma, 16 to 240 for chroma', () => {
    const narrow = { ycbcrModel: 'ycbcr_identity', ycbcrRange: 'itu_narrow' } as const;
    near(sampled(one(235, 240, 16), 0.5, 0.5, narrow), -0.5, 1, 0.5);
    near(sampled(one(16, 128, 128), 0.5, 0.5, narrow), 0, 0, 0);
    near(sampled(one(0, 128, 128), 0.5, 0.5, narrow), 0, -16 / 219, 0);
  });

  it('takes n from the format: ten bits in the high end of sixteen', () => {
    const image = image2d('g10x6_b10x6r10x6_2plane_444_unorm_3pack16', 1, 1, 0, 235, 0, 128, 0, 128);
    near(sampled(image, 0.5, 0.5, { ycbcrModel: 'ycbcr_601', ycbcrRange: 'itu_narrow' }), 1, 1, 1);
  });

  it('offsets the full range by 2^(n-1)', () => {
    near(sampled(one(255, 128, 255), 0.5, 0.5, { ycbcrModel: 'ycbcr_identity' }), 127 / 255, 1, 0);
  });

  it('makes R’G’B’ by each standard’s matrix', () => {
    const [cb, cr] = [72 / 255, -28 / 255];
    const image = one(51, 200, 100);
    near(
      sampled(image, 0.5, 0.5, { ycbcrModel: 'ycbcr_601' }),
      0.2 + 1.402 * cr,
      0.2 - 0.344_136 * cb - 0.714_136 * cr,
      0.2 + 1.772 * cb,
    );
    near(
      sampled(image, 0.5, 0.5, { ycbcrModel: 'ycbcr_709' }),
      0.2 + 1.5748 * cr,
      0.2 - 0.187_324 * cb - 0.468_124 * cr,
      0.2 + 1.8556 * cb,
    );
    near(
      sampled(image, 0.5, 0.5, { ycbcrModel: 'ycbcr_2020' }),
      0.2 + 1.4746 * cr,
      0.2 - 0.164_553 * cb - 0.571_353 * cr,
      0.2 + 1.8814 * cb,
    );
  });

  it('swizzles before it converts', () => {
    const components = ['b', 'g', 'r', 'zero'] as const;
    const [way] = sampled(one(10, 20, 30), 0.5, 0.5, { components }).ways!;
    expect(way.map(({ upper }) => upper)).toEqual([20, 10, 30, 0].map((code) => Math.fround(code / 255)));
  });

  it('leaves the sRGB curve before chroma is reconstructed', () => {
    const image = image2d('g8_b8r8_2plane_420_unorm', 4, 2, ...Array(8).fill(0), 0, 0, 255, 255);
    // The mean of 0 and 1 in linear light, not the curve's value at a half.
    expect(are(sampled(image, 1.5, 0.5, { enableCbCrDegamma: true }), 127.5, 0, 127.5)).toBe(true);
    expect(are(sampled(image, 1.5, 0.5, {}), 127.5, 0, 127.5)).toBe(true);
    // 188 is the code nearest to half the light: 0.502 886 5
    expect(linearCode(188, 255, 16)).toBe(Math.round(0.502_886_458 * 65_535));
    // 99.46 of 65 535.
    expect(linearCode(5, 255, 16)).toBe(99);
    expect([linearCode(0, 1023, 12), linearCode(1023, 1023, 12), linearCode(10, 255, 12)]).toEqual([
      0,
      4095,
      Math.round((10 / 255 / 12.92) * 4095),
    ]);
  });
});

describe('alpha', () => {
  const image = image2d('r8g8b8a8_unorm', 2, 1, 10, 20, 30, 40, 50, 60, 70, 80);

  it.each(['rgb_identity', 'ycbcr_identity', 'ycbcr_709'] as const)(
    'of the texel passes the model %s',
    (ycbcrModel) => {
      const answer = sampled(image, 1.5, 0.5, { ycbcrModel });
      expect(answer).toMatchObject({ type: 'float' });
      const ways = answer.type === 'float' ? (answer.ways ?? []) : [];
      expect(ways.length).toBeGreaterThan(0);
      expect(ways.every(([, , , a]) => a.lower <= Math.fround(80 / 255) && Math.fround(80 / 255) <= a.upper)).toBe(
        true,
      );
      expect(ways.some(([, , , a]) => a.upper > 81 / 255 || a.lower < 79 / 255)).toBe(false);
    },
  );

  it('is filtered as luma is', () => {
    const between = sampled(image, 1, 0.5, { chromaFilter: 'nearest' }, 'linear');
    const color = (r: number, b: number) => [r, 40, b, 60].map((code) => Math.fround(code / 255));
    expect([10, 50, 30].map((r) => isRight(between, color(r, r + 20)))).toContain(true);
    expect(isRight(between, [...color(30, 50).slice(0, 3), 1])).toBe(false);
  });
});
