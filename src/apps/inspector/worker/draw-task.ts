import { drawnPixels, emptyAnswer } from './drawn-pixels.ts';
import type { DrawAnswer, DrawQuestion } from '../state/protocol.ts';
import { requestsOf } from '../subjects/subjects.ts';

/** Draws a subject with a design. */
export async function* drawTask({ subject, design }: DrawQuestion): AsyncGenerator<DrawAnswer> {
  yield* drawnPixels(await requestsOf(subject), design);
}

/** The captured results of a trace. */
export async function* capturedTask({ subject }: Pick<DrawQuestion, 'subject'>): AsyncGenerator<DrawAnswer> {
  const requests = await requestsOf(subject);
  yield emptyAnswer(requests);
  if (!('captured' in requests)) return;
  for (const pixels of requests.captured()) yield { ...emptyAnswer(requests), ...pixels };
}
