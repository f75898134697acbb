import { TaskPool } from '../../../platform/threads/task-pool.ts';
import type { SweepMode } from '../measures/measure-table.ts';
import { DesignSpace } from '../plan/design-space.ts';
import type { Plan } from '../plan/parse-plan.ts';
import { givenUpRows, type DesignTask, type Row } from '../runs/design-row.ts';
import { GROUP_SECONDS } from '../runs/design-runs.ts';
import type { SweepWork } from './sweep-worker.ts';

const SWEEP_WORKER = new URL('./sweep-worker', import.meta.url);

/**
 * Designs that a thread takes at a time at most. They share the evaluation of quads, which costs caches alone more than
 * all that is left of a design.
 */
export const MOST_TOGETHER: Readonly<Record<SweepMode, number>> = { cycle: 32, function: 32, cache: 256 };

/** Times that a design may fail. */
const ATTEMPTS = 3;
/** Designs that are given up before a single one ends well: something else is wrong. */
const MOST_IN_VAIN = 16;

/** What a design with a workload may take: seconds, and MiB of the objects of its thread. */
export interface DesignLimits {
  readonly designTime: number;
  readonly designMemory: number;
}

/** Far more than a design takes whose workload fits into memory. */
export const DESIGN_LIMITS: DesignLimits = { designTime: 900, designMemory: 2048 };

/** Receives rows as designs end. */
export type TakeRows = (rows: readonly Row[]) => void;

type Pool = Pick<TaskPool<readonly DesignTask[], void, readonly Row[]>, 'run' | 'stop' | 'most'>;

/**
 * Threads that make the rows of designs. Where a thread fails, the designs that it has made no rows of are run again,
 * each alone. One that fails three times is given up: its rows have the reason, and the sweep goes on.
 */
export class SweepThreads {
  readonly most = this.pool.most;
  readonly space = new DesignSpace(this.plan);
  private succeeds = false;
  private inVain = 0;
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    readonly plan: Plan,
  ) {}

  /** Runs designs. @throws the error of the last one, when one after the other fails and none ends well */
  async run(tasks: readonly DesignTask[], take: TakeRows, attempt = 0): Promise<void> {
    const left = new Map<string, DesignTask>();
    for (const { number, workloads } of tasks) {
      for (const w of workloads) left.set(`${number} ${this.plan.workloads[w].name}`, { number, workloads: [w] });
    }
    const isAlone = left.size === 1;
    try {
      await this.pool.run(tasks, (rows) => {
        for (const { design, workload } of rows) this.succeeds = left.delete(`${design} ${workload}`);
        take(rows);
      });
    } catch (error) {
      if (this.stopped) throw error;
      if (isAlone && attempt + 1 === ATTEMPTS) {
        if (!this.succeeds && ++this.inVain === MOST_IN_VAIN) throw error;
        const reason = `failed ${ATTEMPTS} times: ${String(error).split('\n', 1)[0]}`;
        for (const task of left.values()) take(givenUpRows(this, task, reason));
      } else {
        const next = isAlone ? attempt + 1 : 0;
        await Promise.all([...left.values()].map((task) => this.run([task], take, next)));
      }
    }
  }

  /** Stops the threads, whatever they do. Designs without rows fail. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.pool.stop();
  }
}

/** Threads for a sweep. @param cores the most threads */
export function sweepThreads(
  work: SweepWork,
  cores: number,
  { designTime, designMemory }: DesignLimits = DESIGN_LIMITS,
): SweepThreads {
  // A design may have waited for a group, or for the start of its thread.
  const silence = 1000 * (designTime + 2 * GROUP_SECONDS);
  return new SweepThreads(new TaskPool(SWEEP_WORKER, cores, work, { memory: designMemory, silence }), work.plan);
}
