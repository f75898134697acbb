import { progressAs } from '../../../platform/progress.ts';
import { localityOf } from '../state/locality.ts';
import type { DrawQuestion, Kind, ModelAnswer, ModelQuestion, WindowQuestion } from '../state/protocol.ts';
import { type RepeatableRequests, timeAccount, timeWindow } from '../state/time-window.ts';
import { statesWithin } from '../subjects/subject.ts';
import { filesTask, requestsOf } from '../subjects/subjects.ts';
import { capturedTask, drawTask } from './draw-task.ts';
import { explainTask } from './explain-task.ts';
import { findTask } from './find-task.ts';
import { mapTask } from './map-task.ts';
import { sharesTask } from './shares-task.ts';

/** The work for each kind of question. It yields answers, and null where it may be interrupted. */
export const TASKS: { readonly [K in Kind]: (question: ModelQuestion<K>) => AsyncIterable<ModelAnswer<K> | null> } = {
  files: filesTask,
  first: drawTask,
  second: drawTask,
  captured: capturedTask,
  window: ofRun((requests, { design, from, cycles }: WindowQuestion) => timeWindow(requests, design, from, cycles)),
  account: ofRun((requests, { design }) => timeAccount(requests, design)),
  locality: ofRun((requests, { design }) => localityOf(requests, design)),
  map: mapTask,
  explain: explainTask,
  shares: sharesTask,
  find: findTask,
};

/** The task that runs the requests of a subject, with the samplers that the design allows. */
function ofRun<Q extends DrawQuestion, T>(run: (requests: RepeatableRequests, question: Q) => Generator<number, T>) {
  return async function* (question: Q): AsyncGenerator<T | null> {
    const { subject, design } = question;
    const requests = await requestsOf(subject);
    const { images, names } = requests;
    const states = statesWithin(requests.states, design);
    yield yield* progressAs(run({ images, names, states, batches: () => requests.batches() }, question), () => null);
  };
}
