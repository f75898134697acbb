import type { Kind, ModelAnswer, ModelQuestion } from '../state/protocol.ts';
import { filesTask } from '../subjects/subjects.ts';
import { capturedTask, drawTask } from './draw-task.ts';

/** The work for a kind of question. It yields answers, and null where it may be interrupted. */
type Task<K extends Kind> = (question: ModelQuestion<K>) => AsyncIterable<ModelAnswer<K> | null>;

/** The tasks of all kinds. */
export const TASKS: { readonly [K in Kind]: Task<K> } = {
  files: filesTask,
  first: drawTask,
  second: drawTask,
  captured: capturedTask,
  run: later(async () => (await import('./run-task.ts')).runTask),
  secondRun: later(async () => (await import('./run-task.ts')).runTask),
  locality: later(async () => (await import('./run-task.ts')).localityTask),
  map: later(async () => (await import('./map-task.ts')).mapTask),
  explain: later(async () => (await import('./explain-task.ts')).explainTask),
  shares: later(async () => (await import('./shares-task.ts')).sharesTask),
  find: later(async () => (await import('./find-task.ts')).findTask),
  texels: later(async () => (await import('./texels-task.ts')).texelsTask),
};

/** A task whose module is loaded with its first question, so that the first picture waits for no other. */
function later<K extends Kind>(load: () => Promise<Task<K>>): Task<K> {
  return async function* (question) {
    yield* (await load())(question);
  };
}
