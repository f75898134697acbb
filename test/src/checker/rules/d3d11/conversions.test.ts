import { describe, expect, it } from 'vitest';
import {
  FLOAT32_UNMODIFIED,
  SHARED_EXPONENT,
  SINT_CODES,
  SMALL_FLOATS,
  UINT_CODES,
  SNORM_INVERTIBLE,
  SNORM_TO_FLOAT,
  SRGB_INVERTIBLE,
  SRGB_TO_FLOAT,
  UNORM_INVERTIBLE,
  UNORM_TO_FLOAT,
} from '../../../../../src/checker/rules/d3d11/code-conversions.ts';
import { MISSING_COMPONENTS, UNBOUND } from '../../../../../src/checker/rules/d3d11/absent-texels.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { D3D_MINIMUM } from '../../../../oracle/presets.ts';
import { type Asked, distorted, failed, found, RIGHT } from './wrong-subjects.ts';

const NORMALIZED = [UNORM_TO_FLOAT, SNORM_TO_FLOAT, SRGB_TO_FLOAT, UNORM_INVERTIBLE, SNORM_INVERTIBLE, SRGB_INVERTIBLE];
const OTHERS = [FLOAT32_UNMODIFIED, SMALL_FLOATS, SHARED_EXPONENT, SINT_CODES, UINT_CODES, MISSING_COMPONENTS, UNBOUND];

/** Changes every result of formats whose names match. */
function changedResults(name: RegExp, change: (x: number) => number) {
  return distorted({
    answer: (result, { images }) => {
      if (name.test(images[0]?.format.name)) result.forEach((x, n) => (result[n] = change(x)));
    },
  });
}

describe('the rules on conversions', () => {
  it('pass full quality, or the minimum where that decodes by other tables', () => {
    expect(failed(designSubject(RIGHT), [...NORMALIZED, ...OTHERS.slice(2)])).toEqual([]);
    expect(failed(designSubject(D3D_MINIMUM), [SRGB_TO_FLOAT, SRGB_INVERTIBLE, ...OTHERS.slice(0, 2)])).toEqual([]);
  });

  it('find an end that is not exact', () => {
    const subject = changedResults(/^r8_unorm/, (x) => (x === 1 ? 1 - 2 ** -24 : x));
    expect(found(subject, UNORM_TO_FLOAT)).toMatchObject({ verdict: 'fail', measured: Infinity });
  });

  it('find alpha that is linearised', () => {
    const answer = (result: Float32Array, { images }: Asked) => {
      if (images[0]?.format.componentType !== 'srgb') return;
      for (let at = 3; at < result.length; at += 4) result[at] **= 2.2;
    };
    expect(failed(distorted({ answer }), [SRGB_TO_FLOAT, UNORM_TO_FLOAT])).toEqual(['srgb-to-float']);
  });

  it('let point sampling flush float denormals', () => {
    const answer = (result: Float32Array, { state }: Asked) => {
      if (state.instruction.op === 'fetch') return;
      result.forEach((x, n) => Math.abs(x) < 2 ** -126 && (result[n] = 0));
    };
    expect(failed(distorted({ answer }), [FLOAT32_UNMODIFIED])).toEqual([]);
  });
});
