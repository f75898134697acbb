import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { LINEAR, POINT } from '../../probes/filters.ts';
import { coordinatesAlong, imageAlong, modeAlong } from '../../probes/image-axes.ts';
import { DIRECTED } from '../../probes/measurement.ts';
import { specifiedRule } from './specified-rule.ts';

const SIZE = 4;
const BORDER_VALUE = -1;
const LARGEST = (2 - 2 ** -23) * 2 ** 127;
const COORDINATES = [NaN, Infinity, -Infinity, LARGEST, -LARGEST, 2 ** 40, -(2 ** 40), 2 ** 25, -(2 ** 25)];

/**
 * Coordinates that are no number, or that no fixed-point number holds. frac and signedFrac of 7.18.6 make NaN of an
 * infinity, 3.2.4.1 makes 0 of NaN, and the finite ones are whole periods.
 */
export const SPECIAL_COORDINATES = specifiedRule({
  section: '3.2.4.1',
  name: 'special-coordinates',
  title: 'NaN is coordinate 0, and what is out of range saturates',
  limit: 'no other texel, for NaN, infinities and coordinates beyond any fixed-point range',
  method:
    'NaN, both infinities, the largest float32, 2^40 and 2^25, every address mode, point and linear, along u and v',
  chosen: DIRECTED,
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
