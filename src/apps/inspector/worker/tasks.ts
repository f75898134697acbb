import { progressAs } from '../../../platform/progress.ts';
import { type Locality, localityOf } from '../state/locality.ts';
import type { DrawQuestion, Kind, ModelAnswer, ModelQuestion, RunAnswer, RunQuestion } from '../state/protocol.ts';
import { statesWithin } from '../subjects/subject.ts';
import { filesTask, requestsOf } from '../subjects/subjects.ts';
import { capturedTask, drawTask } from './draw-task.ts';
import { explainTask } from './explain-task.ts';
import { findTask } from './find-task.ts';
import { mapTask } from './map-task.ts';
import { recordedRun } from './run-recorder.ts';
import { sharesTask } from './shares-task.ts';
import { texelsTask } from './texels-task.ts';

/** The work for each kind of question. It yields answers, and null where it may be interrupted. */
export const TASKS: { readonly [K in Kind]: (question: ModelQuestion<K>) => AsyncIterable<ModelAnswer<K> | null> } = {
  files: filesTask,
  first: drawTask,
  second: drawTask,
  captured: capturedTask,
  run: runTask,
  secondRun: runTask,
  locality: localityTask,
  map: mapTask,
  explain: explainTask,
  shares: sharesTask,
  find: findTask,
  texels: texelsTask,
};

async function* runTask({ subject, design, detail }: RunQuestion): AsyncGenerator<RunAnswer | null> {
  for (const pieces of recordedRun(await repeatable({ subject, design }), design, detail)) {
    yield pieces.length === 0 ? null : { pieces, ended: false };
  }
  yield { pieces: [], ended: true };
}

async function* localityTask(question: DrawQuestion): AsyncGenerator<Locality | null> {
  yield yield* progressAs(localityOf(await repeatable(question), question.design), () => null);
}

/** The requests of a subject, with the samplers that the design allows. */
async function repeatable({ subject, design }: DrawQuestion) {
  const requests = await requestsOf(subject);
  return { ...requests, states: statesWithin(requests.states, design) };
}
