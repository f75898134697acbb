import type { RunProgress } from '../../platform/progress.ts';
import type { ChosenDesigns } from './chosen-designs.ts';
import { DerivedColumns } from './rows/derived-columns.ts';
import type { EarlierRows } from './rows/earlier-rows.ts';
import type { FinishedRows } from './rows/finished-rows.ts';
import { RowsError } from './rows/log-reader.ts';
import { numberInCell, type DesignTask, type Row } from './runs/design-row.ts';
import type { Workload } from './runs/workload.ts';
import type { Plan } from './plan/parse-plan.ts';
import type { DesignSelection } from './rows/sweep-header.ts';
import { type Genome, paretoSearch, type Scored } from './search/pareto-search.ts';
import { MOST_TOGETHER, type SweepThreads, type TakeRows } from './threads/sweep-threads.ts';

/** Tasks that are made for each core before one is done, and those that the designs that are left are enough for. */
const TASKS_PER_CORE = 2;
const TASKS_LEFT = 2;
/** Designs of each core, or seconds, after which the time left is estimated: the first ones take longer. */
const ESTIMATED_TASKS = 8;
const LATEST_ESTIMATE = 20;
/** Designs that are refused, or have their rows, before others have a turn. */
const PASSED_TOGETHER = 256;

/** Threads, or others that make rows: `most` tasks at a time. */
export interface DesignPool extends Pick<SweepThreads, 'run' | 'stop' | 'most'> {
  /** Designs of a task; those that a thread takes together, if left out. */
  readonly together?: number;
}

/** A sweep that runs. */
export interface Sweep {
  readonly plan: Plan;
  readonly workloads: readonly Workload[];
  readonly taking: DesignSelection;
  readonly chosen: ChosenDesigns;
  /** Designs that are expected, those with rows included. */
  readonly designs: number;
  /** It is stopped at the end. */
  readonly pool: DesignPool;
  /** Rows that exist already. A search needs the rows themselves. */
  readonly finished: FinishedRows;
  /** Rows of other plans; left out where there are none. */
  readonly earlier?: Pick<EarlierRows, 'of'>;
  /** Takes rows, which are finished then. */
  readonly append: TakeRows;
  /** Is called once with the seconds that the sweep will take. */
  readonly onEstimate: (seconds: number) => void;
}

/**
 * Runs the designs of a sweep. Rows are appended as designs end; they do not depend on who makes them.
 *
 * @returns the number of designs, each of which has its rows
 * @throws RowsError when that is not so; the error of a task
 */
export async function* runSweep(sweep: Sweep): AsyncGenerator<RunProgress, number> {
  const { plan, finished, workloads } = sweep;
  const tasks = new RunningTasks(sweep);
  try {
    yield* sweep.taking.how === 'search' ? searched(sweep, tasks) : tasks.run(sweep.chosen.numbers(), sweep.designs);
  } finally {
    await sweep.pool.stop();
  }
  const { designs } = tasks;
  const expected = designs * workloads.length;
  if (finished.count === expected) return designs;
  throw new RowsError(
    `${plan.name}: has ${finished.count} rows at its end; expected ${expected}, of ${designs} designs`,
  );
}

/** Tasks of a pool, some more at a time than it runs. */
class RunningTasks {
  private readonly start = performance.now();
  private before = this.sweep.finished.count;
  /** Designs that have been run, or had their rows already. */
  designs = 0;
  private running = 0;
  private failure: { readonly error: unknown } | null = null;
  private wake: () => void = () => {};
  private done = 0;
  private estimated = false;

  constructor(private readonly sweep: Sweep) {}

  /** Runs designs. @param numbers null for one that is refused  @param expected about how many, as far as is known */
  async *run(numbers: Iterable<number | null>, expected: number): AsyncGenerator<RunProgress, void> {
    const { sweep } = this;
    const { pool } = sweep;
    let tasks: DesignTask[] = [];
    let left = expected;
    let passed = 0;
    for (const number of numbers) {
      if (number !== null) this.designs++;
      const workloads = number === null ? [] : this.missing(number);
      if (number === null || workloads.length === 0) {
        if (++passed % PASSED_TOGETHER === 0) yield this.standing();
        continue;
      }
      tasks.push({ number, workloads });
      // Fewer towards the end, so that all end together.
      const most = pool.together ?? MOST_TOGETHER[sweep.plan.mode];
      if (tasks.length < Math.min(most, Math.floor(left / (TASKS_LEFT * pool.most)))) continue;
      this.give(tasks);
      left -= tasks.length;
      tasks = [];
      yield* this.fewer(TASKS_PER_CORE * pool.most);
    }
    if (tasks.length > 0) this.give(tasks);
    yield* this.fewer(1);
  }

  /** The workloads without a row of a design, once those of other plans are taken. */
  private missing(number: number): readonly number[] {
    const { finished, earlier, append } = this.sweep;
    const workloads = finished.missing(number);
    const found = workloads.length === 0 ? [] : (earlier?.of(number, workloads) ?? []);
    if (found.length === 0) return workloads;
    append(found);
    this.before += found.length;
    return finished.missing(number);
  }

  private give(tasks: readonly DesignTask[]): void {
    this.running++;
    this.sweep.pool
      .run(tasks, (rows) => this.take(rows))
      .catch((error: unknown) => (this.failure ??= { error }))
      .finally(() => {
        this.running--;
        this.wake();
      });
  }

  private take(rows: readonly Row[]): void {
    if (this.failure !== null) return;
    try {
      this.sweep.append(rows);
      this.done += rows.length;
    } catch (error) {
      this.failure = { error };
    }
    this.wake();
  }

  /** Waits until fewer tasks run. @throws the error of a task, or of the log */
  private async *fewer(most: number): AsyncGenerator<RunProgress, void> {
    while (this.running >= most) {
      if (this.failure === null) await new Promise<void>((resolve) => (this.wake = resolve));
      if (this.failure !== null) throw this.failure.error;
      yield this.standing();
    }
    if (this.failure !== null) throw this.failure.error;
  }

  private standing(): RunProgress {
    const { done, before, sweep, start } = this;
    const all = Math.max(1, sweep.designs * sweep.workloads.length);
    const left = Math.max(0, all - before - done);
    const seconds = (performance.now() - start) / 1000;
    const remaining = done === 0 ? null : (seconds * left) / done;
    const known = done >= ESTIMATED_TASKS * sweep.pool.most * sweep.workloads.length || seconds > LATEST_ESTIMATE;
    if (remaining !== null && !this.estimated && known) {
      this.estimated = true;
      sweep.onEstimate(remaining);
    }
    const time = remaining === null ? '' : `, about ${durationText(remaining)} left`;
    return { what: `${before + done} of ${all} rows${time}`, part: Math.min(1, (before + done) / all) };
  }
}

/** Runs the designs that a search asks for, generation by generation. */
async function* searched(sweep: Sweep, tasks: RunningTasks): AsyncGenerator<RunProgress, void> {
  const { plan, chosen, taking, finished } = sweep;
  const { space } = chosen;
  const takes = (genome: Genome) => chosen.takes(space.numberOf(genome));
  const baseline = space.baseline === null ? {} : { baseline: space.digits(space.baseline) };
  const search = paretoSearch({ radices: space.radices, takes, ...baseline }, taking.count!, taking.seed);
  const scored = objectivesOf(plan, finished);
  let step = search.next();
  while (!step.done) {
    const numbers = step.value.map((genome) => space.numberOf(genome));
    yield* tasks.run(numbers, numbers.length);
    step = search.next(numbers.map(scored));
  }
}

/** The objectives of a design by its number, all of which are to be small; null where a row has none. */
export function objectivesOf(
  plan: Plan,
  finished: Pick<FinishedRows, 'rowsOf'>,
): (design: number) => Scored['objectives'] | null {
  const weights = new Map(plan.workloads.map(({ name, weight }) => [name, weight]));
  const derived = new DerivedColumns(plan);
  const rowsOf = (design: number) => finished.rowsOf(design);
  return (design) => {
    const rows = derived.of(rowsOf(design), rowsOf);
    const found = plan.objectives.map(({ measure, goal }) => {
      let [sum, all] = [0, 0];
      for (const row of rows) {
        const value = numberInCell(row[measure]);
        if (Number.isNaN(value)) return null;
        const weight = weights.get(row.workload)!;
        sum += weight * value;
        all += weight;
      }
      return all === 0 ? null : (goal === 'least' ? 1 : -1) * (sum / all);
    });
    return found.includes(null) ? null : (found as readonly number[]);
  };
}

/** 40 s, 12 min, 3.5 h, 4.2 days. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return seconds < 129_600 ? `${(seconds / 3600).toFixed(1)} h` : `${(seconds / 86_400).toFixed(1)} days`;
}
