/** The answer of a guarded worker: a result, or the reason why there is none. */
export type GuardedAnswer<Result> = { readonly result: Result } | { readonly reason: string };

/** Milliseconds that a decoder may take. */
const LIMIT = 60_000;

/**
 * Asks a worker that has a decoder which may loop on a damaged file. The worker is ended with its answer, or when it
 * takes too long.
 *
 * @throws Error with the worker's reason
 */
export async function guardedWorker<Result>(worker: Worker, task: unknown): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const answer = await new Promise<GuardedAnswer<Result>>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`its decoder is not done after ${LIMIT / 1000} seconds`)), LIMIT);
      worker.addEventListener('message', ({ data }: MessageEvent<GuardedAnswer<Result>>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(task);
    });
    if ('reason' in answer) throw new Error(answer.reason);
    return answer.result;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

/** The worker's side: answers one task. */
export function serveGuardedWorker<Result>(work: (task: never) => Promise<Result>): void {
  addEventListener('message', (event) => {
    void work(event.data as never)
      .then((result): GuardedAnswer<Result> => ({ result }))
      .catch((error: unknown): GuardedAnswer<Result> => ({
        reason: error instanceof Error ? error.message : String(error),
      }))
      .then((answer) => postMessage(answer));
  });
}
