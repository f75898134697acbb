import { hostname } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';
import { withoutControls } from '../../../platform/pages/wording.ts';
import { canonicalJson, valueHash } from '../plan/canonical-json.ts';
import { givenUpRows, type DesignTask, type Row } from '../runs/design-row.ts';
import type { TakeRows } from '../threads/sweep-threads.ts';
import {
  isPassing,
  isReply,
  openServer,
  PREFIX,
  QueueError,
  type QueueServer,
  type RedisAddress,
  shownAddress,
} from './queue-server.ts';
import {
  JOB_DESIGNS,
  keyOf,
  MessageError,
  PRODUCER_BEAT,
  PRODUCER_LIFE,
  type QueuedSweep,
  QueuedSweeps,
} from './queued-sweeps.ts';

/** Milliseconds between two looks for results. */
const LOOK_INTERVAL = 100;
/** Results of a look. */
const MOST_RESULTS = 200;
/** Times that a job may fail, and milliseconds before it is tried again. */
const ATTEMPTS = 3;
const RETRY_AFTER = 1000;
/** Jobs that may fail one after the other: more are no fault of their designs. */
const MOST_IN_VAIN = 16;
/** Results of a job that may be refused. */
const MOST_REFUSED = 3;
/** Seconds that a job is to take: the server has a third of a millisecond of work with each of its designs. */
const JOB_SECONDS = 1;
/** Cores of a worker that count. */
const MOST_CORES = 1024;
/** The part of a job in the mean of the seconds of a design. */
const NEWEST = 0.1;
/** Jobs that are made at least, for workers that come later. */
const LEAST_JOBS = 16;
/** Milliseconds that the end of a sweep waits for workers to leave it, and for a server that is gone. */
const LEAVING = 1000;
const LONGEST_END = 2000;
/** Milliseconds after which jobs are added again, which changes nothing where they are not lost. */
const ADD_AGAIN = 15_000;

/** A job without results. */
interface Awaited {
  readonly tasks: readonly DesignTask[];
  readonly resolve: (rows: readonly Row[]) => void;
  readonly reject: (error: unknown) => void;
  /** False until it is in the queue, and again once the server may have lost it. */
  added: boolean;
  /** Results that were refused. */
  refused: number;
}

/**
 * The designs of a sweep on a queue: a job for some of them, whose name follows from the designs and the workloads. The
 * server may lose everything at any time: rows count once they are in the log, and jobs that are missing are added
 * again. A result that comes twice is the same one.
 */
export class QueuedDesigns {
  private readonly address = shownAddress(this.redis);
  private readonly key = keyOf(this.sweep.header);
  private readonly sweeps = new QueuedSweeps(this.server.client);
  private readonly queue: Queue;
  private readonly producer = `${hostname()}, process ${process.pid}`;
  private readonly awaited = new Map<string, Awaited>();
  /** Rows of jobs that a producer before this one has added, by design and workload. */
  private readonly early = new Map<string, Row>();
  /** Seconds of a design. */
  private seconds = JOB_SECONDS;
  private readonly refused = new Map<string, string>();
  /** Messages that were refused. */
  private foreign = 0;
  /** Jobs that have failed since the last result. */
  private inVain = 0;
  private workers = 0;
  private cores = 0;
  /** The times of the last sign of life, and of the last time that all jobs were added. */
  private beat = -Infinity;
  private added = performance.now();
  private ended = false;
  private fault: { readonly error: unknown } | null = null;
  private working: Promise<void> = Promise.resolve();

  private constructor(
    private readonly server: QueueServer,
    private readonly redis: RedisAddress,
    private readonly sweep: QueuedSweep,
    private readonly say: (text: string) => void,
  ) {
    const { bullmq, client } = server;
    this.queue = new bullmq.Queue(this.key, {
      connection: client,
      prefix: PREFIX,
      defaultJobOptions: { attempts: ATTEMPTS, backoff: { type: 'fixed', delay: RETRY_AFTER } },
    });
    this.queue.on('error', () => {});
    // The server may have lost them while it was away.
    client.on('ready', () => this.addAgain());
  }

  /**
   * Takes a sweep, and waits for the end of a producer that was killed.
   *
   * @param say reports to the user what happens
   * @throws QueueError when the server cannot be used, or another producer has the sweep
   */
  static async open(address: RedisAddress, sweep: QueuedSweep, say: (text: string) => void): Promise<QueuedDesigns> {
    const designs = new QueuedDesigns(await openServer(address, say), address, sweep, say);
    try {
      await designs.take();
    } catch (error) {
      designs.server.close();
      if (!isPassing(error)) throw error;
      const problem = `cannot be used now (${error.message}); expected a Redis server that can be written`;
      throw new QueueError(`${designs.address}: ${problem}`, { cause: error });
    }
    designs.working = designs.work();
    return designs;
  }

  /** Jobs that are enough for all workers. */
  get most(): number {
    return Math.max(LEAST_JOBS, 2 * this.cores);
  }

  /** Cores of all workers, and what messages call them. */
  get coresText(): string {
    return `${this.cores} ${this.cores === 1 ? 'core' : 'cores'} of ${this.workers} ${this.workers === 1 ? 'worker' : 'workers'}`;
  }

  /** Designs of a job. */
  get together(): number {
    return Math.min(JOB_DESIGNS, Math.max(1, Math.round(JOB_SECONDS / this.seconds)));
  }

  /** The rows of designs, as soon as a worker has made them. @throws QueueError when the designs fail on every worker */
  async run(tasks: readonly DesignTask[], take: TakeRows): Promise<void> {
    const known: Row[] = [];
    const rest = tasks.filter((task) => !this.takeEarly(task, known));
    if (known.length > 0) take(known);
    if (rest.length === 0) return;
    const rows = await new Promise<readonly Row[]>((resolve, reject) => {
      if (this.fault === null)
        this.awaited.set(jobIdOf(rest), { tasks: rest, resolve, reject, added: false, refused: 0 });
      else reject(this.fault.error);
    });
    take(rows);
  }

  /** Removes the sweep from the server, which forgets what has no result. */
  async stop(): Promise<void> {
    this.ended = true;
    const end = async () => {
      await this.working;
      await this.sweeps.retire(this.key, this.producer);
      const until = performance.now() + LEAVING;
      while (performance.now() < until && (await this.queue.getWorkersCount()) > 0) await after(LOOK_INTERVAL);
      await this.queue.obliterate({ force: true });
    };
    if (this.server.client.status === 'ready') {
      await Promise.race([end(), after(LONGEST_END, undefined, { ref: false })]).catch(() => {});
    }
    this.server.close();
  }

  private async take(): Promise<void> {
    const since = performance.now();
    for (let attempt = 0; ; attempt++) {
      const holder = await this.sweeps.announce(this.key, this.producer, this.sweep);
      if (holder === this.producer) break;
      if (performance.now() - since > PRODUCER_LIFE + PRODUCER_BEAT) throw this.taken(holder);
      if (attempt === 0) this.say(`waits for ${holder}, which has run this sweep`);
      await after(PRODUCER_BEAT / 3);
    }
    // Jobs that nobody has begun are added again where they are missing still.
    await this.queue.drain(true);
    await this.queue.clean(0, MOST_RESULTS, 'failed');
  }

  private taken(holder: string): QueueError {
    return new QueueError(`${this.address}: ${holder}, runs this sweep already; expected one producer of a sweep`);
  }

  /** Adds jobs and takes results until the end. */
  private async work(): Promise<void> {
    while (!this.ended) {
      try {
        if (performance.now() - this.beat > PRODUCER_BEAT) await this.giveSign();
        if (performance.now() - this.added > ADD_AGAIN) this.addAgain();
        await this.add();
        const results = await this.collect();
        if (results < MOST_RESULTS) await after(LOOK_INTERVAL);
      } catch (error) {
        if (!isPassing(error)) {
          this.fail(isReply(error) ? new QueueError(`${this.address}: refuses (${error.message})`) : error);
          return;
        }
        await after(LOOK_INTERVAL);
      }
    }
  }

  private async giveSign(): Promise<void> {
    const holder = await this.sweeps.announce(this.key, this.producer, this.sweep);
    if (holder !== this.producer) throw this.taken(holder);
    await Promise.all(Array.from(await this.jobs('failed'), ([id, job]) => this.takeFailed(id, job)));
    for (const [worker, reason] of await this.sweeps.refusals(this.key)) {
      if (this.refused.get(worker) !== reason) this.say(`the worker ${worker} takes no part: ${reason}`);
      this.refused.set(worker, reason);
    }
    await this.countWorkers();
    this.beat = performance.now();
  }

  private async countWorkers(): Promise<void> {
    const workers = await this.queue.getWorkers();
    this.cores = workers.reduce((sum, { rawname }) => sum + coresOfWorker(rawname ?? ''), 0);
    const isFirst = this.beat === -Infinity;
    if (workers.length === this.workers && !isFirst) return;
    this.workers = workers.length;
    this.say(this.workers > 0 ? this.coresText : `waits for workers: texunit worker --queue ${this.address}`);
  }

  private addAgain(): void {
    for (const job of this.awaited.values()) job.added = false;
    this.added = performance.now();
  }

  private async add(): Promise<void> {
    const missing = [...this.awaited].filter(([, { added }]) => !added);
    if (missing.length === 0) return;
    // A job that is there already stays as it is.
    await this.queue.addBulk(
      missing.map(([jobId, { tasks }]) => ({ name: 'designs', data: { tasks }, opts: { jobId } })),
    );
    for (const [, job] of missing) job.added = true;
  }

  /** Jobs that have ended, by their names; null for what is none. */
  private async jobs(how: 'completed' | 'failed'): Promise<ReadonlyMap<string, Job | null>> {
    const ids = await this.queue.getRanges([how], 0, MOST_RESULTS - 1);
    const jobs = ids.map(async (id) => {
      try {
        return [id, (await this.server.bullmq.Job.fromId(this.queue, id)) ?? null] as const;
      } catch (error) {
        if (isPassing(error) || !(isReply(error) || error instanceof SyntaxError)) throw error;
        return [id, null] as const;
      }
    });
    return new Map(await Promise.all(jobs));
  }

  private async collect(): Promise<number> {
    const jobs = await this.jobs('completed');
    for (const [id, job] of jobs) {
      try {
        this.takeResult(id, job);
      } catch (error) {
        if (!(error instanceof MessageError)) throw error;
        this.refuse(id, error.message);
      }
    }
    await Promise.all(Array.from(jobs.keys(), (id) => this.queue.remove(id)));
    return jobs.size;
  }

  /** @throws MessageError where it is none */
  private takeResult(id: string, job: Job | null): void {
    const awaited = this.awaited.get(id);
    const tasks = awaited?.tasks ?? this.sweep.tasksIn(job?.data);
    const { rows, seconds } = this.sweep.resultIn(job?.returnvalue, tasks);
    if (awaited === undefined) {
      for (const row of rows) this.early.set(`${row.design} ${row.workload}`, row);
      return;
    }
    this.awaited.delete(id);
    this.seconds += NEWEST * (seconds / tasks.length - this.seconds);
    this.inVain = 0;
    awaited.resolve(rows);
  }

  /** Counts a message that is none of this sweep; its job comes again. @throws QueueError where that does not help */
  private refuse(id: string, problem: string): void {
    this.say(`refuses a message, of ${++this.foreign}: job ${id} ${problem}`);
    const awaited = this.awaited.get(id);
    if (awaited === undefined) return;
    awaited.added = false;
    if (++awaited.refused === MOST_REFUSED)
      throw new QueueError(`${named(awaited.tasks)}: a worker's message ${problem}`);
  }

  /** Gives up a design that has failed on every worker. @throws QueueError where nothing but failures comes */
  private async takeFailed(id: string, job: Job | null): Promise<void> {
    const awaited = this.awaited.get(id);
    await this.queue.remove(id);
    if (awaited === undefined || canonicalJson(job?.data) !== canonicalJson({ tasks: awaited.tasks })) {
      this.refuse(id, 'has failed and is none of this sweep');
      return;
    }
    const { tasks, resolve, reject } = awaited;
    const { attemptsMade, failedReason } = job!;
    const problem = `failed ${attemptsMade} times, the last time by: ${failedReason}`;
    if (++this.inVain > MOST_IN_VAIN) throw new QueueError(`${named(tasks)}: ${problem}`);
    this.awaited.delete(id);
    if (tasks.length === 1) {
      resolve(givenUpRows(this.sweep, tasks[0], withoutControls(problem)));
      return;
    }
    const rows: Row[] = [];
    const alone = tasks.map((task) => this.run([task], (some) => rows.push(...some)));
    void Promise.all(alone).then(() => resolve(rows), reject);
  }

  /** Moves the rows of a design to others, if all are known already. */
  private takeEarly({ number, workloads }: DesignTask, known: Row[]): boolean {
    const keys = workloads.map((w) => this.sweep.rowKey(number, w));
    const rows = keys.flatMap((key) => this.early.get(key) ?? []);
    if (rows.length < keys.length) return false;
    for (const key of keys) this.early.delete(key);
    known.push(...rows);
    return true;
  }

  private fail(error: unknown): void {
    this.fault = { error };
    for (const { reject } of this.awaited.values()) reject(error);
    this.awaited.clear();
  }
}

/** The name of a worker in Redis: its machine, its process, and its cores. */
export function workerName(cores: number): string {
  return `${hostname()}/${process.pid}/${cores}`;
}

function coresOfWorker(rawName: string): number {
  return Math.min(MOST_CORES, Number(/\/(\d+)$/.exec(rawName)?.[1] ?? 1));
}

function jobIdOf(tasks: readonly DesignTask[]): string {
  return `${tasks[0].number}-${valueHash(tasks)}`;
}

function named(tasks: readonly DesignTask[]): string {
  const numbers = tasks.map(({ number }) => `#${number}`);
  return numbers.length > 1 ? `designs ${numbers[0]} to ${numbers.at(-1)}` : `design ${numbers[0]}`;
}
