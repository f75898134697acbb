import type { Account } from '../../../../pipeline/stages/account.ts';
import { progressAs } from '../../../checker/rule.ts';
import type { DrawQuestion, WindowQuestion } from '../state/protocol.ts';
import { statesWithin } from '../subjects/subject.ts';
import { requestsOf } from '../subjects/subjects.ts';
import { type Locality, localityOf } from '../state/locality.ts';
import { type RepeatableRequests, timeAccount, type TimeWindow, timeWindow } from '../state/time-window.ts';

/** The pipeline in a window of cycles. */
export async function* windowTask(question: WindowQuestion): AsyncGenerator<TimeWindow | null> {
  const { design, from, cycles } = question;
  yield yield* progressAs(timeWindow(await limited(question), design, from, cycles), () => null);
}

/** The account of all requests. */
export async function* accountTask(question: DrawQuestion): AsyncGenerator<Account | null> {
  yield yield* progressAs(timeAccount(await limited(question), question.design), () => null);
}

/** The locality of the texel reads. */
export async function* localityTask(question: DrawQuestion): AsyncGenerator<Locality | null> {
  yield yield* progressAs(localityOf(await limited(question), question.design), () => null);
}

/** The requests of a subject, with the samplers that the design allows. */
async function limited({ subject, design }: DrawQuestion): Promise<RepeatableRequests> {
  const requests = await requestsOf(subject);
  const { images, names } = requests;
  return { images, names, states: statesWithin(requests.states, design), batches: () => requests.batches() };
}
