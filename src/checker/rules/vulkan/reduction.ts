import { addressed, LINEAR, TRILINEAR } from '../../probes/filters.ts';
import { setCoordinate } from '../../probes/image-axes.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXHAUSTIVE, seeded } from '../../probes/measurement.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const REDUCTIONS = ['min', 'max'] as const;
const SIZE = 4;
const BORDER = [-7, 300, 12, 55] as const;
const SEED = 0x2cf1;
/** Positions in quarters of a texel: every fourth has weights of 0. */
const QUARTERS = 4;

/** Along one axis: the texels with weights that are not 0, or the border. */
function taps(u: number, mode: 'repeat' | 'clamp_to_border'): readonly number[] {
  const floor = Math.floor(u - 0.5);
  const second = u - 0.5 - floor > 0 ? [floor + 1] : [];
  return [floor, ...second].map((i) => wrappedTexel(i, SIZE, mode));
}

function reductionSteps(axes: 1 | 2 | 3, texels: readonly (readonly number[])[]): readonly JudgedStep[] {
  const [height, depth] = [axes > 1 ? SIZE : 1, axes > 2 ? SIZE : 1];
  const shape = { type: `${axes}d` as const, width: SIZE, height, depth };
  const image = texelImage('r32g32b32a32_sfloat', shape, ({ i, j, k }) => texels[i + SIZE * (j + SIZE * k)]);
  const per = (SIZE + 2) * QUARTERS;
  const position = (n: number, axis: number) => (Math.floor(n / per ** axis) % per) / QUARTERS - 1;
  return (['repeat', 'clamp_to_border'] as const).flatMap((mode) =>
    REDUCTIONS.map((reductionMode): JudgedStep => {
      const reduce = Math[reductionMode];
      return {
        image,
        sampler: { ...LINEAR, ...addressed(mode), reductionMode, borderColor: BORDER },
        instruction: EXPLICIT_LOD,
        count: per ** axes,
        fill(batch, lane, n) {
          for (let axis = 0; axis < axes; axis++) setCoordinate(batch, lane, axis, position(n, axis) / SIZE);
        },
        expect(n, expected) {
          const along = [0, 1, 2].map((axis) => (axis < axes ? taps(position(n, axis), mode) : [0]));
          expected.fill(reductionMode === 'min' ? Infinity : -Infinity);
          for (const k of along[2]) {
            for (const j of along[1]) {
              for (const i of along[0]) {
                const texel = Math.min(i, j, k) === BORDER_TEXEL ? BORDER : texels[i + SIZE * (j + SIZE * k)];
                for (let c = 0; c < 4; c++) expected[c] = reduce(expected[c], texel[c]);
              }
            }
          }
        },
        inputs: (n) => ({
          type: shape.type,
          addressMode: mode,
          reductionMode,
          s: position(n, 0) / SIZE,
          t: position(n, 1) / SIZE,
          r: position(n, 2) / SIZE,
        }),
      };
    }),
  );
}

export const REDUCTION = vulkanRule({
  section: 'Texel Linear Filtering',
  name: 'reduction',
  title: 'Reduction min and max is that of the texels with non-zero weights',
  limit: 'the minimum and the maximum, component by component, of exactly those texels, the border among them',
  method:
    'positions in quarters of a texel, from one texel before to one behind images of 4, 4x4 and 4x4x4 (not for quick) seeded ' +
    'texels, repeat and border',
  unit: 'cases',
  check(subject, _profile, effort) {
    const bits = new SeededBits(SEED);
    const texels = Array.from({ length: SIZE ** 3 }, () => [0, 1, 2, 3].map(() => bits.below(256) - 64));
    const axes = effort === 'full' ? ([1, 2, 3] as const) : ([1, 2] as const);
    return judgeLanes(
      subject,
      axes.flatMap((count) => reductionSteps(count, texels)),
      seeded(SEED),
    );
  },
});

export const LEVEL_REDUCTION = vulkanRule({
  section: 'Texel Mipmap Filtering',
  name: 'reduction',
  title: 'Reduction min and max is that of the levels with non-zero weights',
  limit: 'of two levels between them, of one where the LOD is on it',
  method: 'LODs from 0 to 4 on the grid of mipmapPrecisionBits, levels of one value each that rise and fall',
  unit: 'cases',
  check(subject, profile) {
    const levels = [5, 9, -3, 2, 2];
    const grid = 2 ** profile.mipmapPrecisionBits;
    const image = texelImage('r32_sfloat', { width: 16, height: 16, levels: levels.length }, ({ level }) => [
      levels[level],
    ]);
    const steps = REDUCTIONS.map((reductionMode): JudgedStep => ({
      image,
      sampler: { ...TRILINEAR, reductionMode },
      instruction: EXPLICIT_LOD,
      count: (levels.length - 1) * grid + 1,
      fill: (batch, lane, n) => (batch.lod[lane] = n / grid),
      expect(n, expected) {
        const [hi, lo] = [Math.floor(n / grid), Math.ceil(n / grid)];
        expected.fill(NaN);
        expected[0] = Math[reductionMode](levels[hi], levels[lo]);
      },
      inputs: (n) => ({ reductionMode, lod: n / grid }),
    }));
    return judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

/** Vulkan: Texel Linear Filtering, Texel Mipmap Filtering. */
export const REDUCTION_RULES: readonly Rule[] = [REDUCTION, LEVEL_REDUCTION];
