import { parentPort } from 'node:worker_threads';
import { decoderReason } from '../../../traces/encodings/parquet/decoder-reason.ts';
import type { GuardedMessage, GuardedTask } from './task-messages.ts';

/** What a task gives, and the buffers that are handed over with it instead of copied. */
export interface GuardedResult<Result> {
  readonly result: Result;
  readonly transfer: readonly ArrayBuffer[];
}

/** The program of a GuardedThread. The reason of a failed task is the first line of its error. */
export function serveGuarded<Result>(perform: (task: never) => Promise<GuardedResult<Result>>): void {
  const port = parentPort!;
  port.on('message', ({ task }: GuardedTask<never>) => {
    perform(task).then(
      ({ result, transfer }) => port.postMessage({ result } satisfies GuardedMessage<Result>, [...transfer]),
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      (error: unknown) => port.postMessage({ reason: decoderReason(error) } satisfies GuardedMessage<Result>),
    );
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  port.postMessage(null);
}
