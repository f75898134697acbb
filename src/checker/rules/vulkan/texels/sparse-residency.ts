import type { UnboundRegion } from '../../../../../rtl-model/memory/image.ts';
import type { Instruction } from '../../../../../rtl-model/state/instruction.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';
import { addressed, EXPLICIT_LOD, FETCH, GATHER, LINEAR, POINT, TRILINEAR } from '../../../probes/states.ts';
import { texelImage } from '../../../probes/texel-image.ts';
import { specifiedByVulkan } from '../../kinds/specification-rule.ts';

const SIZE = 4;
/** A quarter of level 0, and one texel of level 1. */
const UNBOUND: readonly UnboundRegion[] = [
  { level: 0, layer: 0, x: 2, y: 2, z: 0, width: 2, height: 2, depth: 1 },
  { level: 1, layer: 0, x: 0, y: 0, z: 0, width: 1, height: 1, depth: 1 },
];
const IMAGE = {
  ...texelImage('r32_sfloat', { width: SIZE, height: SIZE, levels: 2 }, ({ i, j }) => [1 + i + SIZE * j]),
  unbound: UNBOUND,
};
const CENTRES = 2 * SIZE;
const LODS = [0, 0.5, 1];

/** Places half a texel apart, from the centre of the first texel on, in every level and between. */
function sampled(
  sampler: JudgedRequests['sampler'],
  instruction: Instruction,
  lods: readonly number[],
): JudgedRequests {
  return {
    image: IMAGE,
    sampler: { ...sampler, ...addressed('clamp_to_edge') },
    instruction: { ...instruction, sparse: true },
    count: CENTRES ** 2 * lods.length,
    operands(n) {
      const [s, t] = [n % CENTRES, Math.floor(n / CENTRES) % CENTRES].map((place) => (place + 0.75) / CENTRES);
      return { s, t, lod: lods[Math.floor(n / CENTRES ** 2)] };
    },
    components: [],
  };
}

const FETCHED: JudgedRequests = {
  image: IMAGE,
  instruction: { ...FETCH, sparse: true },
  count: 2 * SIZE * SIZE,
  operands(n) {
    const level = n % 2;
    const size = SIZE >> level;
    return { i: (n >> 1) % size, j: Math.floor(n / (2 * SIZE)) % size, level };
  },
  components: [],
};

export const RESIDENCY = specifiedByVulkan('Sparse Residency/residency-code', {
  title: 'The residency code says if a texel that was read has no memory',
  limit: 'not resident if a texel with a weight is unbound, resident if none is; either if its weight is 0',
  method:
    'samples (nearest, linear, trilinear) and gathers half a texel apart in an image of 4x4 texels and two levels, a part ' +
    'of each level unbound, and fetches of every texel',
  requests: () => [
    sampled(POINT, EXPLICIT_LOD, [0, 1]),
    sampled(LINEAR, EXPLICIT_LOD, [0, 1]),
    sampled(TRILINEAR, EXPLICIT_LOD, LODS),
    sampled(LINEAR, GATHER, [0]),
    FETCHED,
  ],
});
