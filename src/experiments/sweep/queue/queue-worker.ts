import { setTimeout as after } from 'node:timers/promises';
import type { Job, Worker } from 'bullmq';
import type { RunProgress } from '../../../platform/progress.ts';
import type { DesignTask, Row } from '../runs/design-row.ts';
import { type DesignLimits, MOST_TOGETHER, sweepThreads } from '../threads/sweep-threads.ts';
import type { SweepWork } from '../threads/sweep-worker.ts';
import { isPassing, isReply, PREFIX, type QueueServer } from './queue-server.ts';
import { type JobResult, MessageError, type QueuedSweep, QueuedSweeps } from './queued-sweeps.ts';

/** Milliseconds between two looks at the sweeps of the server. */
const LOOK_INTERVAL = 250;
/** Times that a job may lose its worker. */
const MOST_STALLED = 10;
/** Jobs in reserve, so that no core waits for the server. */
const RESERVE = 1;

/** How a worker takes part in the sweeps of a server. */
export interface WorkerPlan {
  readonly server: QueueServer;
  /** Its name in Redis. */
  readonly name: string;
  readonly cores: number;
  readonly limits: DesignLimits;
  /** Seconds without a sign of life after which other workers take its jobs. */
  readonly stalledAfter: number;
  /** Seconds without a sweep after which it ends; Infinity for never. */
  readonly idle: number;
  /** Reads the traces of a sweep. @throws SweepRefusal when this worker cannot take part in it */
  readonly prepare: (sweep: QueuedSweep) => AsyncGenerator<RunProgress, SweepWork>;
  readonly say: (text: string) => void;
}

/** The reason why a worker takes no part in a sweep, in a line that everybody may read; its cause has the worker's own. */
export class SweepRefusal extends Error {
  override readonly name = 'SweepRefusal';
}

/** A worker: takes part in one sweep after the other, as long as their producers are alive. */
export class QueueWorker {
  private readonly sweeps = new QueuedSweeps(this.plan.server.client);
  /** The reasons by the keys of the sweeps. */
  readonly refused = new Map<string, string>();
  private current: SweepJobs | null = null;
  /** What has been read for the last sweep: it may come again. */
  private ready: { readonly key: string; readonly work: SweepWork } | null = null;

  constructor(private readonly plan: WorkerPlan) {}

  /** Works until it is idle for too long. */
  async *run(): AsyncGenerator<RunProgress, void> {
    let idleSince = performance.now();
    while (performance.now() - idleSince < 1000 * this.plan.idle) {
      try {
        const key = this.isThere ? await this.next() : null;
        if (key !== null) {
          yield* this.serve(key);
          idleSince = performance.now();
        }
      } catch (error) {
        // The server refuses data that others have damaged. They may be mended later.
        if (!isPassing(error) && !isReply(error)) throw error;
      }
      yield { what: 'waits for a sweep', part: 0 };
      await after(LOOK_INTERVAL);
    }
  }

  /** Gives the jobs that are not done back, for other workers, if the server is there to take them. */
  async release(): Promise<void> {
    if (this.isThere) await this.current?.release();
    this.plan.server.close();
  }

  private get isThere(): boolean {
    return this.plan.server.client.status === 'ready';
  }

  /** A sweep in which it can take part: workers spread over the sweeps. */
  private async next(): Promise<string | null> {
    const keys = await this.sweeps.keys();
    const first = process.pid % Math.max(1, keys.length);
    for (const key of [...keys.slice(first), ...keys.slice(0, first)]) {
      if (!this.refused.has(key) && (await this.understood(key, () => this.sweeps.isAlive(key)))) return key;
    }
    return null;
  }

  /** The result of a question about a sweep; null where what the server has of it is no message of texunit. */
  private async understood<Result>(key: string, ask: () => Promise<Result>): Promise<Result | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof MessageError) && (isPassing(error) || !isReply(error))) throw error;
      this.refused.set(key, `a message of the server ${error.message}`);
      this.plan.say(`refuses a message, of ${this.refused.size}: sweep ${key} ${error.message}`);
      await this.sweeps.refuse(key, this.plan.name, error.message);
      return null;
    }
  }

  /** Takes part in a sweep until its producer ends. */
  private async *serve(key: string): AsyncGenerator<RunProgress, void> {
    const { plan, sweeps } = this;
    const sweep = await this.understood(key, () => sweeps.sweepOf(key));
    if (sweep === null) return;
    const { name } = sweep.header;
    if (this.ready?.key !== key) yield* this.prepare(key, sweep);
    if (this.ready === null) return;
    const { work } = this.ready;
    plan.say(`${name}: takes part with ${plan.cores} ${plan.cores === 1 ? 'core' : 'cores'}`);
    const jobs = new SweepJobs(key, plan, work, sweep);
    this.current = jobs;
    try {
      while (await sweeps.isAlive(key)) {
        yield { what: `${name}: ${jobs.done} designs`, part: 0 };
        await after(LOOK_INTERVAL);
      }
    } finally {
      this.current = null;
      await jobs.release();
    }
    plan.say(`${name}: ${jobs.done} designs done${jobs.refused === 0 ? '' : `, jobs refused: ${jobs.refused}`}`);
  }

  /** Reads the traces of a sweep, where it can take part. */
  private async *prepare(key: string, sweep: QueuedSweep): AsyncGenerator<RunProgress, void> {
    const { plan, sweeps } = this;
    this.ready = null;
    try {
      this.ready = { key, work: yield* plan.prepare(sweep) };
    } catch (error) {
      if (!(error instanceof SweepRefusal)) throw error;
      const own = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      const reason = `${sweep.header.name}: ${error.message}${own}`;
      this.refused.set(key, reason);
      plan.say(`takes no part: ${reason}`);
      await sweeps.refuse(key, plan.name, error.message);
    }
  }
}

/** The jobs of a sweep on the threads of a worker. */
class SweepJobs {
  /** Designs whose rows the server has. */
  done = 0;
  /** Jobs that are none of the sweep. */
  refused = 0;
  private readonly worker: Worker;
  private readonly threads = sweepThreads(this.work, this.plan.cores, this.plan.limits);
  private released = false;

  constructor(
    key: string,
    private readonly plan: WorkerPlan,
    private readonly work: SweepWork,
    private readonly sweep: QueuedSweep,
  ) {
    const { bullmq, client } = plan.server;
    this.worker = new bullmq.Worker(key, (job, token) => this.process(job, token!), {
      connection: client,
      prefix: PREFIX,
      name: plan.name,
      concurrency: plan.cores + RESERVE,
      lockDuration: 1000 * plan.stalledAfter,
      stalledInterval: 500 * plan.stalledAfter,
      maxStalledCount: MOST_STALLED,
      runRetryDelay: LOOK_INTERVAL,
      drainDelay: 1,
    });
    // Lost connections, and locks that were lost with them: the jobs come again.
    this.worker.on('error', () => {});
    this.worker.on(
      'completed',
      (_, { rows }: JobResult) => (this.done += new Set(rows.map(({ design }) => design)).size),
    );
  }

  /** Stops the threads, and gives back what they work at. */
  async release(): Promise<void> {
    this.released = true;
    await this.threads.stop();
    // BullMQ never comes to the end of a connection that is lost.
    const { bullmq } = this.plan.server;
    await bullmq.RedisConnection.waitUntilReady(await this.worker.backend.blockingClient!);
    await this.worker.close();
  }

  /** @throws UnrecoverableError where they are none: it is not tried again */
  private tasksIn({ data }: Job): readonly DesignTask[] {
    try {
      return this.sweep.tasksIn(data);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      this.refused++;
      this.plan.say(`refuses a job, of ${this.refused}: ${error.message}`);
      throw new this.plan.server.bullmq.UnrecoverableError(error.message);
    }
  }

  private async process(job: Job, token: string): Promise<JobResult> {
    const start = performance.now();
    const tasks = this.tasksIn(job);
    const most = MOST_TOGETHER[this.work.plan.mode];
    const rows: Row[] = [];
    try {
      for (let from = 0; from < tasks.length; from += most) {
        await this.threads.run(tasks.slice(from, from + most), (some) => rows.push(...some));
      }
      return { rows, seconds: (performance.now() - start) / 1000 };
    } catch (error) {
      if (this.released) {
        await job.moveToWait(token);
        throw new this.plan.server.bullmq.WaitingError();
      }
      throw error;
    }
  }
}
