import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { addressed, LINEAR, POINT, TRILINEAR } from '../../probes/states.ts';
import { sized, texelImage } from '../../probes/texel-image.ts';
import { specifiedByVulkan } from '../kinds/specification-rule.ts';

const SIZE = 32;
/** Granularities of 2x2, 4x4 and 16x16 texels, and of 2x2x2 and 16x16x16. */
const GRANULARITIES = { '2d': [1, 3, 7], '3d': [1, 10] } as const;
const PLACES = 28;

function footprints(type: '2d' | '3d'): readonly JudgedRequests[] {
  const image = texelImage('r8_unorm', { ...sized(type, SIZE), levels: 3 }, () => [0]);
  return GRANULARITIES[type].flatMap((granularity) =>
    [POINT, LINEAR, TRILINEAR].flatMap((filter) =>
      [false, true].map((coarse) => ({
        image,
        sampler: { ...filter, ...addressed('clamp_to_edge') },
        instruction: { op: 'footprint', lod: 'explicit', projected: false, granularity, coarse },
        count: PLACES,
        // Quarters of texels off the edges between them, some beyond the image.
        operands(n) {
          const [s, t, r] = [5, 11, 17].map((step) => (((step * n) % (SIZE + 4)) - 1.75) / SIZE);
          return { s, t, r, lod: [0, 0.5, 1, 2][n % 4] };
        },
        components: [],
      })),
    ),
  );
}

export const FOOTPRINT = specifiedByVulkan('Texel Footprint Evaluation/texel-groups', {
  title: 'A footprint names the groups of texels that a sample reads',
  limit:
    'a group of every texel with a weight in the level asked for, and of no texel that the filter does not reach; single is ' +
    'true if one level is read; an empty mask for the coarse level then',
  method: '2D and 3D images, nearest, linear and trilinear, fine and coarse, 5 granularities, 28 places each',
  requests: () => [...footprints('2d'), ...footprints('3d')],
});
