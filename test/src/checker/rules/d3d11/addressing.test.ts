import { describe, expect, it } from 'vitest';
import { COORDINATE_RANGE, SUBTEXEL_BITS } from '../../../../../src/checker/rules/d3d11/addressing-precision.ts';
import { LINEAR_SNAP, POINT_SNAP } from '../../../../../src/checker/rules/d3d11/float-to-fixed.ts';
import {
  LINEAR_WEIGHTS,
  POINT_SAMPLING,
  RANGE_REDUCTION,
  SPECIAL_COORDINATES,
} from '../../../../../src/checker/rules/d3d11/addressing.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { D3D_MINIMUM } from '../../../../oracle/presets.ts';
import { type Asked, changed, distorted, failed, found, RIGHT, shorterCoordinates } from './wrong-subjects.ts';

const RULES = [
  LINEAR_SNAP,
  POINT_SNAP,
  SPECIAL_COORDINATES,
  RANGE_REDUCTION,
  POINT_SAMPLING,
  LINEAR_WEIGHTS,
  COORDINATE_RANGE,
  SUBTEXEL_BITS,
];

const SNAPS = [LINEAR_SNAP, POINT_SNAP, SUBTEXEL_BITS];

const FINE = { coordinate: { integerBits: 17, fractionBits: 10 } };

/** Changes u of linear samples, in texels less a half. */
function movedU(move: (u: number) => number) {
  return ({ images, state, batch }: Asked) => {
    if (images.length === 0 || state.sampler.magFilter !== 'linear') return;
    const { width } = images[0];
    batch.s.forEach((s, lane) => (batch.s[lane] = (move(s * width - 0.5) + 0.5) / width));
  };
}

describe('the rules on coordinates', () => {
  it('pass full quality, the minimum, and a design with finer coordinates', () => {
    expect(failed(designSubject(RIGHT), RULES)).toEqual([]);
    expect(failed(designSubject(D3D_MINIMUM), RULES)).toEqual([]);
    expect(failed(changed({ address: FINE, filter: { weightBits: 10, guardBits: 16 } }), SNAPS)).toEqual([]);
  });

  it('measure the bits by the largest step, wherever in a ramp it is', () => {
    const leap = distorted({ ask: movedU((u) => (u < 0.5 ? u : u + 2 ** -6)) });
    expect(found(leap, SUBTEXEL_BITS)).toMatchObject({ verdict: 'fail', measured: 6 });
  });

  it('find one fraction bit fewer, with all that depends on it', () => {
    const subject = changed({
      address: { coordinate: { integerBits: 17, fractionBits: 7 } },
      filter: { weightBits: 7 },
    });
    expect(failed(subject, RULES)).toEqual([
      'linear-coordinate',
      'point-coordinate',
      'range-reduction',
      'point-texel',
      'linear-weights',
      'coordinate-range',
      'subtexel-bits',
    ]);
    expect(found(subject, SUBTEXEL_BITS)).toMatchObject({ required: 8, measured: 7, margin: -1 });
  });

  it('find one integer bit fewer where texels are half the range away', () => {
    const subject = shorterCoordinates();
    expect(failed(subject, [...SNAPS, POINT_SAMPLING, COORDINATE_RANGE])).toEqual(['coordinate-range']);
    const { measured } = found(subject, COORDINATE_RANGE);
    expect(measured).toBeGreaterThanOrEqual(2 ** 14);
    expect(measured).toBeLessThan(2 ** 14 + 64);
  });

  it('find truncation by the weights alone, and rounding up at the edges as well', () => {
    expect(failed(changed({ address: { rounding: 'floor' } }), SNAPS)).toEqual(['linear-coordinate']);
    expect(failed(changed({ address: { rounding: 'ceil' } }), SNAPS)).toEqual([
      'linear-coordinate',
      'point-coordinate',
    ]);
  });

  it('find a missing range reduction', () => {
    expect(
      failed(changed({ address: { rangeReduction: false } }), [...SNAPS, SPECIAL_COORDINATES, RANGE_REDUCTION]),
    ).toEqual(['special-coordinates', 'range-reduction']);
  });

  it('find NaN that is not coordinate 0', () => {
    const ask = ({ batch }: Asked) => batch.s.forEach((s, lane) => Number.isNaN(s) && (batch.s[lane] = 0.9));
    expect(failed(distorted({ ask }), [...SNAPS, SPECIAL_COORDINATES])).toEqual(['special-coordinates']);
  });

  it('find weights of the two texels that are exchanged, and name them', () => {
    const subject = distorted({ ask: movedU((u) => 2 * Math.floor(u) + 1 - u) });
    expect(failed(subject, [LINEAR_WEIGHTS, POINT_SAMPLING])).toEqual(['linear-weights']);
    const { witness } = found(subject, LINEAR_WEIGHTS);
    expect(witness?.raw.fxpScaledU).toBeDefined();
    expect(witness?.expected).not.toBe(witness?.got);
  });

  it('find weights that are off by three units of UNORM16', () => {
    const answer = (result: Float32Array, { images }: Asked) => {
      if (images[0].format.name !== 'r16g16b16a16_unorm') return;
      result.forEach((x, n) => (result[n] = x + 3 / 65_535));
    };
    expect(failed(distorted({ answer }), [LINEAR_WEIGHTS])).toEqual(['linear-weights']);
  });

  it('find weights of k / 255', () => {
    const ask = movedU((u) => Math.floor(u) + ((u - Math.floor(u)) * 256) / 255);
    const wide = { coordinate: { integerBits: 16, fractionBits: 16 } };
    const design = { ...RIGHT, address: { ...RIGHT.address, ...wide }, filter: { ...RIGHT.filter, guardBits: 16 } };
    expect(failed(distorted({ ask }, design), [LINEAR_WEIGHTS])).toEqual(['linear-weights']);
  });

  it('find mirroring that repeats no texel at the edge', () => {
    const ask = ({ images, state, batch }: Asked) => {
      if (state.sampler.addressModeU !== 'mirrored_repeat' || images.length === 0) return;
      batch.s.forEach((s, lane) => s >= 1 && (batch.s[lane] = s + 1 / images[0].width));
    };
    expect(failed(distorted({ ask }), [POINT_SAMPLING])).toEqual(['point-texel']);
  });
});
