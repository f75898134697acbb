import { describe, expect, test } from 'vitest';
import type { YcbcrConversion } from '../../../../../rtl-model/state/sampler.ts';
import { CHROMA_RULES, YCBCR_CONVERSION } from '../../../../../src/checker/rules/vulkan/texels/ycbcr.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { CONFORMING, distorted, failures, withSampler } from './wrong-subjects.ts';

const RULES = [...CHROMA_RULES, YCBCR_CONVERSION];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile) => {
  expect(failures(RULES, designSubject(design), profile)).toEqual([]);
});

function converting(change: (conversion: YcbcrConversion) => Partial<YcbcrConversion>) {
  return withSampler(({ ycbcrConversion }) => ({
    ycbcrConversion: ycbcrConversion && { ...ycbcrConversion, ...change(ycbcrConversion) },
  }));
}

describe("Y'CbCr conversion", () => {
  test('the matrix of another model fails', () => {
    const subject = converting(({ ycbcrModel }) => ({
      ycbcrModel: ycbcrModel === 'ycbcr_709' ? 'ycbcr_601' : ycbcrModel,
    }));
    expect(failures(RULES, subject)).toEqual(['precision']);
  });

  test('a narrow range that is not expanded fails', () => {
    expect(
      failures(
        RULES,
        converting(() => ({ ycbcrRange: 'itu_full' })),
      ),
    ).toEqual(['precision']);
  });

  test('results of 6 bits fail, and results that are clamped pass', () => {
    const coarse = distorted((color, { state }) => {
      if (state.sampler.ycbcrConversion?.ycbcrModel === 'ycbcr_identity') color[1] = Math.floor(color[1] * 64) / 64;
    });
    expect(failures(RULES, coarse)).toEqual(['precision']);
    const clamped = distorted((color, { state }) => {
      if (state.sampler.ycbcrConversion?.ycbcrModel !== 'ycbcr_709') return;
      color.forEach((value, c) => (color[c] = Math.max(0, Math.min(1, value))));
    });
    expect(failures(RULES, clamped)).toEqual([]);
  });
});

describe('chroma reconstruction', () => {
  test('chroma locations that are exchanged fail', () => {
    const subject = converting(({ xChromaOffset, yChromaOffset }) => ({
      xChromaOffset: yChromaOffset,
      yChromaOffset: xChromaOffset,
    }));
    expect(failures(CHROMA_RULES, subject)).toEqual(['explicit', 'implicit']);
  });

  test('implicit reconstruction in place of an explicit one fails', () => {
    const subject = converting(() => ({ forceExplicitReconstruction: false }));
    expect(failures(CHROMA_RULES, subject)).toEqual(['explicit']);
  });

  test('a nearest chroma filter may take the midpoint, a linear one not', () => {
    const midpoint = { xChromaOffset: 'midpoint', yChromaOffset: 'midpoint' } as const;
    const whereNearest = converting(({ chromaFilter }) => (chromaFilter === 'nearest' ? midpoint : {}));
    expect(failures(CHROMA_RULES, whereNearest)).toEqual([]);
    expect(
      failures(
        CHROMA_RULES,
        converting(() => midpoint),
      ),
    ).toEqual(['explicit', 'implicit']);
  });

  test('a chroma filter that is ignored fails', () => {
    expect(
      failures(
        CHROMA_RULES,
        converting(() => ({ chromaFilter: 'nearest' })),
      ),
    ).toEqual(['explicit', 'implicit']);
  });
});
