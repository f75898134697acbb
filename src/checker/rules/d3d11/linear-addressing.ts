import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../../rtl-model/state/sampler.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import { addressed, LINEAR } from '../../probes/filters.ts';
import { EXHAUSTIVE, Measurement } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { fixedField, witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const SIZE = 4;
const ONE = 256;
const SAMPLE_L = d3d11Instruction('sample_l');
/** The stored 1 of a format, and how much of a weight's unit the format's own precision is. */
const FORMATS = [
  { name: 'r32g32b32a32_sfloat', one: 1 },
  { name: 'r16g16b16a16_unorm', one: 0xffff },
] as const;
const BORDER_WEIGHTS = [1, 1, 1, 1] as const;
const TYPES = ['1d', '2d', '3d'] as const;

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
export const LINEAR_WEIGHTS = d3d11Rule({
  section: '7.18.8',
  name: 'linear-weights',
  title: 'Linear sampling takes texels floor and floor + 1 with the weights of the fraction',
  limit:
    'weights on the 16.8 grid are k / 256 exactly; through 16-bit UNORM half a unit of the format for each lerp is left ' +
    '(7.18.16.2), 3 * 256 / (2 * 65535) of 2^-8',
  method:
    'every 16.8 coordinate from -10 to 10 sizes of a 4-texel axis (-1.5 to 2.5 and fewer axes for quick), every axis ' +
    'and address mode; each texel is 1 in a component of its own, which so receives its weight, in float32 and in UNORM16',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const [from, count] = effort === 'full' ? [-10 * SIZE, 20 * SIZE * ONE] : [-6, 16 * ONE];
    const axes =
      effort === 'full'
        ? [1, 2, 2, 3, 3, 3].map((n, k) => [n, [0, 0, 1, 0, 1, 2][k]])
        : [
            [2, 0],
            [2, 1],
          ];
    const steps = axes.flatMap(([dimensions, axis]) =>
      FORMATS.flatMap((format) => ADDRESS_MODES.map((mode) => ({ dimensions, axis, format, mode }))),
    );
    const weights = [0, 0, 0, 0];
    const curve: (readonly [number, number])[] = [];
    for (const [step, { dimensions, axis, format, mode }] of steps.entries()) {
      const image = weightImage(format.name, format.one, dimensions, axis);
      const sampler = { ...LINEAR, ...addressed(mode), borderColor: BORDER_WEIGHTS };
      const fixedOf = (n: number) => from * ONE + n;
      const cases = askCases(
        subject,
        { image, sampler, instruction: SAMPLE_L },
        count,
        (batch, lane, n) => {
          const u = (fixedOf(n) + ONE / 2) / (SIZE * ONE);
          // The centre of a texel along the other axes.
          batch.s[lane] = axis === 0 ? u : 0.25;
          batch.t[lane] = axis === 1 ? u : 0.25;
          batch.r[lane] = axis === 2 ? u : 0.25;
        },
        (result, at, n) => {
          const fixed = fixedOf(n);
          expectedWeights(fixed, mode, weights);
          let [error, worst] = [0, 0];
          for (let c = 0; c < 4; c++) {
            const distance = roundedDistance(result[at + c], weights[c], ONE);
            if (!(distance <= error)) [error, worst] = [distance, c];
          }
          if (step === 0 && mode === 'repeat' && fixed >= 0 && fixed <= ONE) curve.push([fixed / ONE, result[at + 1]]);
          off.add(error, () => ({
            inputs: witnessFields({
              type: TYPES[dimensions - 1],
              format: format.name,
              addressMode: mode,
              [['s', 't', 'r'][axis]]: (fixed + ONE / 2) / (SIZE * ONE),
            }),
            raw: { fxpScaledU: fixedField(fixed, '16.8'), texel: String(worst) },
            expected: `weight ${weights[worst]} / 256`,
            got: `weight ${result[at + worst] * ONE} / 256`,
          }));
        },
      );
      yield* stepOf(step, steps.length, cases);
    }
    const plot = {
      title: 'Weight of the right texel',
      x: 'scaledU - 0.5, in texels',
      y: 'weight',
      series: [
        { name: 'measured', points: curve },
        { name: 'required', points: [[0, 0] as const, [1, 1] as const] },
      ],
    };
    return off.atMost((3 * ONE) / (2 * 0xffff), EXHAUSTIVE, [plot]);
  },
});
