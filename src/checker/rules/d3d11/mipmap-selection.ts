import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { POINT, TRILINEAR } from '../../probes/filters.ts';
import { EXHAUSTIVE, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { fixedField, witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const ONE = 256;
/** All LODs of 8.8. */
const FIRST_LOD = -(2 ** 15);
const LODS = 2 ** 16;
const LEVELS = 5;
const LAST = LEVELS - 1;
const SAMPLE_L = d3d11Instruction('sample_l');

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

export const MIP_WEIGHTS = d3d11Rule({
  section: '7.18.10',
  name: 'mip-weights',
  title: 'Levels are blended with the true fraction of the LOD, close to a level as well',
  limit:
    'weights of the 8.8 LODs are k / 256 exactly; through 16-bit UNORM half a unit of the format is left, 256 / (2 * 65535) ' +
    'of 2^-8. Snapping a LOD to a level that is near is a violation',
  method:
    'all 2^16 8.8 LODs of sample_l on 5 levels; each level is 1 in a component of its own; in float32 and in UNORM16',
  unit: 'ULP',
  *check(subject) {
    const off = new Measurement();
    const curve: (readonly [number, number])[] = [];
    for (const [step, { name, one }] of FORMATS.entries()) {
      const image = texelImage(name, { width: 16, height: 16, levels: LEVELS }, ({ level }) =>
        [0, 1, 2, 3].map((c) => levelValue(level, c) * one),
      );
      const asked = askCases(
        subject,
        { image, sampler: TRILINEAR, instruction: SAMPLE_L },
        LODS,
        (batch, lane, n) => {
          batch.lod[lane] = (FIRST_LOD + n) / ONE;
        },
        (result, at, n) => {
          const lod = FIRST_LOD + n;
          const floor = Math.floor(lod / ONE);
          const weight = lod - floor * ONE;
          const [finer, coarser] = [clampedLevel(floor), clampedLevel(floor + 1)];
          let [error, worst, wanted] = [0, 0, 0];
          for (let c = 0; c < 4; c++) {
            const exact = levelValue(finer, c) * (ONE - weight) + levelValue(coarser, c) * weight;
            const distance = roundedDistance(result[at + c], exact, ONE);
            if (!(distance < error) || c === 0) [error, worst, wanted] = [distance, c, exact];
          }
          if (step === 0 && lod >= 0 && lod <= ONE) curve.push([lod / ONE, result[at + 1]]);
          off.add(error, () => ({
            inputs: witnessFields({ format: name, lod: lod / ONE }),
            raw: { fxpLOD: fixedField(lod, '8.8'), mipFloor: String(finer), mipCeil: String(coarser) },
            expected: `${wanted} / 256 in ${'rgba'[worst]}`,
            got: `${result[at + worst] * ONE} / 256`,
          }));
        },
      );
      yield* stepOf(step, FORMATS.length, asked);
    }
    const plot = {
      title: 'Weight of level 1',
      x: 'LOD',
      y: 'wMipCeil',
      series: [
        { name: 'measured', points: curve },
        { name: 'required', points: [[0, 0] as const, [1, 1] as const] },
      ],
    };
    return off.atMost(ONE / (2 * 0xffff), EXHAUSTIVE, [plot]);
  },
});

export const MIP_NEAREST = d3d11Rule({
  section: '7.18.10',
  name: 'mip-nearest',
  title: 'Without mip filtering the level is the integer part of LOD + 0.5',
  limit: 'no other level for any 8.8 LOD: half way between two levels it is the coarser',
  method: 'all 2^16 8.8 LODs of sample_l on 5 numbered levels',
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const image = texelImage('r32_sfloat', { width: 16, height: 16, levels: LEVELS }, ({ level }) => [level]);
    const points: (readonly [number, number])[] = [];
    yield* askCases(
      subject,
      { image, sampler: POINT, instruction: SAMPLE_L },
      LODS,
      (batch, lane, n) => {
        batch.lod[lane] = (FIRST_LOD + n) / ONE;
      },
      (result, at, n) => {
        const lod = FIRST_LOD + n;
        const expected = clampedLevel(Math.floor((lod + ONE / 2) / ONE));
        if (lod >= 0 && lod <= LAST * ONE) points.push([lod / ONE, result[at]]);
        wrong.judge(result[at] === expected, () => ({
          inputs: witnessFields({ mipmapMode: 'nearest', lod: lod / ONE }),
          raw: { fxpLOD: fixedField(lod, '8.8') },
          expected: `level ${expected}`,
          got: `level ${result[at]}`,
        }));
      },
    );
    const plot = { title: 'Level over the LOD', x: 'LOD', y: 'level', series: [{ name: 'measured', points }] };
    return wrong.atMost(0, EXHAUSTIVE, [plot]);
  },
});
