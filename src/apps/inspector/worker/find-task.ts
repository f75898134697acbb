import { QUAD_LANES } from '../../../../rtl-model/registers/quad-batch.ts';
import { pixelOf } from '../../../explain/quad-pixels.ts';
import type { FindAnswer, FindQuestion } from '../state/protocol.ts';
import { requestsOf } from '../subjects/subjects.ts';

/** The pixel of the first active lane of a request; null for an id that no request has. */
export async function* findTask({ subject, id }: FindQuestion): AsyncGenerator<FindAnswer | null> {
  const requests = await requestsOf(subject);
  const traced = 'trace' in requests ? requests.trace.measured.requests : null;
  // Requests of a scene are numbered in their order.
  const wanted =
    traced === null ? (/^\d+$/.test(id) ? Number(id) : -1) : traced.findIndex((request) => String(request.id) === id);
  let before = 0;
  for (const batch of requests.batches()) {
    const n = wanted - before;
    if (n >= 0 && n < batch.count) {
      const lane = Array.from({ length: QUAD_LANES }, (_, lane) => lane).find((lane) => (batch.active[n] >> lane) & 1);
      yield { pixel: lane === undefined ? null : pixelOf({ x: batch.x[n], y: batch.y[n] }, lane) };
      return;
    }
    before += batch.count;
    yield null;
  }
  yield { pixel: null };
}
