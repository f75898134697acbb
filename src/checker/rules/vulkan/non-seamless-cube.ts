import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { CUBE_SIZE, CUBE_VIEW, cubeImage, FACE_NAMES, pointAt } from '../../probes/cube-image.ts';
import { addressed, LINEAR } from '../../probes/filters.ts';
import { judgeLanes, type JudgedStep } from '../../probes/judged-lanes.ts';
import { EXHAUSTIVE } from '../../probes/measurement.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { BORDER_TEXEL, wrappedTexel } from '../../../specification/texels/wrapping.ts';
import { vulkanRule } from './vulkan-rule.ts';

/** Positions over a face each way, in eighths of a texel: with texels of 7 bits float32 holds every sum. */
const EIGHTHS = 8;
/** Between the outermost positions, which are on the face. */
const ALONG = CUBE_SIZE * EIGHTHS - 1;
const BORDER = 512;

function texelNumber(face: number, i: number, j: number): number {
  return 1 + i + CUBE_SIZE * (j + CUBE_SIZE * face);
}

export const NON_SEAMLESS_CUBE = vulkanRule({
  section: 'Wrapping Operation',
  name: 'non-seamless-cube',
  title: 'Faces of a cube that is not seamless wrap as images of their own, by the address modes',
  limit: 'the weighted average of four texels of the face, or the border, exactly: no texel of another face',
  method:
    'every position in eighths of a texel over each of the 6 faces of 4x4 numbered texels, linear filtering, every address mode',
  unit: 'cases',
  check(subject) {
    const image = cubeImage('r32_sfloat', ({ face, i, j }) => [texelNumber(face, i, j)]);
    const place = (n: number) => [(1 + (n % ALONG)) / EIGHTHS, (1 + Math.floor(n / ALONG)) / EIGHTHS] as const;
    const steps = ADDRESS_MODES.flatMap((mode) =>
      FACE_NAMES.map((name, face): JudgedStep => ({
        image,
        sampler: {
          ...LINEAR,
          ...addressed(mode),
          nonSeamlessCubeMap: true,
          borderColor: [BORDER, BORDER, BORDER, BORDER],
        },
        instruction: EXPLICIT_LOD,
        view: CUBE_VIEW,
        count: ALONG ** 2,
        fill: (batch, lane, n) => pointAt(batch, lane, face, ...place(n)),
        expect(n, expected) {
          const [u, v] = place(n);
          const [i0, j0] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
          const [alpha, beta] = [u - 0.5 - i0, v - 0.5 - j0];
          const texel = (i: number, j: number) => {
            const [x, y] = [wrappedTexel(i, CUBE_SIZE, mode), wrappedTexel(j, CUBE_SIZE, mode)];
            return x === BORDER_TEXEL || y === BORDER_TEXEL ? BORDER : texelNumber(face, x, y);
          };
          const row = (j: number) => (1 - alpha) * texel(i0, j) + alpha * texel(i0 + 1, j);
          expected.fill(NaN);
          expected[0] = (1 - beta) * row(j0) + beta * row(j0 + 1);
        },
        inputs: (n) => ({ face: name, addressMode: mode, nonSeamlessCubeMap: true, u: place(n)[0], v: place(n)[1] }),
      })),
    );
    return judgeLanes(subject, steps, EXHAUSTIVE);
  },
});
