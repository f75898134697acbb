import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { climb, judgeOf, nearbyFloat } from '../../probes/climb.ts';
import { TRILINEAR } from '../../probes/states.ts';
import { LAST_LEVEL, lodRamp, RAMP_SIZE } from '../../probes/lod-ramp.ts';
import { Measurement, seeded } from '../../probes/measurement.ts';
import { type Question, stepOf, witnessFields } from '../../probes/requests.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const ONE = 256;
const SEED = 0x2256;
/** 3.2.4.1, in ULP of an 8.8 LOD. */
const TOLERANCE = 0.6;
/**
 * The relative error that float32 operations may add to a length: a difference, a product and the square root of a
 * square.
 */
const ROUNDINGS = 4 * 2 ** -24;
/** Lengths of 2^-20 to 2^20 texels: LODs beyond the levels to either side. */
const REACH = 20;
const BOUNDS = [
  { minLod: 0, maxLod: 1000 },
  { minLod: 1.25, maxLod: 4.5 },
] as const;

export const LOD_INSTRUCTION = d3d11Rule({
  section: '22.5.6',
  name: 'lod-instruction',
  title: 'lod returns the clamped LOD that a sample would use, and the LOD without any clamp',
  limit: '0.6 ULP of 8.8 for either; the clamped one within the clamps of the sampler and the levels; then 0 and 0',
  method:
    'derivatives of one axis of 2^-20 to 2^20 texels along x, with two pairs of clamps, 2048 seeded lengths (256 for quick); the ' +
    'worst climb',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const bits = new SeededBits(SEED);
    const image = lodRamp();
    const lengths = Array.from({ length: effort === 'full' ? 2048 : 256 }, () =>
      Math.fround(2 ** bits.between(-REACH, REACH)),
    );
    for (const [step, bounds] of BOUNDS.entries()) {
      const { minLod, maxLod } = bounds;
      const question: Question = {
        image,
        sampler: { ...TRILINEAR, ...bounds },
        instruction: d3d11Instruction('lod'),
      };
      // A quad has one LOD: each lane of it asks for its own corner.
      const quads = (some: readonly number[]) =>
        some.flatMap((length) => [0, 1, 2, 3].map((corner) => ({ length, corner })));
      const judgeQuads = judgeOf(
        subject,
        question,
        ({ length, corner }: { readonly length: number; readonly corner: number }) => ({
          s: ((corner % 2) * length) / RAMP_SIZE,
        }),
        (color, { length }) => {
          const held = (lod: number) => Math.max(minLod, Math.min(maxLod, LAST_LEVEL, lod));
          const [low, high] = [length * (1 - ROUNDINGS), length * (1 + ROUNDINGS)].map(Math.log2);
          const [clamped, unclamped, ...zeros] = color;
          const outside = (got: number, from: number, to: number) => Math.max(from - got, got - to);
          const rest = zeros.every((zero) => zero === 0) ? -Infinity : Infinity;
          const error = ONE * Math.max(outside(clamped, held(low), held(high)), outside(unclamped, low, high), rest);
          off.add(error, () => ({
            inputs: witnessFields({ instruction: 'lod', dsdx: length / RAMP_SIZE, size: RAMP_SIZE, minLod, maxLod }),
            raw: {},
            expected: `${held(high)} ${high} 0 0`,
            got: color.join(' '),
          }));
          return error;
        },
      );
      const judge = function* (some: readonly number[]) {
        const errors = yield* judgeQuads(quads(some));
        return some.map((_, n) => errors[4 * n]);
      };
      const nearby = (length: number) => nearbyFloat(length, bits);
      yield* stepOf(step, BOUNDS.length, climb(lengths, judge, nearby, bits, effort === 'full' ? 16 : 2));
    }
    return off.atMost(TOLERANCE, seeded(SEED));
  },
});
