import { Worker } from 'node:worker_threads';
import type { PartTotals, SplitWork } from './split-work.ts';

const fromSources = import.meta.url.endsWith('.ts');
/** The program of a worker. */
const PROGRAM = new URL(fromSources ? './split-worker-from-sources.js' : './split-worker.js', import.meta.url);

/** A thread that distributes blocks and simulates a part of a split replay. */
export class PartWorker {
  /** The worker's counts after the end of the schedule; rejects if the thread fails before. */
  readonly totals: Promise<PartTotals>;
  private readonly worker: Worker;

  constructor(work: SplitWork) {
    this.worker = new Worker(PROGRAM, { workerData: work });
    this.totals = new Promise((resolve, reject) => {
      this.worker.on('message', resolve);
      this.worker.on('error', reject);
      this.worker.on('exit', () => reject(new Error('a worker of the replay ended before its work was done')));
    });
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}
