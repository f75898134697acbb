import { parentPort, workerData } from 'node:worker_threads';
import { dataOfThread } from './shared-data.ts';
import type { TaskMessage } from './task-messages.ts';

/** The least time in milliseconds between two reports of progress. */
const REPORT_INTERVAL = 50;

/**
 * Makes the function that runs a task from the data that all tasks share. A task yields the part of it that is done,
 * mostly a number from 0 to 1.
 */
export type Prepare<Shared, Task, Result, Part = number> = (
  shared: Shared,
) => (task: Task) => Generator<Part, Result> | AsyncGenerator<Part, Result>;

/** The program of a thread of a TaskPool: runs task after task. @param interval 0 to report every part */
export function serveTasks<Shared, Task, Result, Part = number>(
  prepare: Prepare<Shared, Task, Result, Part>,
  interval = REPORT_INTERVAL,
): void {
  const port = parentPort!;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  const tell = (message: TaskMessage<Result, Part>) => port.postMessage(message);
  const run = prepare(dataOfThread(workerData) as Shared);
  const perform = async (task: Task): Promise<void> => {
    let reported = performance.now();
    const steps = run(task);
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) {
      if (performance.now() - reported < interval) continue;
      reported = performance.now();
      tell({ kind: 'part', part: step.value });
    }
    tell({ kind: 'result', result: step.value });
  };
  port.on('message', (task: Task) => {
    perform(task).catch((error: unknown) => tell({ kind: 'error', error }));
  });
}
