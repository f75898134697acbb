import { describe, expect, test } from 'vitest';
import type { YcbcrConversion } from '../../../../../rtl-model/state/sampler.ts';
import { CHROMA_RULES, YCBCR_CONVERSION } from '../../../../../src/checker/rules/vulkan/texels/ycbcr.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, distorted, failures, withSampler } from './wrong-subjects.ts';

const [EXPLICIT] = CHROMA_RULES;
const RULES = [...CHROMA_RULES, YCBCR_CONVERSION];

test.each(CONFORMING)('designs that conform pass (%#)', (design, profile, turn) => {
  expect(failures(inTurn(RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

function converting(change: (conversion: YcbcrConversion) => Partial<YcbcrConversion>) {
  return withSampler(({ ycbcrConversion }) => ({
    ycbcrConversion: ycbcrConversion && { ...ycbcrConversion, ...change(ycbcrConversion) },
  }));
}

describe("Y'CbCr conversion", () => {
  test('results of 6 bits fail, and results that are clamped pass', () => {
    const coarse = distorted((color, { state }) => {
      if (state.sampler.ycbcrConversion?.ycbcrModel === 'ycbcr_identity') color[1] = Math.floor(color[1] * 64) / 64;
    });
    expect(failures([YCBCR_CONVERSION], coarse)).toEqual(['precision']);
    const clamped = distorted((color, { state }) => {
      if (state.sampler.ycbcrConversion?.ycbcrModel !== 'ycbcr_709') return;
      color.forEach((value, c) => (color[c] = Math.max(0, Math.min(1, value))));
    });
    expect(failures([YCBCR_CONVERSION], clamped)).toEqual([]);
  });
});

describe('chroma reconstruction', () => {
  test('a nearest chroma filter may take the midpoint, a linear one not', () => {
    const midpoint = { xChromaOffset: 'midpoint', yChromaOffset: 'midpoint' } as const;
    const whereNearest = converting(({ chromaFilter }) => (chromaFilter === 'nearest' ? midpoint : {}));
    expect(failures(CHROMA_RULES, whereNearest)).toEqual([]);
    const everywhere = converting(() => midpoint);
    expect(failures([EXPLICIT], everywhere)).toEqual(['explicit']);
  });

  test('a chroma filter that is ignored fails', () => {
    const nearest = converting(() => ({ chromaFilter: 'nearest' }));
    expect(failures([EXPLICIT], nearest)).toEqual(['explicit']);
  });
});
