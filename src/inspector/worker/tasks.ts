import { capturedTask, drawTask } from './draw-task.ts';
import { explainTask } from './explain-task.ts';
import { mapTask } from './map-task.ts';
import { filesTask } from './subjects.ts';
import type { Answer, Kind, Question } from './protocol.ts';

/** The work for each kind of question. It yields answers, and null where it may be interrupted. */
export const TASKS: {
  readonly [K in Kind]: (question: Question<K>) => AsyncIterable<Answer<K> | null>;
} = {
  files: filesTask,
  first: drawTask,
  second: drawTask,
  captured: capturedTask,
  map: mapTask,
  explain: explainTask,
};
