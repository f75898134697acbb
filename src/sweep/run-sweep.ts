import type { Standing } from '../replay/standing.ts';
import { TaskPool } from '../threads/task-pool.ts';
import type { ChosenDesigns } from './chosen-designs.ts';
import type { FinishedRows } from './finished-rows.ts';
import type { DesignTask, Row } from './runs/design-runs.ts';
import type { Workload } from './runs/workload.ts';
import type { Objective, Plan } from './plan/parse-plan.ts';
import type { Taking } from './rows/sweep-header.ts';
import { type Genome, paretoSearch, type Scored } from './search/pareto-search.ts';
import type { SweepWork } from './threads/sweep-worker.ts';

const SWEEP_WORKER = new URL('./threads/sweep-worker', import.meta.url);

/** The most designs of a task, which share what they have in common. */
const MOST_TOGETHER = 32;
/** Tasks that are made for each core before one is done, and those that the designs that are left are enough for. */
const TASKS_PER_CORE = 2;
const TASKS_LEFT = 4;
/** Designs of each core, or seconds, after which the time is told: the first ones take longer. */
const ESTIMATED_TASKS = 4;
const LATEST_ESTIMATE = 20;
/** Designs that are refused before others have a turn. */
const REFUSED_TOGETHER = 256;

/** A sweep that runs. */
export interface Sweep {
  readonly plan: Plan;
  readonly workloads: readonly Workload[];
  readonly taking: Taking;
  readonly chosen: ChosenDesigns;
  /** Designs that are expected, those with rows included. */
  readonly designs: number;
  readonly cores: number;
  readonly areaCache: string;
  /** Rows that stand already. A search needs the rows themselves. */
  readonly finished: FinishedRows;
  readonly append: (rows: readonly Row[]) => void;
  /** Is called once with the seconds that the sweep will take. */
  readonly onEstimate: (seconds: number) => void;
}

/**
 * Runs the designs of a sweep on threads, each taking the next ones. Rows are appended as they come; they do not depend
 * on the number of threads.
 */
export async function* runSweep(sweep: Sweep): AsyncGenerator<Standing, void> {
  const { plan, workloads, areaCache, cores, taking } = sweep;
  const pool = new TaskPool<readonly DesignTask[], readonly Row[]>(SWEEP_WORKER, cores, {
    plan,
    workloads,
    areaCache,
  } satisfies SweepWork);
  const tasks = new RunningTasks(sweep, pool);
  try {
    yield* taking.how === 'search' ? searched(sweep, tasks) : tasks.run(sweep.chosen.numbers(), sweep.designs);
  } finally {
    await pool.stop();
  }
}

/** Tasks on threads, some more than there are threads at a time. */
class RunningTasks {
  private readonly sweep: Sweep;
  private readonly pool: TaskPool<readonly DesignTask[], readonly Row[]>;
  private readonly start = performance.now();
  private readonly before: number;
  private done = 0;
  private estimated = false;

  constructor(sweep: Sweep, pool: TaskPool<readonly DesignTask[], readonly Row[]>) {
    this.sweep = sweep;
    this.pool = pool;
    this.before = sweep.finished.count;
  }

  /** Runs designs. @param numbers null for one that is refused  @param expected about how many, as far as is known */
  async *run(numbers: Iterable<number | null>, expected: number): AsyncGenerator<Standing, void> {
    const { pool, sweep } = this;
    const waiting = new Set<Promise<void>>();
    const give = (tasks: readonly DesignTask[]) => {
      const task = pool.run(tasks).then((rows) => {
        waiting.delete(task);
        sweep.append(rows);
        this.done += rows.length;
      });
      // The loop below sees an error of any task; of the others nobody asks then.
      task.catch(() => {});
      waiting.add(task);
    };
    let tasks: DesignTask[] = [];
    let left = expected;
    let refused = 0;
    for (const number of numbers) {
      if (number === null) {
        if (++refused % REFUSED_TOGETHER === 0) yield this.standing();
        continue;
      }
      const workloads = sweep.finished.missing(number);
      if (workloads.length === 0) continue;
      tasks.push({ number, workloads });
      // Fewer towards the end, so that all threads end together.
      if (tasks.length < Math.min(MOST_TOGETHER, Math.floor(left / (TASKS_LEFT * sweep.cores)))) continue;
      give(tasks);
      left -= tasks.length;
      tasks = [];
      if (waiting.size < TASKS_PER_CORE * sweep.cores) continue;
      await Promise.race(waiting);
      yield this.standing();
    }
    if (tasks.length > 0) give(tasks);
    while (waiting.size > 0) {
      await Promise.race(waiting);
      yield this.standing();
    }
  }

  private standing(): Standing {
    const { done, before, sweep, start } = this;
    const all = Math.max(1, sweep.designs * sweep.workloads.length);
    const left = Math.max(0, all - before - done);
    const seconds = (performance.now() - start) / 1000;
    const remaining = done === 0 ? null : (seconds * left) / done;
    const known = done >= ESTIMATED_TASKS * sweep.cores * sweep.workloads.length || seconds > LATEST_ESTIMATE;
    if (remaining !== null && !this.estimated && known) {
      this.estimated = true;
      sweep.onEstimate(remaining);
    }
    const time = remaining === null ? '' : `, about ${durationText(remaining)} left`;
    return { what: `${before + done} of ${all} rows${time}`, part: Math.min(1, (before + done) / all) };
  }
}

/** Runs the designs that a search asks for, generation by generation. */
async function* searched(sweep: Sweep, tasks: RunningTasks): AsyncGenerator<Standing, void> {
  const { plan, workloads, chosen, taking, finished } = sweep;
  const { space } = chosen;
  const takes = (genome: Genome) => chosen.takes(space.numberOf(genome));
  const search = paretoSearch({ radices: space.radices, takes }, taking.count!, taking.seed);
  const weights = new Map(workloads.map(({ name, weight }) => [name, weight]));
  let step = search.next();
  while (!step.done) {
    const numbers = step.value.map((genome) => space.numberOf(genome));
    yield* tasks.run(numbers, numbers.length);
    step = search.next(numbers.map((number) => objectivesOf(finished.rowsOf(number), plan.objectives, weights)));
  }
}

/** A large number in place of an infinite objective, with which distances can be computed. */
const FAR = 1e12;

/** The objectives of a design, all of which are to be small; null where a row has none. */
export function objectivesOf(
  rows: readonly Row[],
  objectives: readonly Objective[],
  weights: ReadonlyMap<string, number>,
): Scored['objectives'] | null {
  const found = objectives.map(({ measure, goal }) => {
    let [sum, all] = [0, 0];
    for (const row of rows) {
      const cell = row[measure];
      const value = cell === 'inf' ? FAR : cell;
      if (typeof value !== 'number') return null;
      const weight = weights.get(row.workload)!;
      sum += weight * value;
      all += weight;
    }
    return all === 0 ? null : (goal === 'least' ? 1 : -1) * (sum / all);
  });
  return found.includes(null) ? null : (found as readonly number[]);
}

/** 40 s, 12 min, 3.5 h, 4.2 days. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? `${(seconds / 3600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} days`;
}
