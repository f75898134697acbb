import { Worker } from 'node:worker_threads';
import type { LevelTotals } from './lookup-levels.ts';
import type { SplitAnswer, SplitOrder, SplitWork } from './split-work.ts';

const fromSources = import.meta.url.endsWith('.ts');
/** What a worker runs. */
const PROGRAM = new URL(fromSources ? './split-worker-from-sources.js' : './split-worker.js', import.meta.url);

/** A thread that simulates a part of a split replay. */
export class PartWorker {
  /** What the part of each design has counted, once `end` has been called; rejects if the thread fails before. */
  readonly totals: Promise<readonly LevelTotals[]>;
  private readonly worker: Worker;

  /** @param done told of each block that the worker has simulated  @param failed told of a fault of the thread */
  constructor(work: SplitWork, done: (stream: number, block: number) => void, failed: (error: unknown) => void) {
    this.worker = new Worker(PROGRAM, { workerData: work });
    this.totals = new Promise((resolve, reject) => {
      this.worker.on('message', (answer: SplitAnswer) => {
        if (answer.stream === null) resolve(answer.totals);
        else done(answer.stream, answer.block);
      });
      const fail = (error: unknown) => {
        reject(error);
        failed(error);
      };
      this.worker.on('error', fail);
      this.worker.on('exit', () => fail(new Error('a worker of the replay ended before its work was done')));
    });
    // Whoever waits hears of a fault; that nobody waits yet is none.
    this.totals.catch(() => {});
  }

  /** The first sectors of its part of a block are there. */
  simulate(stream: number, block: number, sectors: number): void {
    this.order({ stream, block, sectors });
  }

  /** There is no more to come. */
  end(): void {
    this.order({ stream: null });
  }

  async stop(): Promise<void> {
    this.worker.removeAllListeners('exit');
    await this.worker.terminate();
  }

  private order(order: SplitOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.worker.postMessage(order);
  }
}
