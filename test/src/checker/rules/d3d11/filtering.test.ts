import { describe, expect, it } from 'vitest';
import {
  FIXED_FILTERING,
  FLOAT_FILTERING,
  SRGB_FILTERING,
  UNORM8_LERPS,
} from '../../../../../src/checker/rules/d3d11/filter-precision.ts';
import { CONSTANT_COLOR, MONOTONE, WITHIN_TEXELS } from '../../../../../src/checker/rules/d3d11/invariants.ts';
import { formatNamed } from '../../../../../src/checker/probes/texel-image.ts';
import { designSubject, type Subject } from '../../../../../src/checker/subject.ts';
import { D3D_MINIMUM } from '../../../../oracle/presets.ts';
import { type Asked, changed, distorted, failed, found, RIGHT } from './wrong-subjects.ts';

const PRECISION = [UNORM8_LERPS, FIXED_FILTERING, FLOAT_FILTERING, SRGB_FILTERING];
const INVARIANTS = [CONSTANT_COLOR, WITHIN_TEXELS, MONOTONE];

describe('the rules on filtering', () => {
  it('pass full quality and the minimum', () => {
    expect(failed(designSubject(RIGHT), [...PRECISION, ...INVARIANTS])).toEqual([]);
    expect(failed(designSubject(D3D_MINIMUM), [UNORM8_LERPS, SRGB_FILTERING, CONSTANT_COLOR, MONOTONE])).toEqual([]);
  });

  it('leave half an ULP to lerps that round to the format, and find those that truncate', () => {
    const rounded = changed({ filter: { guardBits: 0 } });
    expect(found(rounded, UNORM8_LERPS)).toMatchObject({ verdict: 'pass', measured: 0.5, margin: 0 });
    const truncated = changed({ filter: { guardBits: 0, rounding: 'floor' } });
    expect(failed(truncated, PRECISION)).toEqual(['unorm8-lerp', 'fixed-filter', 'srgb-filter']);
  });

  it('find a weight bit fewer', () => {
    expect(failed(changed({ filter: { weightBits: 7 } }), [UNORM8_LERPS])).toEqual(['unorm8-lerp']);
  });

  it('find two weights that are rounded apart, so that colours do not rise monotonically', () => {
    expect(failed(changed({ filter: { guardBits: 4 } }), INVARIANTS)).toEqual(['monotone']);
  });

  it('find an average that is not one of equal samples', () => {
    const subject = changed({ filter: { reciprocalBits: 4 } });
    expect(failed(subject, INVARIANTS)).toEqual(['constant-color', 'within-texels']);
  });

  it('find sRGB that is filtered before it is linearised', () => {
    const right = designSubject(RIGHT);
    const late: Subject = {
      ...right,
      sample(images, state, batch) {
        if (images[0]?.format.componentType !== 'srgb') return right.sample(images, state, batch);
        const result = right.sample([{ ...images[0], format: formatNamed('r8g8b8a8_unorm') }], state, batch);
        return result.map((c, n) => (n % 4 === 3 ? c : c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      },
    };
    expect(failed(late, [SRGB_FILTERING, UNORM8_LERPS])).toEqual(['srgb-filter']);
  });

  it('find float filters of half precision', () => {
    const answer = (result: Float32Array, { images }: Asked) => {
      if (images[0]?.format.name !== 'r32g32b32a32_sfloat') return;
      result.forEach((x, n) => (result[n] = Math.fround(Math.fround(x * (1 + 2 ** 13)) - Math.fround(x * 2 ** 13))));
    };
    expect(failed(distorted({ answer }), [FIXED_FILTERING, FLOAT_FILTERING])).toEqual(['float-filter']);
  });
});
