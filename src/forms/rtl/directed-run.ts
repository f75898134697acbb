import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { SeededBits } from '../../platform/seeded-bits.ts';
import { type DirectedRun, DirectedRequests } from '../golden/directed-requests.ts';

const RANDOM_QUADS = 2000;
const SEED = 38;

/** The directed requests of a design, and random quads of their states after them. */
export function directedRun(design: Design): DirectedRun {
  const { images, states, batch: directed } = new DirectedRequests(design);
  const batch = new QuadBatch(directed.count + RANDOM_QUADS);
  batch.append(directed);
  const random = new SeededBits(SEED);
  while (!batch.full) addRandomQuad(design, random, states.length, batch);
  return { images, states, batch };
}

/**
 * A quad of any state: places near the image and far from it, derivatives of every level and both signs, in lanes that are
 * active or not.
 */
function addRandomQuad({ limits }: Design, random: SeededBits, states: number, batch: QuadBatch): void {
  const quad = batch.count++;
  const float = (size: number) => random.between(-size, size);
  const step = 2 ** random.between(-9, 3);
  const [s, t] = [0, 1].map(() => float(random.pick([1, 1, 3, 1000])));
  batch.state[quad] = random.below(states);
  batch.active[quad] = 1 + random.below(15);
  const offset = () => limits.minTexelOffset + random.below(limits.maxTexelOffset - limits.minTexelOffset + 1);
  [batch.offsetU[quad], batch.offsetV[quad]] = random.below(2) === 0 ? [0, 0] : [offset(), offset()];
  for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * batch.count; lane++) {
    batch.s[lane] = s + (lane & 1) * step + float(step / 4);
    batch.t[lane] = t + ((lane >> 1) & 1) * step + float(step / 4);
    batch.layer[lane] = random.between(-1, 4);
    batch.q[lane] = random.between(0.5, 2);
    batch.lod[lane] = random.between(-2, 6);
    batch.minLod[lane] = random.between(0, 3);
    for (const of of ['dsdx', 'dtdx', 'dsdy', 'dtdy'] as const) batch[of][lane] = float(step);
  }
}
