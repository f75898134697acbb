import { EXHAUSTIVE } from '../../../probes/measurement.ts';
import { addressed, POINT, TRILINEAR, EXPLICIT_LOD, GRADIENT_LOD, QUERY_LOD } from '../../../probes/states.ts';
import type { Form, JudgedRequests } from '../../../probes/judged-requests.ts';
import { numberedLevels, sized, texelImage } from '../../../probes/texel-image.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';

const LEVELS = 7;
const SIZE = 2 ** (LEVELS - 1);
const NUMBERED = numberedLevels({ ...sized('2d', SIZE), levels: LEVELS });

const NEAREST_FORMS = (
  [
    ["ceil(d' + 0.5) - 1, preferred", 'ceil-minus-one'],
    ["floor(d' + 0.5), alternative", 'floor-plus-half'],
  ] as const
).map(([name, nearestRule]): Form => ({
  name,
  change: ({ design }) => ({ design: { ...design, lod: { ...design.lod, nearestRule } } }),
}));

export const NEAREST_LEVEL = specifiedByVulkan('Image Level(s) Selection/nearest-level', {
  title: 'Without a mipmap filter the level nearest to the LOD is read',
  limit: `${NEAREST_FORMS.map(({ name }) => name).join(', or ')}, the same for every LOD; the finding names which`,
  method:
    'every LOD from -3 to 9 on the grid of mipmapPrecisionBits on 7 numbered levels; by OpImageSampleExplicitLod, and by the ' +
    'level that OpImageQueryLod returns half way between two',
  chosen: EXHAUSTIVE,
  forms: NEAREST_FORMS,
  requests({ profile }) {
    const grid = 2 ** profile.mipmapPrecisionBits;
    const step: JudgedRequests = {
      image: NUMBERED,
      sampler: POINT,
      instruction: EXPLICIT_LOD,
      count: 12 * grid + 1,
      operands: (n) => ({ lod: n / grid - 3 }),
      components: [0],
    };
    return [step, ...queriedLevels()];
  },
});

/** OpImageQueryLod of a point: lambda is below every level, and lodMin = lodMax puts it half way between two. */
function queriedLevels(): readonly JudgedRequests[] {
  return [0, 1].flatMap((base) =>
    [0.5, 1.5, 2.5].map((lod) => ({
      image: NUMBERED,
      sampler: { ...POINT, minLod: lod, maxLod: lod },
      instruction: QUERY_LOD,
      view: { baseMipLevel: base, levelCount: LEVELS - base },
      count: 4,
      operands: () => ({}),
      components: [0],
    })),
  );
}

const MIN_LOD_FORMS: readonly Form[] = [
  { name: 'minLodFloat, preferred', change: () => ({}) },
  {
    name: 'minLodInteger, alternative',
    change: ({ state }) => ({
      state: { ...state, ...(state.view && { view: { ...state.view, minLod: Math.floor(state.view.minLod) } }) },
    }),
  },
];

/** Samplers and views whose bounds bite on either side of a LOD. */
function boundedSteps(grid: number, stride: number): readonly JudgedRequests[] {
  const samplers = [
    [0, 1000],
    [1.5, 4],
    [0.25, 0.25],
    [2.75, 1000],
    [0, 0.5],
    [5, 9],
  ];
  const views = [
    [0, LEVELS],
    [1, 3],
    [2, 5],
    [6, 1],
    [0, 1],
  ];
  return samplers.flatMap(([minLod, maxLod]) =>
    views.flatMap(([baseMipLevel, levelCount]) =>
      [0, 0.5, 1.25, 2.75]
        // minLod must be less than or equal to the last level.
        .filter((viewMinLod) => viewMinLod <= baseMipLevel + levelCount - 1)
        .map((viewMinLod) => ({
          image: NUMBERED,
          sampler: { ...TRILINEAR, minLod, maxLod },
          instruction: EXPLICIT_LOD,
          view: { baseMipLevel, levelCount, minLod: viewMinLod },
          count: (12 * grid) / stride,
          operands: (n) => ({ lod: (stride * n) / grid - 2 }),
          components: [0],
        })),
    ),
  );
}

const LEVEL_CLAMP = specifiedByVulkan('Image Level(s) Selection/level-clamp', {
  title: 'The LOD is held to the sampler, then to the levels of the view, then to its minLod',
  limit:
    "lambda in [lod_min, lod_max]; d' = max(baseMipLevel + clamp(lambda, 0, levelCount - 1), minLod of the view), with " +
    `${MIN_LOD_FORMS.map(({ name }) => name).join(', or ')}, for all alike`,
  method:
    'every LOD from -2 to 10 on the grid of mipmapPrecisionBits (a quarter for quick) on numbered levels, 6 sampler clamps, ' +
    '5 ranges of levels, 4 minLod of the view',
  forms: MIN_LOD_FORMS,
  requests({ profile, effort }) {
    return boundedSteps(2 ** profile.mipmapPrecisionBits, effort === 'quick' ? 4 : 1);
  },
});

/** On the edge between a texel of 0 and one of 1, in every level: nearest filtering gives 1, linear filtering one half. */
function filterSteps(grid: number): readonly JudgedRequests[] {
  const image = texelImage('r32_sfloat', { ...sized('1d', SIZE), levels: LEVELS }, ({ i }) => [i % 2]);
  const clamps = [
    { minLod: 0, maxLod: 1000 },
    { minLod: 0, maxLod: 0.25 },
    { minLod: 0.25, maxLod: 1000 },
    { minLod: 0, maxLod: 0 },
  ];
  return (['nearest', 'linear'] as const).flatMap((magFilter) =>
    clamps.map((clamp) => ({
      image,
      sampler: {
        ...addressed('clamp_to_edge'),
        magFilter,
        minFilter: magFilter === 'nearest' ? 'linear' : 'nearest',
        mipmapMode: 'nearest',
        ...clamp,
      },
      instruction: EXPLICIT_LOD,
      view: { levelCount: 1 },
      count: 4 * grid + 1,
      operands: (n) => ({ s: 1 / SIZE, lod: n / grid - 2 }),
      components: [0],
    })),
  );
}

const MAG_MIN_FILTER = specifiedByVulkan('Texel Filtering/mag-min-filter', {
  title: 'Where lambda is not above 0 magFilter filters, else minFilter',
  limit: 'lambda <= 0 is magnified, lambda > 0 minified, for every lambda of the grid, after the clamp of the sampler',
  method:
    'explicit LODs from -2 to 2 on the grid of mipmapPrecisionBits between a texel of 0 and one of 1, with a nearest and a ' +
    'linear filter either way round, and 4 clamps',
  chosen: EXHAUSTIVE,
  requests: ({ profile }) => filterSteps(2 ** profile.mipmapPrecisionBits),
});

const MIN_LOD_OPERAND = specifiedByVulkan('LOD Operation/min-lod-operand', {
  title: 'lod_min is the larger of minLod of the sampler and of the MinLod operand',
  limit: 'max(sampler.minLod, MinLod), no level finer, for every MinLod of the grid',
  method:
    'gradients of 0 (lambda below every level) with MinLod from 0 to 6 on the grid, 3 sampler minimums, numbered levels',
  chosen: EXHAUSTIVE,
  requests({ profile }) {
    const grid = 2 ** profile.mipmapPrecisionBits;
    return [0, 1.5, 3].map((minLod) => ({
      image: NUMBERED,
      sampler: { ...TRILINEAR, minLod },
      instruction: GRADIENT_LOD,
      count: 6 * grid + 1,
      operands: (n) => ({ minLod: n / grid }),
      components: [0],
    }));
  },
});

export const LEVEL_RULES = [NEAREST_LEVEL, LEVEL_CLAMP, MIN_LOD_OPERAND, MAG_MIN_FILTER];
