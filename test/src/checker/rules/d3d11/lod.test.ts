import { describe, expect, it } from 'vitest';
import { LOD_BITS } from '../../../../../src/checker/rules/d3d11/addressing-precision.ts';
import { LOD_SNAP } from '../../../../../src/checker/rules/d3d11/float-to-fixed.ts';
import {
  LOD_BIAS,
  LOD_BIAS_SUM,
  LOD_CLAMP,
  LOD_OUT_OF_RANGE,
  MAGNIFICATION,
  SPECIAL_LOD,
} from '../../../../../src/checker/rules/d3d11/lod-clamps.ts';
import {
  ANISOTROPIC_AREA,
  ANISOTROPIC_LOD,
  ELLIPTICAL_LOD,
  ISOTROPIC_LOD,
} from '../../../../../src/checker/rules/d3d11/lod-formulas.ts';
import { MIP_NEAREST, MIP_WEIGHTS } from '../../../../../src/checker/rules/d3d11/level-selection.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { D3D_MINIMUM } from '../../../../oracle/presets.ts';
import { type Asked, changed, distorted, failed, found, RIGHT } from './wrong-subjects.ts';

const SELECTION = [LOD_BITS, LOD_SNAP, MIP_WEIGHTS, MIP_NEAREST];
const FORMULAS = [ISOTROPIC_LOD, ELLIPTICAL_LOD, ANISOTROPIC_LOD, ANISOTROPIC_AREA];
const CLAMPS = [SPECIAL_LOD, LOD_CLAMP, LOD_BIAS_SUM, LOD_OUT_OF_RANGE, MAGNIFICATION];

describe('the rules on the LOD', () => {
  it('pass a right design', () => {
    expect(failed(designSubject(RIGHT), [...SELECTION, ...FORMULAS, ...CLAMPS, LOD_BIAS])).toEqual([]);
  });

  it('pass the LODs of the minimum along one derivative, and its clamps', () => {
    const rules = [LOD_BITS, LOD_SNAP, MIP_WEIGHTS, ISOTROPIC_LOD, ELLIPTICAL_LOD, ANISOTROPIC_LOD, LOD_CLAMP];
    expect(failed(designSubject(D3D_MINIMUM), rules)).toEqual([]);
  });

  it('measure one fraction bit fewer', () => {
    const subject = changed({ lod: { format: { integerBits: 9, fractionBits: 7 } } });
    expect(found(subject, LOD_BITS)).toMatchObject({ measured: 7, margin: -1 });
  });

  it('show the curve of LODs that are snapped around a level', () => {
    const subject = changed({
      lod: {
        levelWeightCurve: [
          [0.1, 0],
          [0.9, 1],
        ],
      },
    });
    const { measured, plots } = found(subject, MIP_WEIGHTS);
    // Nothing is left of a weight of 0.1, which is 25.6 units of 2^-8.
    expect(measured).toBeGreaterThan(25);
    expect(plots?.[0].series[0].points).toHaveLength(257);
  });

  it('find widths of the scale factor that are too narrow, each by itself', () => {
    const wide = { scaleFactorBits: 20, ellipseBits: 20, lengthBits: 20, minorAxisBits: 20, alphaBetaBits: 8 };
    expect(failed(changed({ lod: wide }), FORMULAS)).toEqual([]);
    const of = (lod: Partial<typeof wide>) =>
      failed(changed({ lod: { ...wide, ...lod } }), [ISOTROPIC_LOD, ANISOTROPIC_AREA]);
    const both = ['isotropic-lod', 'anisotropic-area'];
    expect(of({ scaleFactorBits: 4 })).toEqual(both);
    expect(of({ ellipseBits: 8 })).toEqual(both);
    expect(of({ lengthBits: 8 })).toEqual(both);
    expect(of({ minorAxisBits: 10 })).toEqual(['anisotropic-area']);
    // Thin footprints lose the bits of their minor axis.
    expect(of({ scaleFactorBits: 13 })).toEqual(['anisotropic-area']);
  });

  it('find a ratio that is clamped below the maximum of the sampler', () => {
    const subject = changed({ limits: { maxSamplerAnisotropy: 8 } });
    expect(failed(subject, [ANISOTROPIC_LOD])).toEqual(['anisotropic-lod']);
  });

  it('find NaN that becomes LOD 0', () => {
    const ask = ({ batch }: Asked) => batch.lod.forEach((lod, lane) => Number.isNaN(lod) && (batch.lod[lane] = 0));
    expect(failed(distorted({ ask }), [SPECIAL_LOD, LOD_CLAMP])).toEqual(['lod-clamp']);
  });
});
