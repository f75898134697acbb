import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const SIZE = 4;
const BORDER_VALUE = -1;
const LARGEST = (2 - 2 ** -23) * 2 ** 127;
const COORDINATES = [NaN, Infinity, -Infinity, LARGEST, -LARGEST, 2 ** 40, -(2 ** 40), 2 ** 25, -(2 ** 25)];

/**
 * What a coordinate selects that is no number or that no fixed point number holds. frac and signedFrac of 7.18.6 make NaN
 * of an infinity, 3.2.4.1 makes 0 of NaN, and the finite ones here are whole periods.
 */
function expectedValue(u: number, mode: AddressMode): number {
  if (Number.isNaN(u)) return 0;
  switch (mode) {
    case 'repeat':
    case 'mirrored_repeat':
      return 0;
    case 'clamp_to_edge':
      return u < 0 ? 0 : SIZE - 1;
    case 'mirror_clamp_to_edge':
      return SIZE - 1;
    case 'clamp_to_border':
      return BORDER_VALUE;
  }
}

/** The half that linear sampling takes off is kept where the reduced coordinate is 0: texels -1 and 0, half each. */
function expectedLinear(u: number, mode: AddressMode): number {
  const wrapsToZero = Number.isFinite(u) && mode === 'repeat';
  return wrapsToZero ? (SIZE - 1) / 2 : expectedValue(u, mode);
}

export const SPECIAL_COORDINATES = d3d11Rule({
  section: '3.2.4.1',
  name: 'special-coordinates',
  title: 'NaN is coordinate 0, and what is out of range saturates',
  limit: 'no other texel, for NaN, infinities and coordinates beyond any fixed-point range',
  method:
    'NaN, both infinities, the largest float32, 2^40 and 2^25, every address mode, point and linear, along u and v',
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const steps = ADDRESS_MODES.flatMap((mode) =>
      [0, 1].flatMap((axis) => [false, true].map((linear) => ({ mode, axis, linear }))),
    );
    for (const [step, { mode, axis, linear }] of steps.entries()) {
      const shape = axis === 0 ? { width: SIZE, height: 1 } : { width: 1, height: SIZE };
      const sampler = { ...(linear ? LINEAR : POINT), borderColor: [BORDER_VALUE, 0, 0, 1] as const };
      const modes = { ...addressed('clamp_to_edge'), [axis === 0 ? 'addressModeU' : 'addressModeV']: mode };
      const asked = askCases(
        subject,
        {
          image: texelImage('r32_sfloat', shape, ({ i, j }) => [i + j]),
          sampler: { ...sampler, ...modes },
          instruction: d3d11Instruction('sample_l'),
        },
        COORDINATES.length,
        (batch, lane, n) => {
          batch.s[lane] = axis === 0 ? COORDINATES[n] : 0.5;
          batch.t[lane] = axis === 1 ? COORDINATES[n] : 0.5;
        },
        (result, at, n) => {
          const expected = (linear ? expectedLinear : expectedValue)(COORDINATES[n], mode);
          wrong.judge(result[at] === expected, () => ({
            inputs: witnessFields({
              size: SIZE,
              addressMode: mode,
              filter: linear ? 'linear' : 'nearest',
              [axis === 0 ? 's' : 't']: COORDINATES[n],
            }),
            raw: {},
            expected: `value ${expected} of texels 0 to 3`,
            got: `value ${result[at]}`,
          }));
        },
      );
      yield* stepOf(step, steps.length, asked);
    }
    return wrong.atMost(0, DIRECTED);
  },
});
