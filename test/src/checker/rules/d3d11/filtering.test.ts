import { describe, expect, it } from 'vitest';
import {
  FIXED_FILTERING,
  FLOAT_FILTERING,
  SRGB_FILTERING,
  UNORM8_LERPS,
} from '../../../../../src/checker/rules/d3d11/filter-precision.ts';
import { CONSTANT_COLOR, MONOTONE, WITHIN_TEXELS } from '../../../../../src/checker/rules/d3d11/invariants.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { D3D_MINIMUM } from '../../../../oracle/presets.ts';
import { changed, failed, found, RIGHT } from './wrong-subjects.ts';

describe('the rules on filtering', () => {
  it('pass full quality, or the minimum where that is right', () => {
    expect(failed(designSubject(RIGHT), [FIXED_FILTERING, FLOAT_FILTERING, WITHIN_TEXELS])).toEqual([]);
    expect(failed(designSubject(D3D_MINIMUM), [UNORM8_LERPS, SRGB_FILTERING, CONSTANT_COLOR, MONOTONE])).toEqual([]);
  });

  it('leave half an ULP to lerps that round to the format', () => {
    const rounded = changed({ filter: { guardBits: 0 } });
    expect(found(rounded, UNORM8_LERPS)).toMatchObject({ verdict: 'pass', measured: 0.5, margin: 0 });
  });
});
