import { Worker, type WorkerOptions } from 'node:worker_threads';

const FROM_SOURCES = import.meta.url.endsWith('.ts');

/** A thread that ended before its work was done. The message is one line. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';

  /** @param limit the one that it went beyond; null if it ended otherwise */
  constructor(
    message: string,
    readonly limit: 'memory' | 'time' | null = null,
  ) {
    super(message);
  }
}

/** A thread that runs a program. */
export interface Thread {
  readonly worker: Worker;
  /** Rejects when the thread fails or ends; it never resolves. */
  readonly end: Promise<never>;
}

/**
 * Starts a program on a new thread.
 *
 * @param program URL of its module without the ending: .js where texunit is built, .ts where it runs from its sources
 * @param data for the program, as `workerData`
 * @param options of the worker, its limits among them
 */
export function startThread(program: URL, data: unknown, options: WorkerOptions = {}): Thread {
  const worker = FROM_SOURCES
    ? new Worker(new URL('./from-sources.js', import.meta.url), {
        ...options,
        workerData: data,
        argv: [`${program.href}.ts`],
      })
    : new Worker(new URL(`${program.href}.js`), { ...options, workerData: data });
  const end = new Promise<never>((_, reject) => {
    worker.on('error', (error) => {
      const grown = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(grown ? new ThreadError(`a thread: ${error.message}`, 'memory') : error);
    });
    worker.on('exit', (code) => reject(new ThreadError(`a thread ended before its work was done (exit code ${code})`)));
  });
  // Whoever waits for the thread gets the error. Nobody waits for a thread that is stopped.
  end.catch(() => {});
  return { worker, end };
}
