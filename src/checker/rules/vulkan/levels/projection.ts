import { COMPARE_OPS } from '../../../../../rtl-model/state/sampler.ts';
import { addressed, DREF_EXPLICIT_LOD, EXPLICIT_LOD, IMPLICIT_LOD, POINT } from '../../../probes/states.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { numberedLevels, sized, texelImage } from '../../../probes/texel-image.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';

const SIZE = 4;
const DIVISORS = [1, 2, 0.5, 3, 1000, 2 ** -20, -1, -0.75];
/** Levels of 64 texels and less; a quad's derivative in texels selects level n of these. */
const LEVELS = 7;

/** Centres of texels, which no rounding of a quotient moves to a neighbour. */
function projectedTexels(type: '1d' | '2d' | '3d'): JudgedRequests {
  const shape = sized(type, SIZE);
  return {
    image: texelImage('r32_sfloat', shape, ({ i, j, k }) => [i + SIZE * (j + SIZE * k)]),
    sampler: { ...POINT, ...addressed('clamp_to_edge') },
    instruction: { ...EXPLICIT_LOD, projected: true },
    count: 2 * SIZE * DIVISORS.length,
    operands(n) {
      const q = DIVISORS[n % DIVISORS.length];
      const [s, t, r] = [1, 3, 7].map((step) => q * (((step * Math.floor(n / DIVISORS.length)) % SIZE) + 0.5));
      return { s: s / SIZE, t: t / shape.height, r: r / shape.depth, q };
    },
  };
}

const DEPTH = texelImage('d32_sfloat', { width: 1, height: 1 }, () => [0.5]);

const PROJECTED_REFERENCES = COMPARE_OPS.map((compareOp): JudgedRequests => ({
  image: DEPTH,
  sampler: { ...POINT, ...addressed('clamp_to_edge'), compareEnable: true, compareOp },
  instruction: { ...DREF_EXPLICIT_LOD, projected: true },
  count: 2 * DIVISORS.length,
  operands(n) {
    const q = DIVISORS[n >> 1];
    return { s: q / 2, t: q / 2, dref: q * [0.25, 0.75][n % 2], q };
  },
  components: [0],
}));

/** The four lanes of a quad have four divisors: the derivatives are those of the quotients. */
const PROJECTED_DERIVATIVES: JudgedRequests = {
  image: numberedLevels({ ...sized('1d', 2 ** (LEVELS - 1)), levels: LEVELS }),
  sampler: { ...POINT, ...addressed('clamp_to_edge') },
  instruction: { ...IMPLICIT_LOD, projected: true },
  count: 4 * LEVELS,
  operands(n) {
    const q = [1, 2, 0.5, 4][n % 4];
    return { s: (n % 2) * q * 2 ** (Math.floor(n / 4) + 1 - LEVELS), q };
  },
};

export const PROJECTION = specifiedByVulkan('Projection Operation/projected-coordinates', {
  title: 'Projected coordinates and references are divided by q',
  limit: 'the texel at s / q, t / q and r / q, the comparison with D_ref / q, and the derivatives of the quotients',
  method:
    `q of ${DIVISORS.join(', ')}: centres of texels of 1D, 2D and 3D images, every compare operation with references ` +
    'below and above a depth, and implicit LODs of quads whose lanes have different q',
  requests: () => [
    ...(['1d', '2d', '3d'] as const).map(projectedTexels),
    ...PROJECTED_REFERENCES,
    PROJECTED_DERIVATIVES,
  ],
});
