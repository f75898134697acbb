import { QUAD_LANES } from '../../../../rtl-model/registers/quad-batch.ts';
import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { type ClimbStep, climbSteps, nearbyFloat } from '../../probes/climb.ts';
import { TRILINEAR } from '../../probes/states.ts';
import { LAST_LEVEL, LOD_RAMP, RAMP_SIZE } from '../../probes/lod-ramp.ts';
import { seeded } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { d3d11Rule } from '../specification-rule.ts';

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

export const LOD_INSTRUCTION = d3d11Rule('22.5.6/lod-instruction', {
  title: 'lod returns the clamped LOD that a sample would use, and the LOD without any clamp',
  limit: '0.6 ULP of 8.8 for either; the clamped one within the clamps of the sampler and the levels; then 0 and 0',
  method:
    'derivatives of one axis of 2^-20 to 2^20 texels along x, with two pairs of clamps, 2048 seeded lengths (256 for quick); the ' +
    'worst climb',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const bits = new SeededBits(SEED);
    const cases = Array.from({ length: effort === 'full' ? 2048 : 256 }, () =>
      Math.fround(2 ** bits.between(-REACH, REACH)),
    );
    const steps = BOUNDS.map((bounds): ClimbStep<number> => {
      const held = (lod: number) => Math.max(bounds.minLod, Math.min(bounds.maxLod, LAST_LEVEL, lod));
      const outside = (got: number, from: number, to: number) => Math.max(from - got, got - to);
      return {
        image: LOD_RAMP,
        sampler: { ...TRILINEAR, ...bounds },
        instruction: d3d11Instruction('lod'),
        cases,
        nearby: (length) => nearbyFloat(length, bits),
        lanes: QUAD_LANES,
        operands: (length, corner) => ({ s: ((corner % 2) * length) / RAMP_SIZE }),
        error([clamped, unclamped, ...zeros], length) {
          const [low, high] = [length * (1 - ROUNDINGS), length * (1 + ROUNDINGS)].map(Math.log2);
          const rest = zeros.every((zero) => zero === 0) ? -Infinity : Infinity;
          return ONE * Math.max(outside(clamped, held(low), held(high)), outside(unclamped, low, high), rest);
        },
        witness(color, length) {
          const lod = Math.log2(length);
          return { raw: { length: `${length} texels` }, expected: `${held(lod)} ${lod} 0 0`, got: color.join(' ') };
        },
      };
    });
    const off = yield* climbSteps(subject, steps, bits, effort);
    return off.atMost(TOLERANCE, seeded(SEED));
  },
});
