import { describe, expect, it } from 'vitest';
import { BORDER_COLOR } from '../../../../../src/checker/rules/d3d11/absent-texels.ts';
import {
  COMPARISON,
  COMPARISON_FILTER,
  COMPARISON_QUANTIZED,
} from '../../../../../src/checker/rules/d3d11/comparison-filtering.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { D3D_MINIMUM } from '../../../../oracle/presets.ts';
import { distorted, failed, found, RIGHT } from './wrong-subjects.ts';

describe('the rules on borders and comparisons', () => {
  it('pass full quality and the minimum', () => {
    expect(failed(designSubject(RIGHT), [BORDER_COLOR, COMPARISON, COMPARISON_FILTER])).toEqual([]);
    expect(failed(designSubject(D3D_MINIMUM), [BORDER_COLOR, COMPARISON])).toEqual([]);
  });

  it('find a border colour that is off by a code, and one whose missing components are used', () => {
    const beside = distorted({
      answer: (result, { images }) => {
        if (images[0].format.name === 'r8_unorm' && result[0] > 0 && result[0] < 1) result[0] += 1 / 255;
      },
    });
    expect(failed(beside, [BORDER_COLOR])).toEqual(['border-color']);
    const dark = distorted({
      answer: (result, { images }) => {
        if (images[0].format.name !== 'r8g8b8a8_srgb') return;
        // A tenth of a linear code is more than a code of sRGB near 0.
        result.forEach((x, n) => (result[n] = x > 0 && x < 0.01 ? x + 0.1 / 255 : x));
      },
    });
    expect(failed(dark, [BORDER_COLOR])).toEqual(['border-color']);
    const whole = distorted({
      answer: (result, { state: { sampler }, images }) => {
        if (images[0].format.name === 'r8_unorm') result[1] = sampler.borderColor[1];
      },
    });
    expect(found(whole, BORDER_COLOR).measured).toBe(Infinity);
  });

  it('pass a reference that is quantized to the nearest code, and find one that is cut off or left as it is', () => {
    const holds = {
      never: () => false,
      less: (ref: number, texel: number) => ref < texel,
      equal: (ref: number, texel: number) => ref === texel,
      less_or_equal: (ref: number, texel: number) => ref <= texel,
      greater: (ref: number, texel: number) => ref > texel,
      not_equal: (ref: number, texel: number) => ref !== texel,
      greater_or_equal: (ref: number, texel: number) => ref >= texel,
      always: () => true,
    };
    const quantizing = (quantize: (scaled: number) => number) =>
      distorted({
        answer: (result, { images, state, batch }) => {
          const texels = new Uint16Array(images[0].levels[0].buffer);
          batch.s.forEach((s, lane) => {
            const reference = quantize(Math.max(0, Math.min(1, batch.dref[lane])) * 65_535);
            result[4 * lane] = holds[state.sampler.compareOp](reference, texels[Math.floor(s * 8)]) ? 1 : 0;
          });
        },
      });
    expect(failed(quantizing(Math.round), [COMPARISON_QUANTIZED])).toEqual([]);
    expect(failed(quantizing(Math.floor), [COMPARISON_QUANTIZED])).toEqual(['comparison-quantized']);
    expect(
      failed(
        quantizing((scaled) => scaled),
        [COMPARISON_QUANTIZED],
      ),
    ).toEqual(['comparison-quantized']);
  });
});
