import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../../rtl-model/state/sampler.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { Measurement, seeded } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const SIZE = 4;
const ONE = 256;
const SEED = 0x7186;
const BORDER_VALUE = -1;
/** Coordinates have these magnitudes and up to twice as much; on the 16.8 grid all of them. */
const EXPONENTS = Array.from({ length: 24 }, (_, n) => n);

/** scaledU in 2^-8 after whole periods of the mode are taken off, exactly. */
function reduced(u: number, mode: AddressMode): number {
  const period = mode === 'repeat' ? 1 : mode === 'mirrored_repeat' ? 2 : Infinity;
  // The remainder of float64 is exact, and so is the product with a power of two.
  const within = Number.isFinite(period) ? u % period : Math.max(-10, Math.min(10, u));
  return within * SIZE * ONE;
}

/** A coordinate on the 16.8 grid with the magnitude of 2^exponent; float32 leaves it fewer bits as it grows. */
function coordinateOf(exponent: number, bits: SeededBits): number {
  const magnitude = Math.fround(bits.between(2 ** exponent, 2 ** (exponent + 1)));
  const onGrid = Math.trunc(magnitude * SIZE * ONE) / (SIZE * ONE);
  return bits.below(2) === 0 ? onGrid : -onGrid;
}

/** The value at an integer of 2^-8: of a point sample, or of the linear one that the half is taken off for. */
function expectedValue(scaled: number, mode: AddressMode, linear: boolean): number {
  const fixed = linear ? scaled - ONE / 2 : scaled;
  const value = (address: number) => {
    const texel = wrappedTexel(address, SIZE, mode);
    return texel === BORDER_TEXEL ? BORDER_VALUE : texel;
  };
  const floor = Math.floor(fixed / ONE);
  const ceil = linear ? fixed - floor * ONE : 0;
  return (value(floor) * (ONE - ceil) + value(floor + 1) * ceil) / ONE;
}

export const RANGE_REDUCTION = d3d11Rule({
  section: '7.18.6',
  name: 'range-reduction',
  title: 'However far a coordinate tiles, it selects what the coordinate within the first tile does',
  limit: 'no other texel and no other weight, for every float32 coordinate on the 16.8 grid',
  method: 'random coordinates of every magnitude from 2^0 to 2^24 sizes, every address mode, point and linear',
  unit: 'cases',
  *check(subject, _profile, effort) {
    const wrong = new Measurement();
    const bits = new SeededBits(SEED);
    const each = effort === 'full' ? 512 : 32;
    const steps = ADDRESS_MODES.flatMap((mode) => [false, true].map((linear) => ({ mode, linear })));
    for (const [step, { mode, linear }] of steps.entries()) {
      const cases = EXPONENTS.flatMap((exponent) => Array.from({ length: each }, () => coordinateOf(exponent, bits)));
      const asked = askCases(
        subject,
        {
          image: texelImage('r32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [i, j]),
          sampler: { ...(linear ? LINEAR : POINT), ...addressed(mode), borderColor: [BORDER_VALUE, 0, 0, 1] },
          instruction: d3d11Instruction('sample_l'),
        },
        cases.length,
        (batch, lane, n) => {
          batch.s[lane] = cases[n];
          // A texel's centre, within the image.
          batch.t[lane] = 0.5 / SIZE;
        },
        (result, at, n) => {
          const scaled = reduced(cases[n], mode);
          const expected = expectedValue(scaled, mode, linear);
          wrong.judge(result[at] === expected, () => ({
            inputs: witnessFields({
              size: SIZE,
              addressMode: mode,
              filter: linear ? 'linear' : 'nearest',
              s: cases[n],
            }),
            raw: { scaledU: `${scaled} (16.8, reduced)` },
            expected: `value ${expected} of texels 0 to 3, border ${BORDER_VALUE}`,
            got: `value ${result[at]}`,
          }));
        },
      );
      yield* stepOf(step, steps.length, asked);
    }
    return wrong.atMost(0, seeded(SEED));
  },
});
