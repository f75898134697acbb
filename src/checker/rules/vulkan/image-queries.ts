import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { Operation } from '../../../../rtl-model/state/instruction.ts';
import type { ViewType } from '../../../../rtl-model/state/image-view.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { formatNamed, texelImage } from '../../probes/texel-image.ts';
import { specifiedByVulkan } from '../kinds/specification-rule.ts';

const LEVELS = 4;

function image(type: '1d' | '2d' | '3d', height: number, depth: number, layers: number): ImageSource {
  return texelImage('r8_unorm', { type, width: 24, height, depth, layers, levels: LEVELS }, () => [0]);
}

/** Layers of a view are fewer than those of its image. */
const VIEWS: readonly (readonly [viewType: ViewType, layerCount: number, image: ImageSource])[] = [
  ['1d', 1, image('1d', 1, 1, 1)],
  ['2d', 1, image('2d', 10, 1, 1)],
  ['3d', 1, image('3d', 10, 9, 1)],
  ['cube', 6, image('2d', 24, 1, 14)],
  ['1d_array', 3, image('1d', 1, 1, 14)],
  ['2d_array', 3, image('2d', 10, 1, 14)],
  ['cube_array', 12, image('2d', 24, 1, 14)],
];

function query(op: Operation) {
  return { op, lod: 'explicit', projected: false } as const;
}

/** Each view from level 0 and from level 1 on, every level of it. */
function sizesAndLevels(): readonly JudgedRequests[] {
  return VIEWS.flatMap(([viewType, layerCount, source]) =>
    [0, 1].flatMap((baseMipLevel) => {
      const levelCount = LEVELS - 1 - baseMipLevel;
      const baseArrayLayer = Math.min(1, source.layers - layerCount);
      const view = { viewType, layerCount, baseArrayLayer, baseMipLevel, levelCount };
      const levels = { image: source, view, count: levelCount, operands: (n: number) => ({ level: n }) };
      return [
        { ...levels, instruction: query('query_size') },
        { ...levels, instruction: query('query_levels'), components: [0] },
      ];
    }),
  );
}

function samplesOf(samples: number): JudgedRequests {
  const shape = { width: 2, height: 2, layers: 1, samples };
  return {
    image: { ...shape, format: formatNamed('r8_unorm'), levels: [new Uint8Array(4 * samples)] },
    instruction: query('query_samples'),
    count: 1,
    operands: () => ({}),
    components: [0],
  };
}

/** SPIR-V: OpImageQuerySizeLod, OpImageQueryLevels, OpImageQuerySamples. */
export const IMAGE_QUERIES = specifiedByVulkan('Image Queries/sizes-levels-samples', {
  title: 'Queries return the size of a level, and the levels and samples of a view',
  limit:
    'max(1, floor(size / 2^level)) of each axis with level counted from the first of the view, the layers (cubes) of an array, ' +
    'the levels of the view, the samples of the image',
  method:
    'OpImageQuerySizeLod and OpImageQueryLevels of all 7 view types from level 0 and from level 1 on, which leave levels and ' +
    'layers out; OpImageQuerySamples of 1, 2, 4, 8 and 16 samples',
  requests: () => [...sizesAndLevels(), ...[1, 2, 4, 8, 16].map(samplesOf)],
});
