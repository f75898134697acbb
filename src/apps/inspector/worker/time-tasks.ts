import type { Account } from '../../../../pipeline/stages/account.ts';
import type { DrawQuestion, WindowQuestion } from '../state/protocol.ts';
import { statesWithin } from '../subjects/subject.ts';
import { requestsOf } from '../subjects/subjects.ts';
import { type Locality, localityOf } from '../state/locality.ts';
import { type RepeatableRequests, timeAccount, type TimeWindow, timeWindow } from '../state/time-window.ts';

/** The pipeline in a window of cycles. */
export async function* windowTask(question: WindowQuestion): AsyncGenerator<TimeWindow | null> {
  const { design, from, cycles } = question;
  yield* lastOf(timeWindow(await limited(question), design, from, cycles));
}

/** The account of all requests. */
export async function* accountTask(question: DrawQuestion): AsyncGenerator<Account | null> {
  yield* lastOf(timeAccount(await limited(question), question.design));
}

/** The locality of the texel reads. */
export async function* localityTask(question: DrawQuestion): AsyncGenerator<Locality | null> {
  yield* lastOf(localityOf(await limited(question), question.design));
}

/** The requests of a subject, with the samplers that the design allows. */
async function limited({ subject, design }: DrawQuestion): Promise<RepeatableRequests> {
  const requests = await requestsOf(subject);
  const { images, names } = requests;
  return { images, names, states: statesWithin(requests.states, design), batches: () => requests.batches() };
}

/** The result of some steps, and null after each of them. */
function* lastOf<T>(steps: Generator<unknown, T>): Generator<T | null> {
  let step = steps.next();
  while (step.done !== true) {
    yield null;
    step = steps.next();
  }
  yield step.value;
}
