import { QUAD_LANES, type QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { axisShape, IMAGE_AXES, setCoordinate } from '../../probes/image-axes.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import { EXPLICIT_LOD, GATHER } from '../../probes/spirv-instructions.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import type { Rule } from '../../rule.ts';
import type { Subject } from '../../subject.ts';
import { vulkanRule } from './vulkan-rule.ts';

const BORDER = [1, 1, 1, 1] as const;
/** Of level 0, and levels. */
const SIZE = 8;
const LEVELS = 4;
/** What every implementation takes. */
const [LEAST, MOST] = [-8, 7];

/** All that is claimed, and at least what is required, whether it is claimed or not. */
function range(claimedLeast: number, claimedMost: number): readonly number[] {
  const [least, most] = [Math.min(LEAST, claimedLeast), Math.max(MOST, claimedMost)];
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

function setOffset(batch: QuadBatch, lane: number, axis: number, offset: number): void {
  const offsets = axis === 0 ? batch.offsetU : axis === 1 ? batch.offsetV : batch.offsetW;
  offsets[Math.floor(lane / QUAD_LANES)] = offset;
}

function value(i: number, size: number, mode: (typeof ADDRESS_MODES)[number], level: number): number {
  const texel = wrappedTexel(i, size, mode);
  return texel === BORDER_TEXEL ? 1 : 2 + texel + 16 * level;
}

function sampleSteps(subject: Subject): readonly JudgedStep[] {
  const { minTexelOffset, maxTexelOffset } = subject.design.limits;
  const offsets = range(minTexelOffset, maxTexelOffset);
  return IMAGE_AXES.flatMap((along) => {
    const image = texelImage('r32_sfloat', { ...axisShape(along, SIZE), levels: LEVELS }, ({ i, j, k, level }) => [
      2 + [i, j, k][along.axis] + 16 * level,
    ]);
    return ADDRESS_MODES.flatMap((mode) =>
      (['nearest', 'linear'] as const).map((filter): JudgedStep => {
        const levelOf = (n: number) => Math.floor(n / QUAD_LANES) % LEVELS;
        const sizeOf = (n: number) => SIZE / 2 ** levelOf(n);
        const offsetOf = (n: number) => offsets[Math.floor(n / (QUAD_LANES * LEVELS))];
        // First and last texel, inside and beyond: linear filtering is half way to the next.
        const indexOf = (n: number) => [0, sizeOf(n) - 1, -1, sizeOf(n)][n % QUAD_LANES];
        const coordinate = (n: number) => (indexOf(n) + (filter === 'linear' ? 1 : 0.5)) / sizeOf(n);
        return {
          image,
          sampler: {
            ...(filter === 'linear' ? LINEAR : POINT),
            ...addressed(mode === 'clamp_to_border' ? 'clamp_to_edge' : mode),
            [`addressMode${'UVW'[along.axis]}`]: mode,
            borderColor: BORDER,
          },
          instruction: EXPLICIT_LOD,
          count: QUAD_LANES * LEVELS * offsets.length,
          fill(batch, lane, n) {
            for (const axis of [0, 1, 2]) setCoordinate(batch, lane, axis, 0.5);
            setCoordinate(batch, lane, along.axis, coordinate(n));
            setOffset(batch, lane, along.axis, offsetOf(n));
            batch.lod[lane] = levelOf(n);
          },
          expect(n, expected) {
            const i = indexOf(n) + offsetOf(n);
            const first = value(i, sizeOf(n), mode, levelOf(n));
            expected.fill(NaN);
            expected[0] = filter === 'nearest' ? first : (first + value(i + 1, sizeOf(n), mode, levelOf(n))) / 2;
          },
          inputs: (n) => ({
            type: along.type,
            filter,
            addressMode: mode,
            lod: levelOf(n),
            [['s', 't', 'r'][along.axis]]: coordinate(n),
            [`offset${'UVW'[along.axis]}`]: offsetOf(n),
          }),
        };
      }),
    );
  });
}

export const TEXEL_OFFSETS = vulkanRule({
  section: 'Required Limits',
  name: 'texel-offsets',
  title: 'Texel offsets of the whole range move the sample',
  limit:
    'offsets from minTexelOffset to maxTexelOffset as claimed, and at least -8 to 7, count in texels of the level that is read',
  method:
    'every offset along every axis of 1D, 2D and 3D images, on 4 levels, every address mode, nearest and linear filtering, ' +
    'from the first and the last texel and from those beyond',
  unit: 'cases',
  check: (subject) => judgeLanes(subject, sampleSteps(subject), EXHAUSTIVE),
});

/** The texels that a gather takes, i0j1 i1j1 i1j0 i0j0. */
const GATHERED = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;

export const GATHER_OFFSETS = vulkanRule({
  section: 'Required Limits',
  name: 'gather-offsets',
  title: 'Offsets of gathers of the whole range move their texels',
  limit:
    'offsets from minTexelGatherOffset to maxTexelGatherOffset as claimed, and at least -8 to 7, by Offset and by ConstOffsets',
  method:
    'every offset along u and v of 2D images of 8x8 texels, every address mode; ConstOffsets of four corners of the range',
  unit: 'cases',
  *check(subject) {
    const { minTexelGatherOffset, maxTexelGatherOffset } = subject.design.limits;
    const offsets = range(minTexelGatherOffset, maxTexelGatherOffset);
    const image = texelImage('r32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) => [2 + i + SIZE * j]);
    const steps = ADDRESS_MODES.flatMap((mode): readonly JudgedStep[] => {
      const texel = (i: number, j: number) => {
        const [u, v] = [wrappedTexel(i, SIZE, mode), wrappedTexel(j, SIZE, mode)];
        return Math.min(u, v) === BORDER_TEXEL ? 1 : 2 + u + SIZE * v;
      };
      const common = { image, sampler: { ...LINEAR, ...addressed(mode), borderColor: BORDER } };
      const offset = (n: number) => {
        const quad = Math.floor(n / QUAD_LANES);
        return [offsets[quad % offsets.length], offsets[Math.floor(quad / offsets.length)]];
      };
      const [low, high] = [offsets[0], offsets[offsets.length - 1]];
      const corners = [
        [low, low],
        [high, low],
        [low, high],
        [high, high],
      ] as const;
      // Half way between texels 3 and 4, so that no snapping moves it to others.
      const centre = 4 / SIZE;
      return [
        {
          ...common,
          instruction: { ...GATHER, laneOffsets: true },
          count: QUAD_LANES * offsets.length ** 2,
          fill(batch, lane, n) {
            batch.s[lane] = centre;
            batch.t[lane] = centre;
            [batch.laneOffset[3 * lane], batch.laneOffset[3 * lane + 1]] = offset(n);
          },
          expect(n, expected) {
            const [du, dv] = offset(n);
            GATHERED.forEach(([i, j], c) => (expected[c] = texel(3 + i + du, 3 + j + dv)));
          },
          inputs: (n) => ({ op: 'gather', addressMode: mode, s: centre, t: centre, laneOffset: offset(n).join(' ') }),
        },
        {
          ...common,
          instruction: { ...GATHER, gatherOffsets: corners },
          count: QUAD_LANES,
          fill(batch, lane) {
            batch.s[lane] = centre;
            batch.t[lane] = centre;
          },
          expect: (_n, expected) => corners.forEach(([du, dv], c) => (expected[c] = texel(3 + du, 3 + dv))),
          inputs: () => ({ op: 'gather', addressMode: mode, gatherOffsets: corners.join(' '), s: centre, t: centre }),
        },
      ];
    });
    return yield* judgeLanes(subject, steps, EXHAUSTIVE);
  },
});

/** Vulkan: Required Limits. */
export const OFFSET_RULES: readonly Rule[] = [TEXEL_OFFSETS, GATHER_OFFSETS];
