import type { Design } from '../../../../rtl-model/design/design.ts';
import { QUAD_LANES, type QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { errorShares, sampledResults, SampledQuads } from '../../../simulate/compare/error-shares.ts';
import { storesTexels } from '../../../simulate/kept-memory.ts';
import { progressAs } from '../../../platform/progress.ts';
import type { SharesAnswer, SharesQuestion } from '../state/protocol.ts';
import { statesWithin, type SubjectRequests } from '../subjects/subject.ts';
import { requestsOf } from '../subjects/subjects.ts';

/** The shares of the fields in the difference of two designs, over some quads of the picture. */
export async function* sharesTask({ subject, first, second }: SharesQuestion): AsyncGenerator<SharesAnswer | null> {
  const requests = await requestsOf(subject);
  const sampled = new SampledQuads((requests.width * requests.height) / QUAD_LANES);
  for (const batch of requests.batches()) {
    sampled.take(batch);
    yield null;
  }
  yield { shares: yield* progressAs(sharesOf(requests, first, second, sampled.quads), () => null) };
}

/** The shares of the fields in the difference of some quads; null where results are integers, or quads store texels. */
export function* sharesOf(requests: SubjectRequests, first: Design, second: Design, quads: QuadBatch) {
  if (requests.toColors !== undefined || requests.states.some(storesTexels)) return null;
  const states = (design: Design) => statesWithin(requests.states, design);
  return yield* errorShares(first, second, sampledResults(requests.images, states, quads));
}
