import { byteText } from '../../../traces/encodings/memory-budget.ts';
import { TaskPool } from '../../threads/task-pool.ts';
import { ThreadError } from '../../threads/thread.ts';
import type { SweepMode } from '../measures/measure-table.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { givenUpRows } from '../runs/design-row.ts';
import { type DesignTask, GROUP_SECONDS, type Row } from '../runs/design-runs.ts';
import type { SweepWork } from './sweep-worker.ts';

const SWEEP_WORKER = new URL('./sweep-worker', import.meta.url);

/**
 * Designs that a thread takes at a time at most. They share the evaluation of quads, which costs caches alone more than
 * all that is left of a design.
 */
export const MOST_TOGETHER: Readonly<Record<SweepMode, number>> = { cycle: 32, function: 32, cache: 256 };

/** Times that a design may fail. */
const ATTEMPTS = 3;
/** Designs that are given up, without a single row of another one, after which something else must be wrong. */
const MOST_IN_VAIN = 16;

/** What a design may take of its thread. */
export interface DesignLimits {
  /** Seconds with a workload. */
  readonly designTime: number;
  /** Bytes of objects. */
  readonly designMemory: number;
}

/** Receives rows as designs end. */
export type TakeRows = (rows: readonly Row[]) => void;

type Pool = Pick<TaskPool<readonly DesignTask[], void, readonly Row[]>, 'run' | 'stop' | 'most'>;

/**
 * Threads that make the rows of designs. Designs whose thread fails are run again, each alone, so that none suffers from
 * another one. One that fails alone is given up: its rows have the reason as their fault, and the sweep goes on.
 */
export class SweepThreads {
  private readonly pool: Pool;
  readonly plan: Plan;
  readonly space: DesignSpace;
  private readonly limits: DesignLimits;
  /** True once a design has ended well. */
  private succeeds = false;
  private inVain = 0;
  private stopped = false;

  constructor(pool: Pool, plan: Plan, limits: DesignLimits) {
    this.pool = pool;
    this.plan = plan;
    this.space = new DesignSpace(plan);
    this.limits = limits;
  }

  get most(): number {
    return this.pool.most;
  }

  /** Runs designs. @throws the error of the last one, when one after the other fails and none ends well */
  async run(tasks: readonly DesignTask[], take: TakeRows): Promise<void> {
    const alone = tasks.flatMap(({ number, workloads }) => workloads.map((w) => ({ number, workloads: [w] })));
    if (alone.length === 1) return this.runAlone(alone[0], take);
    const done = new Set<string>();
    const error = await this.attempt(tasks, (rows) => {
      for (const { design, workload } of rows) done.add(`${design} ${workload}`);
      take(rows);
    });
    if (error === null) return;
    const left = alone.filter(({ number, workloads: [w] }) => !done.has(`${number} ${this.plan.workloads[w].name}`));
    await Promise.all(left.map((task) => this.runAlone(task, take)));
  }

  /** Stops the threads, whatever they do. Designs without rows never get them. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.pool.stop();
  }

  /** @param task a design and a workload */
  private async runAlone(task: DesignTask, take: TakeRows): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      let done = false;
      const failure = await this.attempt([task], (rows) => {
        done ||= rows.length > 0;
        take(rows);
      });
      if (failure === null || done) return;
      const limit = this.limitOf(failure.error);
      if (attempt < ATTEMPTS && limit === null) continue;
      if (!this.succeeds && ++this.inVain === MOST_IN_VAIN) throw failure.error;
      take(givenUpRows(this, task, limit ?? `failed ${ATTEMPTS} times: ${String(failure.error).split('\n', 1)[0]}`));
      return;
    }
  }

  private async attempt(tasks: readonly DesignTask[], take: TakeRows): Promise<{ readonly error: unknown } | null> {
    try {
      await this.pool.run(tasks, (rows) => {
        this.succeeds ||= rows.length > 0;
        take(rows);
      });
      return null;
    } catch (error) {
      return this.stopped ? new Promise<never>(() => {}) : { error };
    }
  }

  /** The limit of a design that its thread went beyond, in words; null where it failed otherwise. */
  private limitOf(error: unknown): string | null {
    if (!(error instanceof ThreadError) || error.exceeded === null) return null;
    const { designTime, designMemory } = this.limits;
    return error.exceeded === 'time'
      ? `takes more than ${designTime} s (--design-time)`
      : `needs more than ${byteText(designMemory)} (--design-memory)`;
  }
}

/** Threads for a sweep. @param cores the most threads */
export function sweepThreads(work: SweepWork, cores: number, limits: DesignLimits): SweepThreads {
  // A group may hold one design that takes as long as it may.
  const silence = ({ length }: readonly DesignTask[]) =>
    1000 * (limits.designTime + (length > 1 ? 2 * GROUP_SECONDS : 0));
  const pool: Pool = new TaskPool(SWEEP_WORKER, cores, work, { bytes: limits.designMemory, silence });
  return new SweepThreads(pool, work.plan, limits);
}
