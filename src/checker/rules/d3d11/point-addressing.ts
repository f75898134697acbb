import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { addressed, POINT } from '../../probes/states.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { specifiedRule } from './d3d11-rule.ts';

const SIZE = 4;
const ONE = 256;
/**
 * Coordinates reach this many sizes of the image to either side: to where the range reduction ends (7.18.6), or less.
 */
const SIZES = { full: 10, quick: 2 } as const;
const TYPES = ['1d', '2d', '3d'] as const;
const BORDER_VALUE = -1;

/** The 16.8 coordinate of case n along an axis: every axis sees all of them, each in an order of its own. */
function coordinate(n: number, axis: number, count: number): number {
  const order = [1, 7, 11][axis];
  return ((n * order + 1000 * axis) % count) - count / 2;
}

/** Texels hold their own number in float32, so that no conversion is between them and the result. */
function numberedImage(axes: number) {
  const [width, height, depth] = [0, 1, 2].map((axis) => (axis < axes ? SIZE : 1));
  return texelImage('r32_sfloat', { type: TYPES[axes - 1], width, height, depth }, ({ i, j, k }) => [
    i + SIZE * j + SIZE * SIZE * k,
  ]);
}

/** 7.18.7 with 7.18.9: on the 16.8 grid the conversion to fixed point leaves no freedom. */
export const POINT_SAMPLING = specifiedRule({
  section: '7.18.7',
  name: 'point-texel',
  title: 'Point sampling selects floor(scaledU), whatever the address mode',
  limit: 'no coordinate on the 16.8 grid may select another texel',
  method:
    'every 16.8 coordinate from -10 to 10 sizes (-2 to 2 for quick) of a 4-texel axis, in 1, 2 and 3 dimensions and every address mode; ' +
    'texels are numbered',
  chosen: EXHAUSTIVE,
  requests(effort) {
    const count = 2 * SIZES[effort] * SIZE * ONE;
    return TYPES.flatMap((_, n) =>
      ADDRESS_MODES.map((mode) => ({
        image: numberedImage(n + 1),
        sampler: { ...POINT, ...addressed(mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
        instruction: d3d11Instruction('sample_l'),
        count,
        // A power of two times the size, so that scaling is exact.
        operands: (n) => ({
          s: coordinate(n, 0, count) / (SIZE * ONE),
          t: coordinate(n, 1, count) / (SIZE * ONE),
          r: coordinate(n, 2, count) / (SIZE * ONE),
        }),
      })),
    );
  },
});
