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
import { inTurn } from '../../../../oracle/draws.ts';
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
  it.each([
    ['full quality', RIGHT, 0],
    ['the minimum', D3D_MINIMUM, 1],
  ] as const)('pass %s', (_, design, turn) => {
    expect(failed(designSubject(design), inTurn(RULES, turn, 2))).toEqual([]);
  });

  it('pass a design with finer coordinates', () => {
    expect(failed(changed({ address: FINE, filter: { weightBits: 10, guardBits: 16 } }), SNAPS)).toEqual([]);
  });

  it('measure the bits by the largest step, wherever in a ramp it is', () => {
    const leap = distorted({ ask: movedU((u) => (u < 0.5 ? u : u + 2 ** -6)) });
    expect(found(leap, SUBTEXEL_BITS)).toMatchObject({ verdict: 'fail', measured: 6 });
  });

  it('measure one fraction bit fewer', () => {
    const subject = changed({
      address: { coordinate: { integerBits: 17, fractionBits: 7 } },
      filter: { weightBits: 7 },
    });
    expect(found(subject, SUBTEXEL_BITS)).toMatchObject({ required: 8, measured: 7, margin: -1 });
  });

  it('find one integer bit fewer where texels are half the range away', () => {
    const { measured } = found(shorterCoordinates(), COORDINATE_RANGE);
    expect(measured).toBeGreaterThanOrEqual(2 ** 14);
    expect(measured).toBeLessThan(2 ** 14 + 64);
  });

  it('name weights of the two texels that are exchanged', () => {
    const { witness } = found(distorted({ ask: movedU((u) => 2 * Math.floor(u) + 1 - u) }), LINEAR_WEIGHTS);
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
});
