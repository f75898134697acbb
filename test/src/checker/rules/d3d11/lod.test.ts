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

  it('pass what the minimum does along one derivative and its clamps', () => {
    const rules = [LOD_BITS, LOD_SNAP, MIP_WEIGHTS, ISOTROPIC_LOD, ELLIPTICAL_LOD, ANISOTROPIC_LOD, LOD_CLAMP];
    expect(failed(designSubject(D3D_MINIMUM), rules)).toEqual([]);
  });

  it('find one fraction bit fewer', () => {
    const subject = changed({ lod: { format: { integerBits: 9, fractionBits: 7 } } });
    expect(failed(subject, SELECTION)).toEqual(['lod-bits', 'lod', 'mip-weights', 'mip-nearest']);
    expect(found(subject, LOD_BITS)).toMatchObject({ measured: 7, margin: -1 });
  });

  it('find LODs that are snapped around a level, and show the curve', () => {
    const subject = changed({
      lod: {
        levelWeightCurve: [
          [0.1, 0],
          [0.9, 1],
        ],
      },
    });
    expect(failed(subject, SELECTION)).toEqual(['lod-bits', 'lod', 'mip-weights']);
    const { measured, plots } = found(subject, MIP_WEIGHTS);
    // Nothing is left of a weight of 0.1, which is 25.6 units of 2^-8.
    expect(measured).toBeGreaterThan(25);
    expect(plots?.[0].series[0].points).toHaveLength(257);
  });

  it('find a LOD that is truncated', () => {
    expect(failed(changed({ lod: { rounding: 'floor' } }), [...SELECTION, ISOTROPIC_LOD])).toEqual([
      'lod',
      'isotropic-lod',
    ]);
  });

  it('find the finer level half way between two', () => {
    expect(failed(changed({ lod: { nearestRule: 'ceil-minus-one' } }), SELECTION)).toEqual(['mip-nearest']);
  });

  it('find the largest component in place of the length', () => {
    expect(failed(changed({ lod: { scaleFactor: 'max-component' } }), FORMULAS)).toEqual([
      'isotropic-lod',
      'elliptical-lod',
      'anisotropic-lod',
      'anisotropic-area',
    ]);
  });

  it('find a minor axis that is the shorter derivative, not the area over the longer one', () => {
    expect(failed(changed({ lod: { scaleFactor: 'euclidean' } }), FORMULAS)).toEqual(['anisotropic-area']);
  });

  it('find a log2 table that is too small', () => {
    const log2Table = { indexBits: 4, entryBits: 8, interpolationBits: 19 };
    expect(failed(changed({ lod: { log2Table } }), [ISOTROPIC_LOD, LOD_CLAMP])).toEqual(['isotropic-lod']);
  });

  it('find widths of the scale factor that are too narrow, each by itself', () => {
    const wide = { scaleFactorBits: 20, ellipseBits: 20, lengthBits: 20, minorAxisBits: 20, alphaBetaBits: 8 };
    expect(failed(changed({ lod: wide }), FORMULAS)).toEqual([]);
    const of = (lod: Partial<typeof wide>) => failed(changed({ lod: { ...wide, ...lod } }), FORMULAS);
    const all = ['isotropic-lod', 'elliptical-lod', 'anisotropic-lod', 'anisotropic-area'];
    expect(of({ scaleFactorBits: 4 })).toEqual(all);
    expect(of({ ellipseBits: 8 })).toEqual(all);
    expect(of({ lengthBits: 8 })).toEqual(all);
    expect(of({ minorAxisBits: 10 })).toEqual(['anisotropic-lod', 'anisotropic-area']);
    // Thin footprints lose the bits of their minor axis.
    expect(of({ scaleFactorBits: 13 })).toEqual(['anisotropic-lod', 'anisotropic-area']);
  });

  it('find a ratio that is clamped below the maximum of the sampler', () => {
    const subject = changed({ limits: { maxSamplerAnisotropy: 8 } });
    expect(failed(subject, FORMULAS)).toEqual(['anisotropic-lod', 'anisotropic-area']);
  });

  it('find biases that stop at the limit of one of them', () => {
    const subject = changed({ limits: { maxSamplerLodBias: 16 } });
    expect(failed(subject, [...CLAMPS, LOD_BIAS])).toEqual(['lod-bias-sum', 'lod-bias']);
  });

  it('find a LOD of too few integer bits that comes back into range', () => {
    const subject = changed({ lod: { format: { integerBits: 6, fractionBits: 8 } } });
    expect(failed(subject, CLAMPS)).toEqual(['lod-bias-sum', 'lod-out-of-range']);
  });

  it('find bounds that have too few fraction bits', () => {
    const subject = changed({ lod: { clamp: { integerBits: 5, fractionBits: 4 } } });
    expect(failed(subject, CLAMPS)).toEqual(['lod-clamp']);
  });

  it('find MaxLOD where MinLOD should win', () => {
    const swap = ({ sampler }: Asked['state']) =>
      sampler.minLod > sampler.maxLod ? { ...sampler, minLod: sampler.maxLod } : sampler;
    const subject = distorted({});
    const wrong = {
      ...subject,
      sample: (...[images, state, batch]: Parameters<typeof subject.sample>) =>
        subject.sample(images, { ...state, sampler: swap(state) }, batch),
    };
    expect(failed(wrong, [SPECIAL_LOD, LOD_CLAMP])).toEqual(['lod-clamp']);
  });

  it('find NaN that becomes LOD 0', () => {
    const ask = ({ batch }: Asked) => batch.lod.forEach((lod, lane) => Number.isNaN(lod) && (batch.lod[lane] = 0));
    expect(failed(distorted({ ask }), [SPECIAL_LOD, LOD_CLAMP])).toEqual(['lod-clamp']);
  });

  it('find the magnification filter where the LOD was negative before the clamp', () => {
    const subject = distorted({
      answer: (result, { state: { sampler }, batch }) => {
        for (let lane = 0; lane < batch.lod.length; lane++) {
          if (batch.lod[lane] + sampler.mipLodBias <= 0) result[4 * lane] = sampler.magFilter === 'nearest' ? 1 : 0.5;
        }
      },
    });
    expect(failed(subject, [MAGNIFICATION])).toEqual(['magnification']);
  });
});
