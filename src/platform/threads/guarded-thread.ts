import { startThread, type Thread, ThreadError } from './thread.ts';
import type { GuardedMessage, GuardedTask } from './task-messages.ts';

const MIB = 2 ** 20;

/** A decoder that was stopped, or that refused its input. The message is one line, without the input's name. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
}

/**
 * A thread for decoders that may loop or grow on a damaged input. A task that takes longer than it may, or more memory,
 * is stopped, and the thread with it. A thread without a task keeps no process alive.
 */
export class GuardedThread<Task, Result> {
  private readonly thread: Thread;
  private readonly bytes: number;
  private readonly ready: Promise<void>;

  /**
   * @param program of the thread, which calls `serveGuarded`: a URL as for `startThread`
   * @param bytes that its objects may take
   */
  constructor(program: URL, data: unknown, bytes: number) {
    this.bytes = bytes;
    this.thread = startThread(program, data, {
      resourceLimits: { maxOldGenerationSizeMb: Math.max(64, Math.ceil(bytes / MIB)) },
    });
    const { worker, end } = this.thread;
    worker.unref();
    const online = new Promise<void>((resolve) => worker.once('message', () => resolve()));
    this.ready = Promise.race([online, end]);
    this.ready.catch(() => {});
  }

  /**
   * Does one task after the other.
   *
   * @param milliseconds that the task may take
   * @throws GuardError when it fails or is stopped; ThreadError when the thread ended otherwise
   */
  async ask(task: Task, milliseconds: number, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    const { worker, end } = this.thread;
    let timer: NodeJS.Timeout | null = null;
    worker.ref();
    try {
      await this.ready;
      const answered = new Promise<GuardedMessage<Result>>((resolve) => worker.once('message', resolve));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage({ task } satisfies GuardedTask<Task>, [...transfer]);
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(() => resolve(null), milliseconds);
      });
      const message = await Promise.race([answered, late, end]);
      if (message === null) {
        await this.stop();
        throw new GuardError(`its decoder is not done after ${Math.ceil(milliseconds / 1000)} seconds`);
      }
      if ('reason' in message) throw new GuardError(message.reason);
      return message.result;
    } catch (error) {
      if (error instanceof ThreadError && error.outOfMemory) {
        throw new GuardError(`its decoder needs more than ${Math.ceil(this.bytes / MIB)} MiB of memory`, {
          cause: error,
        });
      }
      throw error;
    } finally {
      if (timer !== null) clearTimeout(timer);
      worker.unref();
    }
  }

  async stop(): Promise<void> {
    await this.thread.worker.terminate();
  }
}

/**
 * Does one task on a new thread.
 *
 * @param size bytes of the input: the time that the task may take grows with them
 * @throws as GuardedThread
 */
export async function guarded<Result>(program: URL, task: unknown, size: number, bytes: number): Promise<Result> {
  const thread = new GuardedThread<unknown, Result>(program, null, bytes);
  try {
    return await thread.ask(task, decodingTime(size));
  } finally {
    await thread.stop();
  }
}

/** Milliseconds in which even a slow machine has decoded an input: 5 s, and 2 s for each MiB. */
export function decodingTime(size: number): number {
  return 5000 + (2000 * size) / MIB;
}
