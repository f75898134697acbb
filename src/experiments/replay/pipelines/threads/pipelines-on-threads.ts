import type { Account } from '../../../../../pipeline/stages/account.ts';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import { TaskPool } from '../../../../platform/threads/task-pool.ts';
import type { RequestWork } from '../../request-work.ts';

const PIPELINES_WORKER = new URL('./pipelines-worker', import.meta.url);

/** The designs of a thread, and what the requests work on. */
export interface PipelinesWork extends Pick<RequestWork, 'images' | 'states'> {
  readonly designs: readonly Design[];
}

/** `start` builds the pipelines, a batch runs through them, `finish` returns their accounts. */
export type PipelinesTask = 'start' | 'finish' | QuadBatch;

/**
 * A PipelineReplay whose designs are on threads, some on each. Every thread takes every batch, in order: a pool of one
 * thread keeps its pipelines from task to task.
 */
export class PipelinesOnThreads {
  private readonly designs: number;
  private readonly pools: readonly TaskPool<PipelinesTask, readonly Account[]>[];
  /** The tasks that the threads have, whose results are the accounts. */
  private running: Promise<readonly (readonly Account[])[]> = Promise.resolve([]);

  /**
   * @param work surveyed to the end of the trace
   * @param threads at most one for each design
   */
  constructor(designs: readonly Design[], { images, states }: Pick<RequestWork, 'images' | 'states'>, threads: number) {
    this.designs = designs.length;
    this.pools = Array.from({ length: threads }, (_, thread) => {
      const work: PipelinesWork = { designs: designs.filter((__, n) => n % threads === thread), images, states };
      return new TaskPool(PIPELINES_WORKER, 1, work);
    });
  }

  /** Builds the pipelines. @throws as PipelineReplay */
  async start(): Promise<void> {
    await this.ask('start');
    await this.running;
  }

  /** Takes a batch when the threads are done with the one before. The caller may reuse it afterwards. */
  run(batch: QuadBatch): Promise<void> {
    return this.ask(batch);
  }

  /** The accounts in the order of the designs. */
  async finish(): Promise<readonly Account[]> {
    await this.ask('finish');
    const accounts = await this.running;
    const { length } = this.pools;
    return Array.from({ length: this.designs }, (_, n) => accounts[n % length][Math.floor(n / length)]);
  }

  /** Stops the threads, whatever they do. */
  async stop(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.stop()));
  }

  private async ask(task: PipelinesTask): Promise<void> {
    await this.running;
    this.running = Promise.all(this.pools.map((pool) => pool.run(task)));
    // An error is reported by the next task, which waits for this one.
    this.running.catch(() => {});
  }
}
