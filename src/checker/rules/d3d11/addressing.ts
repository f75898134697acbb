import { ADDRESS_MODES, type AddressMode } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT, SAMPLE_L } from '../../probes/states.ts';
import { allForFull, EXHAUSTIVE, DIAGONAL, seeded } from '../../probes/measurement.ts';
import { sized, texelImage, WEIGHT_FORMATS } from '../../probes/texel-image.ts';
import { specifiedByD3d11, measuredByD3d11 } from '../kinds/specification-rule.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import { modesByAxis } from '../../probes/modes-by-axis.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import type { MeasuredStep } from '../../probes/requests.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { coordinatesAlong, imageAlong, modeAlong } from '../../probes/image-axes.ts';

const SIZE = 4;
const ONE = 256;
/**
 * Coordinates reach this many sizes of the image to either side: to where the range reduction ends (7.18.6), or less.
 */
const SIZES = { full: 10, quick: 2 } as const;
const TYPES = ['1d', '2d', '3d'] as const;
const BORDER_VALUE = -1;

/** The 16.8 coordinate of case n along an axis: every axis sees all of them, each in another order. */
function coordinate(n: number, axis: number, count: number): number {
  const order = [1, 7, 11][axis];
  return ((n * order + 1000 * axis) % count) - count / 2;
}

/** 7.18.7 with 7.18.9: on the 16.8 grid the conversion to fixed point leaves no freedom. */
export const POINT_SAMPLING = specifiedByD3d11('7.18.7/point-texel', {
  title: 'Point sampling selects floor(scaledU), whatever the address mode',
  limit: 'no coordinate on the 16.8 grid may select another texel',
  method:
    'every 16.8 coordinate from -10 to 10 sizes (-2 to 2 for quick) of a 4-texel axis, in 1, 2 and 3 dimensions and every address mode; ' +
    'texels are numbered',
  chosen: EXHAUSTIVE,
  requests({ effort }) {
    const count = 2 * SIZES[effort] * SIZE * ONE;
    return TYPES.flatMap((type) =>
      ADDRESS_MODES.map((mode) => ({
        // Texels hold their own number in float32, so that no conversion is between them and the result.
        image: texelImage('r32_sfloat', sized(type, SIZE), ({ i, j, k }) => [i + SIZE * j + SIZE * SIZE * k]),
        sampler: { ...POINT, ...addressed(mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
        instruction: SAMPLE_L,
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

const BORDER_WEIGHTS = [1, 1, 1, 1] as const;

/** Texel i of the axis holds 1 in component i and 0 in the others: the result is the texels' weights. */
function weightImage(format: string, one: number, axes: number, axis: number) {
  const size = [0, 1, 2].map((a) => (a === axis ? SIZE : a < axes ? 2 : 1));
  const shape = { type: TYPES[axes - 1], width: size[0], height: size[1], depth: size[2] };
  return texelImage(format, shape, ({ i, j, k }) => [0, 1, 2, 3].map((c) => ([i, j, k][axis] === c ? one : 0)));
}

/** The weights of texels 0 to 3 in 2^-8, for a coordinate that the half is taken off (7.18.8). */
function expectedWeights(fixed: number, mode: AddressMode, weights: number[]): void {
  weights.fill(0);
  const floor = Math.floor(fixed / ONE);
  const ceil = fixed - floor * ONE;
  for (const [address, weight] of [
    [floor, ONE - ceil],
    [floor + 1, ceil],
  ]) {
    const texel = wrappedTexel(address, SIZE, mode);
    if (texel === BORDER_TEXEL) BORDER_WEIGHTS.forEach((border, c) => (weights[c] += border * weight));
    else weights[texel] += weight;
  }
}

/** 7.18.8: on the 16.8 grid, texels and weights are given. */
export const LINEAR_WEIGHTS = measuredByD3d11('7.18.8/linear-weights', {
  title: 'Linear sampling takes texels floor and floor + 1 with the weights of the fraction',
  limit:
    'weights on the 16.8 grid are k / 256 exactly; through 16-bit UNORM half a unit of the format for each lerp is left ' +
    '(7.18.16.2), 3 * 256 / (2 * 65535) of 2^-8',
  method:
    'every 16.8 coordinate from -10 to 10 sizes of a 4-texel axis (-1.5 to 2.5 and fewer axes for quick), every axis ' +
    'and address mode; each texel is 1 in a component of its own, which so receives its weight, in float32 and in UNORM16',
  unit: 'ULP',
  atMost: (3 * ONE) / (2 * 0xffff),
  chosen: EXHAUSTIVE,
  plot: { title: 'Weight of the right texel', x: 'scaledU - 0.5, in texels', y: 'weight' },
  known: { required: DIAGONAL },
  steps({ effort, curve }) {
    const [from, count] = effort === 'full' ? [-10 * SIZE, 20 * SIZE * ONE] : [-6, 16 * ONE];
    const axes =
      effort === 'full'
        ? [1, 2, 2, 3, 3, 3].map((n, k) => [n, [0, 0, 1, 0, 1, 2][k]])
        : [
            [2, 0],
            [2, 1],
          ];
    const weights = [0, 0, 0, 0];
    return axes.flatMap(([dimensions, axis], k) =>
      WEIGHT_FORMATS.flatMap(({ name, one }, f) => {
        const image = weightImage(name, one, dimensions, axis);
        return ADDRESS_MODES.map((mode, m): MeasuredStep => ({
          image,
          sampler: { ...LINEAR, ...addressed(mode), borderColor: BORDER_WEIGHTS },
          instruction: SAMPLE_L,
          count,
          // The centre of a texel along the other axes.
          operands: (n) => ({ s: 0.25, t: 0.25, r: 0.25, ['str'[axis]]: (from * ONE + n + ONE / 2) / (SIZE * ONE) }),
          measure(color, n, off) {
            const fixed = from * ONE + n;
            expectedWeights(fixed, mode, weights);
            if (k + f + m === 0 && fixed >= 0 && fixed <= ONE) curve().push([fixed / ONE, color[1]]);
            for (const [texel, got] of color.entries()) {
              off(roundedDistance(got, weights[texel], ONE), () => [
                `weight ${weights[texel]} / 256`,
                `weight ${got * ONE} / 256`,
                { fxpScaledU: `${fixed} (16.8)`, texel: String(texel) },
              ]);
            }
          },
        }));
      }),
    );
  },
});

/** 7.18.9: a diagonal of the combinations has every pair of modes on every pair of axes. */
const ADDRESS_MODES_BY_AXIS = specifiedByD3d11('7.18.9/address-modes', {
  title: 'AddressU, AddressV and AddressW apply to their own axis alone',
  limit: 'the texel of the three formulas, or the border colour where any single axis selects it',
  method:
    'all 125 combinations of modes (25 for quick, with every pair on every two axes) on a 3D image of 2x3x4 texels, indices ' +
    '-3 to 6 of every axis (200 of these places for quick), point sampling',
  chosen: allForFull,
  requests: ({ effort }) =>
    modesByAxis(
      SAMPLE_L,
      effort === 'full' ? 1000 : 200,
      [BORDER_VALUE, 0, 0, 1],
      (u, v, w) => effort === 'full' || (u + v + w) % 5 === 0,
    ),
});

/** Coordinates have these magnitudes and up to twice as much; on the 16.8 grid all of them. */
const EXPONENTS = Array.from({ length: 24 }, (_, n) => n);

/** A coordinate on the 16.8 grid with the magnitude of 2^exponent; float32 leaves it fewer bits as it grows. */
function coordinateOf(exponent: number, bits: SeededBits): number {
  const magnitude = Math.fround(bits.between(2 ** exponent, 2 ** (exponent + 1)));
  const onGrid = Math.trunc(magnitude * SIZE * ONE) / (SIZE * ONE);
  return bits.below(2) === 0 ? onGrid : -onGrid;
}

export const RANGE_REDUCTION = specifiedByD3d11('7.18.6/range-reduction', {
  title: 'However far a coordinate tiles, it selects what the coordinate within the first tile does',
  limit: 'no other texel and no other weight, for every float32 coordinate on the 16.8 grid',
  method: 'random coordinates of every magnitude from 2^0 to 2^24 sizes, every address mode, point and linear',
  chosen: seeded(0x7186),
  requests({ effort, bits }) {
    const each = effort === 'full' ? 512 : 32;
    return ADDRESS_MODES.flatMap((mode) =>
      [POINT, LINEAR].map((filter) => {
        const cases = EXPONENTS.flatMap((exponent) => Array.from({ length: each }, () => coordinateOf(exponent, bits)));
        return {
          image: texelImage('r32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [i, j]),
          sampler: { ...filter, ...addressed(mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
          instruction: SAMPLE_L,
          count: cases.length,
          // Along v a texel's centre, within the image.
          operands: (n) => ({ s: cases[n], t: 0.5 / SIZE }),
        };
      }),
    );
  },
});

const LARGEST = (2 - 2 ** -23) * 2 ** 127;
const COORDINATES = [NaN, Infinity, -Infinity, LARGEST, -LARGEST, 2 ** 40, -(2 ** 40), 2 ** 25, -(2 ** 25)];

/**
 * Coordinates that are no number, or that no fixed-point number holds. frac and signedFrac of 7.18.6 make NaN of an
 * infinity, 3.2.4.1 makes 0 of NaN, and the finite ones are whole periods.
 */
export const SPECIAL_COORDINATES = specifiedByD3d11('3.2.4.1/special-coordinates', {
  title: 'NaN is coordinate 0, and what is out of range saturates',
  limit: 'no other texel, for NaN, infinities and coordinates beyond any fixed-point range',
  method:
    'NaN, both infinities, the largest float32, 2^40 and 2^25, every address mode, point and linear, along u and v',
  requests: () =>
    ADDRESS_MODES.flatMap((mode) =>
      ([0, 1] as const).flatMap((axis) =>
        [POINT, LINEAR].map((filter) => ({
          image: imageAlong({ type: '2d', axis }, SIZE, (index) => index),
          sampler: { ...filter, ...modeAlong({ type: '2d', axis }, mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
          instruction: SAMPLE_L,
          count: COORDINATES.length,
          operands: (n) => coordinatesAlong({ type: '2d', axis }, COORDINATES[n]),
        })),
      ),
    ),
});

export const ADDRESSING_RULES = [
  SPECIAL_COORDINATES,
  RANGE_REDUCTION,
  POINT_SAMPLING,
  LINEAR_WEIGHTS,
  ADDRESS_MODES_BY_AXIS,
];
