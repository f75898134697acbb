import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { POINT, TRILINEAR } from '../../probes/states.ts';
import { EXHAUSTIVE, Measurement, type Point, DIAGONAL, plotOf } from '../../probes/measurement.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { d3d11Rule } from '../specification-rule.ts';
import { askSteps, witnessOf } from '../../probes/requests.ts';

const ONE = 256;
/** All LODs of 8.8. */
const FIRST_LOD = -(2 ** 15);
const LODS = 2 ** 16;
const LEVELS = 5;
const LAST = LEVELS - 1;
const EVERY_LOD = {
  instruction: d3d11Instruction('sample_l'),
  count: LODS,
  operands: (n: number) => ({ lod: (FIRST_LOD + n) / ONE }),
};

const FORMATS = [
  { name: 'r32g32b32a32_sfloat', one: 1 },
  { name: 'r16g16b16a16_unorm', one: 0xffff },
] as const;

/** Levels 0 to 3 are 1 in a component of their own, level 4 in all. */
function levelValue(level: number, component: number): number {
  return level === component || level === LAST ? 1 : 0;
}

function clampedLevel(level: number): number {
  return Math.max(0, Math.min(LAST, level));
}

export const MIP_WEIGHTS = d3d11Rule('7.18.10/mip-weights', {
  title: 'Levels are blended with the true fraction of the LOD, close to a level as well',
  limit:
    'weights of the 8.8 LODs are k / 256 exactly; through 16-bit UNORM half a unit of the format is left, 256 / (2 * 65535) ' +
    'of 2^-8. Snapping a LOD to a level that is near is a violation',
  method:
    'all 2^16 8.8 LODs of sample_l on 5 levels; each level is 1 in a component of its own; in float32 and in UNORM16',
  unit: 'ULP',
  *check(subject) {
    const off = new Measurement();
    const measured: Point[] = [];
    const steps = FORMATS.map(({ name, one }) => ({
      image: texelImage(name, { width: 16, height: 16, levels: LEVELS }, ({ level }) =>
        [0, 1, 2, 3].map((c) => levelValue(level, c) * one),
      ),
      sampler: TRILINEAR,
      ...EVERY_LOD,
    }));
    yield* askSteps(subject, steps, (color, n, step) => {
      const lod = FIRST_LOD + n;
      const floor = Math.floor(lod / ONE);
      const weight = lod - floor * ONE;
      const [finer, coarser] = [clampedLevel(floor), clampedLevel(floor + 1)];
      if (step === steps[0] && lod >= 0 && lod <= ONE) measured.push([lod / ONE, color[1]]);
      color.forEach((got, c) => {
        const exact = levelValue(finer, c) * (ONE - weight) + levelValue(coarser, c) * weight;
        off.add(roundedDistance(got, exact, ONE), () => {
          const raw = { fxpLOD: `${lod} (8.8)`, mipFloor: String(finer), mipCeil: String(coarser) };
          return witnessOf(step, n, `${exact} / 256 in ${'rgba'[c]}`, `${got * ONE} / 256`, raw);
        });
      });
    });
    const plot = plotOf('Weight of level 1', 'LOD', 'wMipCeil', { measured, required: DIAGONAL });
    return off.atMost(ONE / (2 * 0xffff), EXHAUSTIVE, [plot]);
  },
});

export const MIP_NEAREST = d3d11Rule('7.18.10/mip-nearest', {
  title: 'Without mip filtering the level is the integer part of LOD + 0.5',
  limit: 'no other level for any 8.8 LOD: half way between two levels it is the coarser',
  method: 'all 2^16 8.8 LODs of sample_l on 5 numbered levels',
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const image = texelImage('r32_sfloat', { width: 16, height: 16, levels: LEVELS }, ({ level }) => [level]);
    const step = { image, sampler: POINT, ...EVERY_LOD };
    const measured: Point[] = [];
    yield* askSteps(subject, [step], ([got], n) => {
      const lod = FIRST_LOD + n;
      const expected = clampedLevel(Math.floor((lod + ONE / 2) / ONE));
      if (lod >= 0 && lod <= LAST * ONE) measured.push([lod / ONE, got]);
      wrong.judge(got === expected, () =>
        witnessOf(step, n, `level ${expected}`, `level ${got}`, { fxpLOD: `${lod} (8.8)` }),
      );
    });
    const plot = plotOf('Level over the LOD', 'LOD', 'level', { measured });
    return wrong.atMost(0, EXHAUSTIVE, [plot]);
  },
});
