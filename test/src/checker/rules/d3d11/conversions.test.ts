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
import { type Asked, changed, distorted, failed, found, RIGHT } from './wrong-subjects.ts';

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
  it('pass full quality and the minimum', () => {
    expect(failed(designSubject(RIGHT), [...NORMALIZED, ...OTHERS])).toEqual([]);
    expect(failed(designSubject(D3D_MINIMUM), [SRGB_TO_FLOAT, SRGB_INVERTIBLE, ...OTHERS])).toEqual([]);
  });

  it('find UNORM that is divided by 2^8', () => {
    const rules = [UNORM_TO_FLOAT, UNORM_INVERTIBLE, SNORM_TO_FLOAT];
    const subject = changedResults(/^r8_unorm/, (x) => (x * 255) / 256);
    expect(failed(subject, rules)).toEqual(['unorm-to-float', 'unorm-invertible']);
  });

  it('find a result that is one float32 beside the nearest, which still comes back', () => {
    const subject = changedResults(/^r8_unorm/, (x) => (x > 0 && x < 1 ? x + 2 ** -24 : x));
    expect(failed(subject, [UNORM_TO_FLOAT, UNORM_INVERTIBLE])).toEqual(['unorm-to-float']);
  });

  it('find an end that is not exact', () => {
    const subject = changedResults(/^r8_unorm/, (x) => (x === 1 ? 1 - 2 ** -24 : x));
    expect(found(subject, UNORM_TO_FLOAT)).toMatchObject({ verdict: 'fail', measured: Infinity });
  });

  it('find a smallest SNORM code below -1', () => {
    const subject = changedResults(/^r8_snorm/, (x) => (x === -1 ? -128 / 127 : x));
    expect(failed(subject, [UNORM_TO_FLOAT, SNORM_TO_FLOAT])).toEqual(['snorm-to-float']);
  });

  it('find sRGB of too few linear bits', () => {
    const subject = changed({ filter: { srgbLinearBits: 10 } });
    expect(failed(subject, [SRGB_TO_FLOAT, SRGB_INVERTIBLE])).toEqual(['srgb-to-float', 'srgb-invertible']);
  });

  it('find alpha that is linearised', () => {
    const answer = (result: Float32Array, { images }: Asked) => {
      if (images[0]?.format.componentType !== 'srgb') return;
      for (let at = 3; at < result.length; at += 4) result[at] **= 2.2;
    };
    expect(failed(distorted({ answer }), [SRGB_TO_FLOAT, UNORM_TO_FLOAT])).toEqual(['srgb-to-float']);
  });

  it('find half denormals that are flushed, and float denormals that ld flushes', () => {
    const halves = changedResults(/^r16_sfloat/, (x) => (Math.abs(x) < 2 ** -14 ? 0 : x));
    expect(failed(halves, [SMALL_FLOATS, FLOAT32_UNMODIFIED])).toEqual(['small-floats']);
    const floats = changedResults(/^r32_sfloat/, (x) => (Math.abs(x) < 2 ** -126 ? 0 : x));
    expect(failed(floats, [SMALL_FLOATS, FLOAT32_UNMODIFIED])).toEqual(['float32-unmodified']);
  });

  it('let point sampling flush float denormals', () => {
    const answer = (result: Float32Array, { state }: Asked) => {
      if (state.instruction.op === 'fetch') return;
      result.forEach((x, n) => Math.abs(x) < 2 ** -126 && (result[n] = 0));
    };
    expect(failed(distorted({ answer }), [FLOAT32_UNMODIFIED])).toEqual([]);
  });

  it('find a shared exponent of 31 that is taken for infinity', () => {
    const subject = changedResults(/^e5/, (x) => (x > 2 ** 15 ? Infinity : x));
    expect(failed(subject, OTHERS)).toEqual(['shared-exponent']);
  });

  it('find SINT that is not sign-extended', () => {
    const answer = (result: Float32Array, { images }: Asked) => {
      if (images[0]?.format.name !== 'r8_sint') return;
      const bits = new Int32Array(result.buffer);
      bits.forEach((x, n) => (bits[n] = x & 0xff));
    };
    expect(failed(distorted({ answer }), [SINT_CODES, UINT_CODES])).toEqual(['sint-widened']);
  });

  it('find alpha of 0 where a format has none, and of 1 where no texture is bound', () => {
    const zero = distorted({
      answer: (result, { images }) => {
        if (images[0]?.format.name !== 'r8_unorm') return;
        for (let at = 3; at < result.length; at += 4) result[at] = 0;
      },
    });
    expect(failed(zero, [MISSING_COMPONENTS, UNBOUND])).toEqual(['missing-components']);
    const one = distorted({
      answer: (result, { images }) => {
        if (images.length > 0) return;
        for (let at = 3; at < result.length; at += 4) result[at] = 1;
      },
    });
    expect(failed(one, [MISSING_COMPONENTS, UNBOUND])).toEqual(['unbound']);
  });
});
