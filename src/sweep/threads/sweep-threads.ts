import { TaskPool } from '../../threads/task-pool.ts';
import type { SweepMode } from '../measures/measure-table.ts';
import type { DesignTask, Row } from '../runs/design-runs.ts';
import type { SweepWork } from './sweep-worker.ts';

const SWEEP_WORKER = new URL('./sweep-worker', import.meta.url);

/**
 * Designs that a thread takes at a time at most. They share the evaluation of quads, which costs caches alone more than
 * all that is left of a design.
 */
export const MOST_TOGETHER: Readonly<Record<SweepMode, number>> = { cycle: 32, function: 32, cache: 256 };

/** Threads that make the rows of designs. */
export type SweepThreads = TaskPool<readonly DesignTask[], readonly Row[]>;

/** Threads for a sweep. @param cores the most threads */
export function sweepThreads(work: SweepWork, cores: number): SweepThreads {
  return new TaskPool(SWEEP_WORKER, cores, work);
}
