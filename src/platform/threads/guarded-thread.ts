import { decoderReason } from '../../../traces/encodings/parquet/decoder-reason.ts';
import { TaskPool } from './task-pool.ts';
import { ThreadError } from './thread.ts';

const MIB = 2 ** 20;

/** A decoder that was stopped, or that refused its input. The message is one line, without the input's name. */
export class GuardError extends Error {
  override readonly name = 'GuardError';
}

/**
 * A thread for decoders that may loop or grow on a damaged input. A task that takes longer than it may, or more memory,
 * is stopped, and the thread with it.
 */
export class GuardedThread<Task, Result> {
  private readonly pool: TaskPool<Task, Result>;
  private readonly memory = Math.ceil(this.bytes / MIB);

  /**
   * @param program of the thread, which calls `serveTasks`: a URL as for `startThread`
   * @param bytes that its objects may take
   */
  constructor(
    program: URL,
    data: unknown,
    private readonly bytes: number,
  ) {
    this.pool = new TaskPool(program, 1, data, { memory: Math.max(64, this.memory) });
  }

  /**
   * Does one task after the other.
   *
   * @param milliseconds that the task may take
   * @throws GuardError when it fails or is stopped; ThreadError when the thread ended otherwise
   */
  async ask(task: Task, milliseconds: number): Promise<Result> {
    try {
      return await this.pool.run(task, () => {}, milliseconds);
    } catch (error) {
      if (!(error instanceof ThreadError)) throw new GuardError(decoderReason(error), { cause: error });
      if (error.limit === null) throw error;
      const late = `is not done after ${Math.ceil(milliseconds / 1000)} seconds`;
      const problem = error.limit === 'time' ? late : `needs more than ${this.memory} MiB of memory`;
      throw new GuardError(`its decoder ${problem}`, { cause: error });
    }
  }

  stop(): Promise<void> {
    return this.pool.stop();
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
