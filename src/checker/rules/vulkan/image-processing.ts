import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import type { Operands } from '../../probes/requests.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { addressed, POINT } from '../../probes/states.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { seeded } from '../../probes/measurement.ts';
import { measuredByVulkan, specifiedByVulkan } from '../kinds/specification-rule.ts';

const SIZE = 8;
const SEED = 0x5db8;
const MODES = ['clamp_to_edge', 'clamp_to_border'] as const;
const BORDER = [5, 6, 7, 8] as const;

/** Whole numbers: their weighted sums are exact in float32. */
const NUMBERS = texelImage('r32g32b32a32_sfloat', { width: SIZE, height: SIZE }, ({ i, j }) =>
  [1, 3, 5, 7].map((step) => (step * (i + SIZE * j)) % 61),
);

/** Sampled in level 0 alone. */
function processing(mode: (typeof MODES)[number]): Partial<Sampler> {
  return { ...POINT, ...addressed(mode), maxLod: 0, borderColor: BORDER };
}

/** Quarters of texels in the image and up to two texels around it. */
function placesAround(bits: SeededBits, count: number): readonly Operands[] {
  return Array.from({ length: count }, () => {
    const [s, t] = [0, 1].map(() => (bits.below(4 * SIZE + 16) - 8) / (4 * SIZE));
    return { s, t };
  });
}

/** Weights of a 3x2 filter, in 1/16, for 4 phases: layers of a 2D array, or columns in fours of a 1D array. */
const KERNEL = [1, 4, 2, 3, 5, 1];
const PHASES = 4;
const PLANAR = texelImage('r32_sfloat', { width: 3, height: 2, layers: PHASES }, ({ i, j, layer }) => [
  ((KERNEL[i + 3 * j] + 2 * layer) % 7) / 16,
]);
const SEPARABLE = texelImage('r32_sfloat', { type: '1d', width: 8, height: 1, layers: 2 }, ({ i, layer }) => [
  ((3 * i + layer) % 5) / 4,
]);
const WEIGHTS = { filterCenter: [1, 0], filterSize: [3, 2], numPhases: PHASES } as const;

/** Vulkan: Weight Image Sampling. */
const WEIGHTED = specifiedByVulkan('Weight Sampling Operation/weighted-texels', {
  title: 'A weighted sample is the sum of the texels times the weights of the phase',
  limit: 'the exact sum: texel (k, l) from the centre of the filter with the weight of its phase, 2D or 1D separable',
  method: 'a 3x2 filter of 4 phases both ways, random places on a grid of quarters of texels, both address modes',
  chosen: seeded(SEED),
  requests: ({ bits }) =>
    [PLANAR, SEPARABLE].flatMap((weightImage) =>
      MODES.map((mode): JudgedRequests => {
        const places = placesAround(bits, 100);
        return {
          image: NUMBERS,
          second: { image: weightImage, weights: WEIGHTS },
          sampler: processing(mode),
          instruction: { op: 'sample_weighted', lod: 'explicit', projected: false },
          count: places.length,
          operands: (n) => places[n],
        };
      }),
    ),
});

/** Vulkan: Box Filter Sampling. Areas are powers of two, so that the mean is exact. */
const BOX = specifiedByVulkan('Box Filter Operation/covered-texels', {
  title: 'A box filter is the mean of the texels that the box covers',
  limit: 'the exact mean, each texel with the area of it that is covered; or the least or greatest covered texel',
  method:
    'boxes of 1, 2 and 4 texels each way, random centres in quarters of texels, both address modes, every reduction',
  chosen: seeded(SEED),
  requests: ({ bits }) =>
    MODES.flatMap((mode) =>
      (['weighted_average', 'min', 'max'] as const).map((reductionMode): JudgedRequests => {
        const places = placesAround(bits, 60).map((place) => ({
          ...place,
          boxWidth: bits.pick([1, 2, 4]),
          boxHeight: bits.pick([1, 2, 4]),
        }));
        return {
          image: NUMBERS,
          sampler: { ...processing(mode), reductionMode },
          instruction: { op: 'box_filter', lod: 'explicit', projected: false },
          count: places.length,
          operands: (n) => places[n],
        };
      }),
    ),
});

/** Fifths; or zeros and ones, whose sums are exact, so that equal blocks stay equal. */
function codesImage(bits: SeededBits, step: number) {
  return texelImage('r8_unorm', { width: SIZE, height: SIZE }, () => [step * bits.below(255 / step + 1)]);
}

/** Blocks of the target, partly in its border, and of the reference. */
function randomBlocks(bits: SeededBits): readonly Operands[] {
  return Array.from({ length: 24 }, () => {
    const [blockWidth, blockHeight] = [1 + bits.below(4), 1 + bits.below(4)];
    return {
      blockWidth,
      blockHeight,
      i: bits.below(SIZE + 2) - 1,
      j: bits.below(SIZE + 2) - 1,
      referenceI: bits.below(SIZE - blockWidth + 1),
      referenceJ: bits.below(SIZE - blockHeight + 1),
    };
  });
}

function blockMatches(bits: SeededBits): readonly JudgedRequests[] {
  return (['sad', 'ssd'] as const).flatMap((metric) =>
    (['single', 'window', 'gather'] as const).flatMap((form) => {
      const [image, reference] = [0, 1].map(() => codesImage(bits, form === 'window' ? 255 : 51));
      return (['min', 'max'] as const).map((windowCompareMode): JudgedRequests => {
        const blocks = randomBlocks(bits);
        return {
          image,
          second: { image: reference },
          sampler: {
            ...processing('clamp_to_border'),
            borderColor: [1, 1, 1, 1],
            unnormalizedCoordinates: true,
            windowExtent: [3, 2],
            windowCompareMode,
          },
          instruction: { op: 'block_match', lod: 'explicit', projected: false, blockMatch: { metric, form } },
          count: blocks.length,
          operands: (n) => blocks[n],
        };
      });
    }),
  );
}

const BLOCK_MATCH = measuredByVulkan('Block Matching Operation/block-errors', {
  title: 'A block match is the sum of the differences between target and reference',
  limit:
    'the sum of absolute (SAD) or squared (SSD) differences, 1 code of the format (1 / 255) off at most; of a window the best ' +
    'and its place, the first of several; of a gather four blocks side by side',
  method: 'blocks of 1 to 4 texels each way in random images of 8x8 texels; both metrics, every form, min and max',
  unit: 'value',
  atMost: 1 / 255,
  chosen: seeded(SEED),
  requests: ({ bits }) => blockMatches(bits),
});

export const IMAGE_PROCESSING_RULES = [WEIGHTED, BOX, BLOCK_MATCH];
