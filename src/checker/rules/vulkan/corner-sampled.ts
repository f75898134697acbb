import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { addressed, EXPLICIT_LOD, LINEAR, POINT } from '../../probes/states.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { specifiedByVulkan } from '../kinds/specification-rule.ts';

/** Texels along an axis: one more than a power of two, so that coordinates are exact. */
const SIZE = 5;
const QUARTERS = 4 * (SIZE - 1);
/** Quarters of texels from one texel before the image to one behind. */
const PLACES = QUARTERS + 9;

function cornerSampled(type: '2d' | '3d'): ImageSource {
  const depth = type === '3d' ? SIZE : 1;
  const image = texelImage(
    'r32_sfloat',
    { type, width: SIZE, height: SIZE, depth, levels: 2 },
    ({ i, j, k, level }) => [2 ** i + 64 * (j + SIZE * k) + 4096 * level],
  );
  return { ...image, cornerSampled: true };
}

function cornerSamples(type: '2d' | '3d'): readonly JudgedRequests[] {
  const image = cornerSampled(type);
  return [POINT, LINEAR].flatMap((filter) =>
    [0, 1].map((lod): JudgedRequests => ({
      image,
      sampler: { ...filter, ...addressed('clamp_to_edge') },
      instruction: EXPLICIT_LOD,
      count: 3 * PLACES,
      operands(n) {
        // Nearest filtering half way between texels would be a tie: these places lie an eighth off.
        const off = filter === POINT ? 0.5 : 0;
        const place = (step: number) => (((step * n) % PLACES) - 4 + off) / QUARTERS;
        return { s: place(1), t: place(7), r: place(10), lod };
      },
    })),
  );
}

/** Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation. */
export const CORNER_SAMPLED = specifiedByVulkan('(s,t,r,q,a) to (u,v,w,a) Transformation/corner-sampled', {
  title: 'Texels of corner-sampled images lie at integer coordinates, the first at 0 and the last at 1',
  limit: 'the texels and the weights of u = s (width - 1), and so on along v and w, in each level',
  method:
    `quarters of texels (for nearest filtering eighths off) across and beyond 2D and 3D images of ${SIZE} texels along each ` +
    'axis, two levels, nearest and linear',
  requests: () => [...cornerSamples('2d'), ...cornerSamples('3d')],
});
