import { addressed, LINEAR, TRILINEAR, EXPLICIT_LOD } from '../../probes/states.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { EXHAUSTIVE, seeded } from '../../probes/measurement.ts';
import { SeededBits } from '../../../platform/seeded-bits.ts';
import { sized, texelImage } from '../../probes/texel-image.ts';
import { specifiedByVulkan } from '../kinds/specification-rule.ts';

const REDUCTIONS = ['min', 'max'] as const;
const SIZE = 4;
const SEED = 0x2cf1;
/** Positions in quarters of a texel: every fourth has weights of 0. */
const QUARTERS = 4;

function reductionSteps(axes: 1 | 2 | 3, texels: readonly (readonly number[])[]): readonly JudgedRequests[] {
  const shape = sized(`${axes}d`, SIZE);
  const image = texelImage('r32g32b32a32_sfloat', shape, ({ i, j, k }) => texels[i + SIZE * (j + SIZE * k)]);
  const per = (SIZE + 2) * QUARTERS;
  const coordinate = (n: number, axis: number) => ((Math.floor(n / per ** axis) % per) / QUARTERS - 1) / SIZE;
  return (['repeat', 'clamp_to_border'] as const).flatMap((mode) =>
    REDUCTIONS.map((reductionMode) => ({
      image,
      sampler: { ...LINEAR, ...addressed(mode), reductionMode, borderColor: [-7, 300, 12, 55] },
      instruction: EXPLICIT_LOD,
      count: per ** axes,
      operands: (n) => ({ s: coordinate(n, 0), t: coordinate(n, 1), r: coordinate(n, 2) }),
    })),
  );
}

const REDUCTION = specifiedByVulkan('Texel Linear Filtering/reduction', {
  title: 'Reduction min and max is that of the texels with non-zero weights',
  limit: 'the minimum and the maximum, component by component, of exactly those texels, the border among them',
  method:
    'positions in quarters of a texel, from one texel before to one behind images of 4, 4x4 and 4x4x4 (not for quick) seeded ' +
    'texels, repeat and border',
  chosen: seeded(SEED),
  requests({ effort }) {
    const bits = new SeededBits(SEED);
    const texels = Array.from({ length: SIZE ** 3 }, () => [0, 1, 2, 3].map(() => bits.below(256) - 64));
    const axes = effort === 'full' ? ([1, 2, 3] as const) : ([1, 2] as const);
    return axes.flatMap((count) => reductionSteps(count, texels));
  },
});

const LEVEL_REDUCTION = specifiedByVulkan('Texel Mipmap Filtering/reduction', {
  title: 'Reduction min and max is that of the levels with non-zero weights',
  limit: 'of two levels between them, of one where the LOD is on it',
  method: 'LODs from 0 to 4 on the grid of mipmapPrecisionBits, levels of one value each that rise and fall',
  chosen: EXHAUSTIVE,
  requests({ profile }) {
    const levels = [5, 9, -3, 2, 2];
    const grid = 2 ** profile.mipmapPrecisionBits;
    const image = texelImage('r32_sfloat', { ...sized('2d', 16), levels: levels.length }, ({ level }) => [
      levels[level],
    ]);
    return REDUCTIONS.map((reductionMode) => ({
      image,
      sampler: { ...TRILINEAR, reductionMode },
      instruction: EXPLICIT_LOD,
      count: (levels.length - 1) * grid + 1,
      operands: (n) => ({ lod: n / grid }),
      components: [0],
    }));
  },
});

export const REDUCTION_RULES = [REDUCTION, LEVEL_REDUCTION];
