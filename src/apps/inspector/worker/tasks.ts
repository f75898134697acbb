import { capturedTask, drawTask } from './draw-task.ts';
import { explainTask } from './explain-task.ts';
import { mapTask } from './map-task.ts';
import type { ModelAnswer, Kind, ModelQuestion } from '../state/protocol.ts';
import { filesTask } from '../subjects/subjects.ts';
import { accountTask, localityTask, windowTask } from './time-tasks.ts';

/** The work for each kind of question. It yields answers, and null where it may be interrupted. */
export const TASKS: {
  readonly [K in Kind]: (question: ModelQuestion<K>) => AsyncIterable<ModelAnswer<K> | null>;
} = {
  files: filesTask,
  first: drawTask,
  second: drawTask,
  captured: capturedTask,
  window: windowTask,
  account: accountTask,
  locality: localityTask,
  map: mapTask,
  explain: explainTask,
};
