import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/states.ts';
import { seeded } from '../../probes/measurement.ts';
import type { SeededBits } from '../../probes/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { specifiedByD3d11 } from '../specification-rule.ts';
import { coordinatesAlong, imageAlong, modeAlong } from '../../probes/image-axes.ts';

const SIZE = 4;
const ONE = 256;
const BORDER_VALUE = -1;
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
          instruction: d3d11Instruction('sample_l'),
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
          instruction: d3d11Instruction('sample_l'),
          count: COORDINATES.length,
          operands: (n) => coordinatesAlong({ type: '2d', axis }, COORDINATES[n]),
        })),
      ),
    ),
});
