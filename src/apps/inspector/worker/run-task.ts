import { progressAs } from '../../../platform/progress.ts';
import { type Locality, localityOf } from '../state/locality.ts';
import type { DrawQuestion, RunAnswer, RunQuestion } from '../state/protocol.ts';
import { statesWithin } from '../subjects/subject.ts';
import { requestsOf } from '../subjects/subjects.ts';
import { recordedRun } from './run-recorder.ts';

/** Runs a subject through the pipeline of a design, and gives the log piece by piece. */
export async function* runTask({ subject, design, detail }: RunQuestion): AsyncGenerator<RunAnswer | null> {
  for (const pieces of recordedRun(await repeatable({ subject, design }), design, detail)) {
    yield pieces.length === 0 ? null : { pieces, ended: false };
  }
  yield { pieces: [], ended: true };
}

/** Reads the texels of a subject without a clock. */
export async function* localityTask(question: DrawQuestion): AsyncGenerator<Locality | null> {
  yield yield* progressAs(localityOf(await repeatable(question), question.design), () => null);
}

/** The requests of a subject, with the samplers that the design allows. */
async function repeatable({ subject, design }: DrawQuestion) {
  const requests = await requestsOf(subject);
  return { ...requests, states: statesWithin(requests.states, design) };
}
