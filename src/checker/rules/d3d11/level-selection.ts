import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { addressed, POINT, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { DIAGONAL, EXHAUSTIVE } from '../../probes/measurement.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import { numberedLevels, texelImage, WEIGHT_FORMATS } from '../../probes/texel-image.ts';
import { measuredByD3d11, specifiedByD3d11 } from '../kinds/specification-rule.ts';
import type { MeasuredStep } from '../../probes/requests.ts';
import type { ImageView } from '../../../../rtl-model/state/image-view.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';

const ONE = 256;
/** All LODs of 8.8. */
const FIRST_LOD = -(2 ** 15);
const LODS = 2 ** 16;
const LEVELS = 5;
const LAST = LEVELS - 1;
const EVERY_LOD = {
  instruction: SAMPLE_L,
  count: LODS,
  operands: (n: number) => ({ lod: (FIRST_LOD + n) / ONE }),
};

/** Level n of 0 to 3 is 1 in component n alone, level 4 in all. */
function levelValue(level: number, component: number): number {
  return level === component || level === LAST ? 1 : 0;
}

function clampedLevel(level: number): number {
  return Math.max(0, Math.min(LAST, level));
}

export const MIP_WEIGHTS = measuredByD3d11('7.18.10/mip-weights', {
  title: 'Levels are blended with the true fraction of the LOD, close to a level as well',
  limit:
    'weights of the 8.8 LODs are k / 256 exactly; through 16-bit UNORM half a unit of the format is left, 256 / (2 * 65535) ' +
    'of 2^-8. Snapping a LOD to a level that is near is a violation',
  method:
    'all 2^16 8.8 LODs of sample_l on 5 levels; each level is 1 in a component of its own; in float32 and in UNORM16',
  unit: 'ULP',
  atMost: ONE / (2 * 0xffff),
  chosen: EXHAUSTIVE,
  plot: { title: 'Weight of level 1', x: 'LOD', y: 'wMipCeil' },
  known: { required: DIAGONAL },
  steps: ({ curve }) =>
    WEIGHT_FORMATS.map(({ name, one }, k): MeasuredStep => ({
      image: texelImage(name, { width: 16, height: 16, levels: LEVELS }, ({ level }) =>
        [0, 1, 2, 3].map((c) => levelValue(level, c) * one),
      ),
      sampler: TRILINEAR,
      ...EVERY_LOD,
      measure(color, n, off) {
        const lod = FIRST_LOD + n;
        const floor = Math.floor(lod / ONE);
        const weight = lod - floor * ONE;
        const [finer, coarser] = [clampedLevel(floor), clampedLevel(floor + 1)];
        if (k === 0 && lod >= 0 && lod <= ONE) curve().push([lod / ONE, color[1]]);
        for (const [c, got] of color.entries()) {
          const exact = levelValue(finer, c) * (ONE - weight) + levelValue(coarser, c) * weight;
          off(roundedDistance(got, exact, ONE), () => [
            `${exact} / 256 in ${'rgba'[c]}`,
            `${got * ONE} / 256`,
            { fxpLOD: `${lod} (8.8)`, mipFloor: String(finer), mipCeil: String(coarser) },
          ]);
        }
      },
    })),
});

export const MIP_NEAREST = measuredByD3d11('7.18.10/mip-nearest', {
  title: 'Without mip filtering the level is the integer part of LOD + 0.5',
  limit: 'no other level for any 8.8 LOD: half way between two levels it is the coarser',
  method: 'all 2^16 8.8 LODs of sample_l on 5 numbered levels',
  unit: 'cases',
  chosen: EXHAUSTIVE,
  plot: { title: 'Level over the LOD', x: 'LOD', y: 'level' },
  steps: ({ curve }) => [
    {
      image: numberedLevels({ width: 16, height: 16, levels: LEVELS }),
      sampler: POINT,
      ...EVERY_LOD,
      measure([got], n, off) {
        const lod = FIRST_LOD + n;
        const expected = clampedLevel(Math.floor((lod + ONE / 2) / ONE));
        if (lod >= 0 && lod <= LAST * ONE) curve().push([lod / ONE, got]);
        off(Number(got !== expected), () => [`level ${expected}`, `level ${got}`, { fxpLOD: `${lod} (8.8)` }]);
      },
    },
  ],
});

/** 3.2.4.1, in ULP of an 8.8 LOD, of a clamp that is not on the grid. */
const TOLERANCE = 0.6;
/** Levels of the resource hold their own number, and one more: 0 is out of bounds. */
const RESOURCE_LEVELS = 8;
/** The view of the examples of 5.8.6: levels 1 to 6 of the resource. */
const [FIRST, LAST_OF_VIEW] = [1, 6];
const VIEW: Partial<ImageView> = { baseMipLevel: FIRST, levelCount: LAST_OF_VIEW - FIRST + 1 };

function resourceLevels(format: string) {
  const side = 2 ** (RESOURCE_LEVELS - 1);
  return texelImage(format, { width: side, height: side, levels: RESOURCE_LEVELS }, ({ level }) =>
    [0, 1, 2, 3].map(() => level + 1),
  );
}

const SAMPLER_CLAMPS = [
  { minLod: 0, maxLod: 1000 },
  { minLod: 1.25, maxLod: 4 },
  { minLod: 4.5, maxLod: 4.5 },
] as const;
const RESOURCE_CLAMPS = [0, 0.5, 1, 1.1, 3, 3.5, 5.5, 6] as const;
const CLAMPED_LODS = Array.from({ length: 73 }, (_, n) => n / 8 - 2);
const SAMPLED = {
  instruction: SAMPLE_L,
  count: CLAMPED_LODS.length,
  operands: (n: number) => ({ lod: CLAMPED_LODS[n] }),
};

const RESOURCE_CLAMP = measuredByD3d11('5.8.4/resource-clamp', {
  title: 'The MinLOD clamp of a resource counts from its own most detailed level, and may be a fraction',
  limit:
    'LOD max(clamp - first level of the view, LOD after the clamps of the sampler); 0.6 ULP of 8.8 where a clamp is not on the grid',
  method:
    'sample_l with LODs of -2 to 7 in 1/8 on a view of levels 1 to 6 of 8, eight clamps of the resource, three pairs of the sampler',
  unit: 'ULP',
  atMost: TOLERANCE,
  steps() {
    const image = resourceLevels('r32_sfloat');
    return RESOURCE_CLAMPS.flatMap((clamp) =>
      SAMPLER_CLAMPS.map(({ minLod, maxLod }): MeasuredStep => ({
        image,
        sampler: { ...TRILINEAR, minLod, maxLod },
        view: { ...VIEW, minLod: clamp },
        ...SAMPLED,
        measure([got], n, off) {
          const sampled = Math.max(minLod, Math.min(maxLod, CLAMPED_LODS[n]));
          const lod = Math.min(Math.max(sampled, Math.fround(clamp) - FIRST), LAST_OF_VIEW - FIRST);
          const level = FIRST + Math.max(lod, 0);
          off(Math.abs(got - 1 - level) * ONE, () => [
            `level ${level} of the resource`,
            `level ${got - 1}`,
            { clampedLOD: String(lod) },
          ]);
        },
      })),
    );
  },
});

/** Formats of one component and of all four: defaults replace those that are missing (19.1.3.3). */
const CLAMPED_FORMATS = ['r32_sfloat', 'r32g32b32a32_sfloat'];
/** Greater than 0, less than the number of any level. */
const REFERENCE = 0.5;

/** Beyond the last level of the view, if by a fraction of a level: nothing of the view is left. */
const EMPTY_CLAMPS = [LAST_OF_VIEW + 0.1, LAST_OF_VIEW + 0.5, LAST_OF_VIEW + 1, RESOURCE_LEVELS + 1] as const;

const CENTER = { s: 0.5, t: 0.5 };

const RESOURCE_CLAMPED_OFF = specifiedByD3d11('5.8.5/clamped-off', {
  title: 'What the clamp of a resource takes away is out of bounds',
  limit:
    '0 for components of the format, the default for those it lacks: of every sample, ld and gather4 where the clamp is beyond ' +
    'the view; of ld of a level below its integer part, and of gather4 where that is the first of the view; gather4_c compares with 0',
  method:
    'sample_l, ld of every level, gather4 of each component and gather4_c on a view of levels 1 to 6 of 8, of R32, RGBA32 and D32 ' +
    'FLOAT, clamps of 0 to 9; LODs and levels as they would be without',
  requests() {
    const colors = CLAMPED_FORMATS.map(resourceLevels);
    const depths = resourceLevels('d32_sfloat');
    const sampler = { ...POINT, ...addressed('clamp_to_edge') };
    return [...RESOURCE_CLAMPS, ...EMPTY_CLAMPS].flatMap((clamp): readonly JudgedRequests[] => {
      const view = { ...VIEW, minLod: clamp };
      const ofColors = colors.flatMap((image): readonly JudgedRequests[] => {
        const loaded: JudgedRequests = {
          image,
          view,
          instruction: d3d11Instruction('ld'),
          count: LAST_OF_VIEW - FIRST + 1,
          operands: (n) => ({ level: n }),
        };
        const gathered = [0, 1, 2, 3].map((component): JudgedRequests => ({
          image,
          sampler,
          view,
          instruction: d3d11Instruction('gather4', { component }),
          count: 1,
          operands: () => CENTER,
        }));
        return [...(clamp > LAST_OF_VIEW ? [{ image, sampler, view, ...SAMPLED }] : []), loaded, ...gathered];
      });
      const compared: JudgedRequests = {
        image: depths,
        view,
        instruction: d3d11Instruction('gather4_c'),
        count: 1,
        sampler: { ...sampler, compareEnable: true, compareOp: 'greater' },
        operands: () => ({ ...CENTER, dref: REFERENCE }),
      };
      return [...ofColors, compared];
    });
  },
});

export const LEVEL_SELECTION_RULES = [RESOURCE_CLAMP, RESOURCE_CLAMPED_OFF, MIP_WEIGHTS, MIP_NEAREST];
