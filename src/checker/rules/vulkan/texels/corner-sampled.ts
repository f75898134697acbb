import type { ImageSource } from '../../../../../rtl-model/memory/image.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { measureLods } from '../../../probes/measured-lod.ts';
import { type MeasuredStep, measureSteps } from '../../../probes/requests.ts';
import { addressed, EXPLICIT_LOD, GRADIENT_LOD, LINEAR, POINT, TRILINEAR } from '../../../probes/states.ts';
import { numberedLevels, sized, texelImage, type ProbeTexel } from '../../../probes/texel-image.ts';
import { lodAccuracy, measuredByVulkan, specifiedByVulkan } from '../../kinds/specification-rule.ts';

/** Texels along an axis: one more than a power of two, so that coordinates are exact. */
const SIZE = 5;
const QUARTERS = 4 * (SIZE - 1);
/** Quarters of texels from one texel before the image to one after it. */
const PLACES = QUARTERS + 9;

function cornerSampled(type: '2d' | '3d'): ImageSource {
  const shape = { ...sized(type, SIZE), levels: 2 };
  const texel = ({ i, j, k, level }: ProbeTexel) => [2 ** i + 64 * (j + SIZE * k) + 4096 * level];
  return { ...texelImage('r32_sfloat', shape, texel), cornerSampled: true };
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

const CORNER_COORDINATES = specifiedByVulkan('(s,t,r,q,a) to (u,v,w,a) Transformation/corner-sampled', {
  title: 'Texels of corner-sampled images lie at integer coordinates, the first at 0 and the last at 1',
  limit: 'the texels and the weights of u = s (width - 1), and so on along v and w, in each level',
  method:
    `quarters of texels (for nearest filtering eighths off) across and beyond 2D and 3D images of ${SIZE} texels along each ` +
    'axis, two levels, nearest and linear',
  requests: () => [...cornerSamples('2d'), ...cornerSamples('3d')],
});

/** PlaneDerivatives in texels, along x and along y, that give LODs of the image's levels. */
const DERIVATIVES = [1, 1.3, 1.75, 2, 2.9, 4].flatMap((long) =>
  [0, 0.5, 1].flatMap((share) => [
    Float64Array.of(long, 0, 0, 0, share * long, 0),
    Float64Array.of(0, share * long, 0, long, 0, 0),
  ]),
);

const CORNER_LODS = measuredByVulkan('Scale Factor Operation/corner-sampled', {
  title: 'Derivatives of corner-sampled images are scaled by width - 1 and so on',
  limit:
    'the LOD of another image with the same derivatives in texels, for which w_base, h_base and d_base are one less; both LODs ' +
    'accurate to 2^-mipmapPrecisionBits',
  method: `gradients of 1 to 4 texels in a 2D image of ${SIZE}x${SIZE} texels, against the subject's own LODs in a plain image`,
  unit: 'LOD',
  atMost: lodAccuracy(2),
  *measure({ subject, off }) {
    const plain = yield* measureLods(subject, { type: '2d', method: 'gradient' }, DERIVATIVES);
    const requests: MeasuredStep = {
      image: { ...numberedLevels({ ...sized('2d', SIZE), levels: 3 }), cornerSampled: true },
      sampler: { ...TRILINEAR, ...addressed('clamp_to_edge') },
      instruction: GRADIENT_LOD,
      count: DERIVATIVES.length,
      operands(n) {
        const [dsdx, dtdx, , dsdy, dtdy] = DERIVATIVES[n].map((texels) => texels / (SIZE - 1));
        return { dsdx, dtdx, dsdy, dtdy };
      },
      measure: ([got], n, add) => add(Math.abs(got - plain[n]), () => [plain[n], got]),
    };
    yield* measureSteps(subject, [requests], off);
  },
});

export const CORNER_SAMPLED_RULES = [CORNER_LODS, CORNER_COORDINATES];
