import { QUAD_LANES } from '../../../../../rtl-model/registers/quad-batch.ts';
import { ADDRESS_MODES } from '../../../../../rtl-model/state/sampler.ts';
import { LINEAR, POINT, EXPLICIT_LOD, GATHER } from '../../../probes/states.ts';
import { coordinatesAlong, IMAGE_AXES, imageAlong, modeAlong } from '../../../probes/image-axes.ts';
import { offsetGathers } from '../../../probes/gather-requests.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { EXHAUSTIVE } from '../../../probes/measurement.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';

const BORDER = [1, 1, 1, 1] as const;
/** Texels along each axis of level 0, and the number of levels. */
const SIZE = 8;
const LEVELS = 4;
/** The offsets that every implementation takes. */
const [LEAST, MOST] = [-8, 7];

/** All that is claimed, and at least what is required, whether it is claimed or not. */
function range(claimedLeast: number, claimedMost: number): readonly number[] {
  const [least, most] = [Math.min(LEAST, claimedLeast), Math.max(MOST, claimedMost)];
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

function sampleSteps(offsets: readonly number[]): readonly JudgedRequests[] {
  return IMAGE_AXES.flatMap((along) => {
    const image = imageAlong(along, SIZE, (i, level) => 2 + i + 16 * level, LEVELS);
    return ADDRESS_MODES.flatMap((mode) =>
      (['nearest', 'linear'] as const).map((filter) => ({
        image,
        sampler: {
          ...(filter === 'linear' ? LINEAR : POINT),
          ...modeAlong(along, mode),
          borderColor: BORDER,
        },
        instruction: EXPLICIT_LOD,
        count: QUAD_LANES * LEVELS * offsets.length,
        operands(n) {
          const lod = Math.floor(n / QUAD_LANES) % LEVELS;
          const size = SIZE / 2 ** lod;
          // First and last texel, inside and beyond: linear filtering is half way to the next.
          const index = [0, size - 1, -1, size][n % QUAD_LANES];
          return {
            ...coordinatesAlong(along, (index + (filter === 'linear' ? 1 : 0.5)) / size),
            lod,
            [`offset${'UVW'[along.axis]}`]: offsets[Math.floor(n / (QUAD_LANES * LEVELS))],
          };
        },
      })),
    );
  });
}

const TEXEL_OFFSETS = specifiedByVulkan('Required Limits/texel-offsets', {
  title: 'Texel offsets of the whole range move the sample',
  limit:
    'offsets from minTexelOffset to maxTexelOffset as claimed, and at least -8 to 7, count in texels of the level that is read',
  method:
    'every offset along every axis of 1D, 2D and 3D images, on 4 levels, every address mode, nearest and linear filtering, ' +
    'from the first and the last texel and from those beyond',
  chosen: EXHAUSTIVE,
  requests({ limits }) {
    const { minTexelOffset, maxTexelOffset } = limits;
    return sampleSteps(range(minTexelOffset, maxTexelOffset));
  },
});

const GATHER_OFFSETS = specifiedByVulkan('Required Limits/gather-offsets', {
  title: 'Offsets of gathers of the whole range move their texels',
  limit:
    'offsets from minTexelGatherOffset to maxTexelGatherOffset as claimed, and at least -8 to 7, by Offset and by ConstOffsets',
  method:
    'every offset along u and v of 2D images of 8x8 texels, every address mode; ConstOffsets of four corners of the range',
  chosen: EXHAUSTIVE,
  requests({ limits }) {
    const { minTexelGatherOffset, maxTexelGatherOffset } = limits;
    const offsets = range(minTexelGatherOffset, maxTexelGatherOffset);
    const [low, high] = [offsets[0], offsets[offsets.length - 1]];
    const gatherOffsets = [
      [low, low],
      [high, low],
      [low, high],
      [high, high],
    ] as const;
    return [
      ...offsetGathers({
        instruction: { ...GATHER, laneOffsets: true },
        count: offsets.length ** 2,
        operands: (n) => ({ laneOffset: [offsets[n % offsets.length], offsets[Math.floor(n / offsets.length)]] }),
      }),
      ...offsetGathers({ instruction: { ...GATHER, gatherOffsets }, count: QUAD_LANES, operands: () => ({}) }),
    ];
  },
});

export const OFFSET_RULES = [TEXEL_OFFSETS, GATHER_OFFSETS];
