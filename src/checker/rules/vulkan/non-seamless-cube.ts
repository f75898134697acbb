import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { CUBE_SIZE, CUBE_VIEW, cubeImage, FACES, placeOnFace, texelNumber } from '../../probes/cube-image.ts';
import { addressed, LINEAR } from '../../probes/filters.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { specifiedRule } from './specified-rule.ts';

/** Positions over a face each way, in eighths of a texel: with texels of 7 bits float32 holds every sum. */
const EIGHTHS = 8;
/** Positions along a face, all of them inside it. */
const ALONG = CUBE_SIZE * EIGHTHS - 1;

export const NON_SEAMLESS_CUBE = specifiedRule({
  section: 'Wrapping Operation',
  name: 'non-seamless-cube',
  title: 'Faces of a cube that is not seamless wrap as images of their own, by the address modes',
  limit: 'the weighted average of four texels of the face, or the border, exactly: no texel of another face',
  method:
    'every position in eighths of a texel over each of the 6 faces of 4x4 numbered texels, linear filtering, every address mode',
  chosen: EXHAUSTIVE,
  requests() {
    const image = cubeImage('r32_sfloat', (at) => [texelNumber(at)]);
    return ADDRESS_MODES.flatMap((mode) =>
      FACES.map((face): JudgedRequests => ({
        image,
        sampler: { ...LINEAR, ...addressed(mode), nonSeamlessCubeMap: true, borderColor: [512, 512, 512, 512] },
        instruction: EXPLICIT_LOD,
        view: CUBE_VIEW,
        count: ALONG ** 2,
        operands: (n) => placeOnFace(face, (1 + (n % ALONG)) / EIGHTHS, (1 + Math.floor(n / ALONG)) / EIGHTHS),
      })),
    );
  },
});
