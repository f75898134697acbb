import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { QUAD_LANES } from '../../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import { DIRECTED, EXHAUSTIVE } from '../../probes/measurement.ts';
import { addressed, POINT, TRILINEAR } from '../../probes/filters.ts';
import { judgeForms, judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXPLICIT_LOD, GRADIENT_LOD, QUERY_LOD } from '../../probes/spirv-instructions.ts';
import { type ImageShape, texelImage } from '../../probes/texel-image.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const SECTION = 'Image Level(s) Selection';
const LEVELS = 7;
const SHAPE: ImageShape = { width: 64, height: 64, levels: LEVELS };

/** Every level holds its own number. */
function numberedLevels() {
  return texelImage('r32_sfloat', SHAPE, ({ level }) => [level]);
}

function clamp(x: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, x));
}

const NEAREST_FORMS = ["ceil(d' + 0.5) - 1, preferred", "floor(d' + 0.5), alternative"] as const;

/** nearest(d') in one of its forms. */
function nearestLevel(d: number, form: number): number {
  return form === 0 ? Math.ceil(d + 0.5) - 1 : Math.floor(d + 0.5);
}

export const NEAREST_LEVEL = vulkanRule({
  section: SECTION,
  name: 'nearest-level',
  title: 'Without a mipmap filter the level nearest to the LOD is read',
  limit: `${NEAREST_FORMS.join(', or ')}, the same for every LOD; the finding names which`,
  method:
    'every LOD from -3 to 9 on the grid of mipmapPrecisionBits on 7 numbered levels; by OpImageSampleExplicitLod, and by the ' +
    'level that OpImageQueryLod returns half way between two',
  unit: 'cases',
  *check(subject, profile) {
    const grid = 2 ** profile.mipmapPrecisionBits;
    const image = numberedLevels();
    const lodOf = (n: number) => (n - 3 * grid) / grid;
    const step: JudgedStep = {
      image,
      sampler: POINT,
      instruction: EXPLICIT_LOD,
      count: 12 * grid + 1,
      fill: (batch, lane, n) => (batch.lod[lane] = lodOf(n)),
      expect(n, expected, form) {
        expected.fill(NaN);
        expected[0] = nearestLevel(clamp(lodOf(n), 0, LEVELS - 1), form);
      },
      inputs: (n) => ({ mipmapMode: 'nearest', lod: lodOf(n) }),
    };
    return yield* judgeForms(subject, [step, ...queriedLevels(image)], NEAREST_FORMS, EXHAUSTIVE);
  },
});

/** OpImageQueryLod of a point: lambda is below every level, and lodMin = lodMax puts it half way between two. */
function queriedLevels(image: ImageSource): readonly JudgedStep[] {
  return [0, 1].flatMap((base) =>
    [0.5, 1.5, 2.5].map((lod): JudgedStep => ({
      image,
      sampler: { ...POINT, minLod: lod, maxLod: lod },
      instruction: QUERY_LOD,
      view: { baseMipLevel: base, levelCount: LEVELS - base },
      count: QUAD_LANES,
      fill: () => {},
      expect(_n, expected, form) {
        expected.fill(NaN);
        expected[0] = nearestLevel(base + lod, form) - base;
      },
      inputs: () => ({ op: 'query_lod', mipmapMode: 'nearest', minLod: lod, maxLod: lod, baseMipLevel: base }),
    })),
  );
}

const MIN_LOD_FORMS = ['minLodFloat, preferred', 'minLodInteger, alternative'] as const;

/** Samplers and views whose bounds bite on either side of a LOD. */
function boundedSteps(grid: number, quick: boolean): readonly JudgedStep[] {
  const image = numberedLevels();
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
  const minLods = [0, 0.5, 1.25, 2.75];
  const stride = quick ? 4 : 1;
  return samplers.flatMap(([minLod, maxLod]) =>
    views.flatMap(([base, levelCount]) =>
      minLods
        // minLod must be less than or equal to the last level.
        .filter((viewMinLod) => viewMinLod <= base + levelCount - 1)
        .map((viewMinLod): JudgedStep => {
          const lodOf = (n: number) => (stride * n - 2 * grid) / grid;
          return {
            image,
            sampler: { ...TRILINEAR, minLod, maxLod },
            instruction: EXPLICIT_LOD,
            view: { baseMipLevel: base, levelCount, minLod: viewMinLod },
            count: (12 * grid) / stride,
            fill: (batch, lane, n) => (batch.lod[lane] = lodOf(n)),
            expect(n, expected, form) {
              const lambda = clamp(lodOf(n), minLod, maxLod);
              const viewBound = form === 0 ? viewMinLod : Math.floor(viewMinLod);
              expected.fill(NaN);
              expected[0] = Math.max(base + clamp(lambda, 0, levelCount - 1), viewBound);
            },
            inputs: (n) => ({
              lod: lodOf(n),
              minLod,
              maxLod,
              baseMipLevel: base,
              levelCount,
              viewMinLod,
            }),
          };
        }),
    ),
  );
}

export const LEVEL_CLAMP = vulkanRule({
  section: SECTION,
  name: 'level-clamp',
  title: 'The LOD is held to the sampler, then to the levels of the view, then to its minLod',
  limit:
    "lambda in [lod_min, lod_max]; d' = max(baseMipLevel + clamp(lambda, 0, levelCount - 1), minLod of the view), with " +
    `${MIN_LOD_FORMS.join(', or ')}, for all alike`,
  method:
    'every LOD from -2 to 10 on the grid of mipmapPrecisionBits (a quarter for quick) on numbered levels, 6 sampler clamps, ' +
    '5 ranges of levels, 4 minLod of the view',
  unit: 'cases',
  check: (subject, profile, effort) =>
    judgeForms(subject, boundedSteps(2 ** profile.mipmapPrecisionBits, effort === 'quick'), MIN_LOD_FORMS, DIRECTED),
});

/** Between a texel of 0 and one of 1, in every level: nearest filtering gives 1, linear filtering one half. */
function filterSteps(grid: number): readonly JudgedStep[] {
  const image = texelImage(
    'r32_sfloat',
    { type: '1d', width: 2 ** (LEVELS - 1), height: 1, levels: LEVELS },
    ({ i }) => [i % 2],
  );
  const lodOf = (n: number) => (n - 2 * grid) / grid;
  // On the edge between texels 0 and 1 of level 0.
  const states = [
    { magFilter: 'nearest', minFilter: 'linear', magnified: 1 },
    { magFilter: 'linear', minFilter: 'nearest', magnified: 0.5 },
  ] as const;
  const clamps = [
    { minLod: 0, maxLod: 1000 },
    { minLod: 0, maxLod: 0.25 },
    { minLod: 0.25, maxLod: 1000 },
    { minLod: 0, maxLod: 0 },
  ];
  return states.flatMap(({ magFilter, minFilter, magnified }) =>
    clamps.map(({ minLod, maxLod }): JudgedStep => {
      const sampler: Partial<Sampler> = {
        ...addressed('clamp_to_edge'),
        magFilter,
        minFilter,
        mipmapMode: 'nearest',
        minLod,
        maxLod,
      };
      return {
        image,
        sampler,
        instruction: EXPLICIT_LOD,
        view: { levelCount: 1 },
        count: 4 * grid + 1,
        fill(batch, lane, n) {
          batch.s[lane] = 1 / 2 ** (LEVELS - 1);
          batch.lod[lane] = lodOf(n);
        },
        expect(n, expected) {
          const lambda = clamp(lodOf(n), minLod, maxLod);
          expected.fill(NaN);
          expected[0] = lambda <= 0 ? magnified : 1.5 - magnified;
        },
        inputs: (n) => ({ magFilter, minFilter, minLod, maxLod, lod: lodOf(n) }),
      };
    }),
  );
}

export const MAG_MIN_FILTER = vulkanRule({
  section: 'Texel Filtering',
  name: 'mag-min-filter',
  title: 'Where lambda is not above 0 magFilter filters, else minFilter',
  limit: 'lambda <= 0 is magnified, lambda > 0 minified, for every lambda of the grid, after the clamp of the sampler',
  method:
    'explicit LODs from -2 to 2 on the grid of mipmapPrecisionBits between a texel of 0 and one of 1, with a nearest and a ' +
    'linear filter either way round, and 4 clamps',
  unit: 'cases',
  check: (subject, profile) => judgeLanes(subject, filterSteps(2 ** profile.mipmapPrecisionBits), EXHAUSTIVE),
});

export const MIN_LOD_OPERAND = vulkanRule({
  section: 'LOD Operation',
  name: 'min-lod-operand',
  title: 'lod_min is the larger of minLod of the sampler and of the MinLod operand',
  limit: 'max(sampler.minLod, MinLod), no level finer, for every MinLod of the grid',
  method:
    'gradients of 0 (lambda below every level) with MinLod from 0 to 6 on the grid, 3 sampler minimums, numbered levels',
  unit: 'cases',
  *check(subject, profile) {
    const grid = 2 ** profile.mipmapPrecisionBits;
    const image = numberedLevels();
    const steps = [0, 1.5, 3].map((minLod): JudgedStep => ({
      image,
      sampler: { ...TRILINEAR, minLod },
      instruction: GRADIENT_LOD,
      count: 6 * grid + 1,
      fill: (batch, lane, n) => (batch.minLod[lane] = n / grid),
      expect(n, expected) {
        expected.fill(NaN);
        expected[0] = Math.max(minLod, n / grid);
      },
      inputs: (n) => ({ minLod, minLodOperand: n / grid }),
    }));
    return yield* judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

/** Vulkan: LOD Operation, Image Level(s) Selection, Texel Filtering. */
export const LEVEL_RULES: readonly Rule[] = [NEAREST_LEVEL, LEVEL_CLAMP, MIN_LOD_OPERAND, MAG_MIN_FILTER];
