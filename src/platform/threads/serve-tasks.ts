import { parentPort, workerData } from 'node:worker_threads';
import { dataOfThread } from './shared-data.ts';

/**
 * A message from the thread of a task: it has begun; the part of it that is done, mostly a number from 0 to 1; its result;
 * or the error that ended it.
 */
export type TaskMessage<Result, Part = number> =
  | { readonly kind: 'begin' }
  | { readonly kind: 'part'; readonly part: Part }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'error'; readonly error: unknown };

/** The least time in milliseconds between two reports of progress. */
const REPORT_INTERVAL = 50;

/**
 * Makes the function that runs a task from the data that all tasks share. A task in steps yields the part of it that is
 * done, mostly a number from 0 to 1.
 */
type Prepare<Shared, Task, Result, Part = number> = (
  shared: Shared,
) => (task: Task) => Generator<Part, Result> | AsyncGenerator<Part, Result> | Promise<Result>;

/**
 * The program of a thread of a TaskPool: runs task after task.
 *
 * @param interval 0 to report every part
 * @param transfer the buffers that are handed over with a result instead of copied
 */
export function serveTasks<Shared, Task, Result, Part = number>(
  prepare: Prepare<Shared, Task, Result, Part>,
  interval = REPORT_INTERVAL,
  transfer: (result: Result) => readonly ArrayBuffer[] = () => [],
): void {
  const port = parentPort!;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  const tell = (message: TaskMessage<Result, Part>) => port.postMessage(message);
  const answer = (result: Result) => {
    port.postMessage({ kind: 'result', result } satisfies TaskMessage<Result, Part>, transfer(result));
  };
  const run = prepare(dataOfThread(workerData) as Shared);
  const perform = async (task: Task): Promise<void> => {
    tell({ kind: 'begin' });
    let reported = performance.now();
    const steps = run(task);
    if (steps instanceof Promise) return answer(await steps);
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) {
      if (performance.now() - reported < interval) continue;
      reported = performance.now();
      tell({ kind: 'part', part: step.value });
    }
    answer(step.value);
  };
  port.on('message', (task: Task) => {
    perform(task).catch((error: unknown) => tell({ kind: 'error', error }));
  });
}
