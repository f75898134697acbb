import type { ParquetColumn, ParquetSource, ParquetSummary } from '../../traces/encodings/parquet-column.ts';
import { GuardedThread } from '../../src/platform/threads/guarded-thread.ts';
import type { ParquetTask } from '../../src/inputs/files/parquet-thread.ts';

const MEMORY = 2 ** 29;

/** A thread for decoders that may loop, which takes one input after the other: another starts when it was stopped. */
export class LastingThread<Task, Result> {
  private thread: GuardedThread<Task, Result> | null = null;
  private readonly program: URL;

  /** @param program as for GuardedThread */
  constructor(program: URL) {
    this.program = program;
  }

  /** @throws GuardError when the decoder refuses the input, or takes longer */
  async ask(task: Task, milliseconds: number): Promise<Result> {
    this.thread ??= new GuardedThread(this.program, null, MEMORY);
    try {
      return await this.thread.ask(task, milliseconds);
    } catch (error) {
      if (error instanceof Error && /not done|of memory|a thread/.test(error.message)) this.thread = null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.thread?.stop();
    this.thread = null;
  }
}

const PARQUET = new URL('./parquet-source-program', import.meta.url);
const MILLISECONDS = 5000;

/** Parquet files in memory. */
export class ParquetBytes {
  private readonly thread = new LastingThread<Uint8Array | ParquetTask, unknown>(PARQUET);

  async open(bytes: Uint8Array): Promise<ParquetSource> {
    const ask = (task: Uint8Array | ParquetTask) => this.thread.ask(task, MILLISECONDS);
    await ask(bytes);
    return {
      summary: async () => (await ask('summary')) as ParquetSummary,
      rows: async (range) => (await ask(range)) as readonly ParquetColumn[],
    };
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
