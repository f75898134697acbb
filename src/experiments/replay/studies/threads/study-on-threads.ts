import { TaskPool } from '../../../../platform/threads/task-pool.ts';
import type { RunProgress } from '../../../../platform/progress.ts';
import type { StudyName } from '../standard-studies.ts';
import type { StudyPlan } from '../study-plan.ts';
import type { StudyInputs } from '../study-scenes.ts';

const STUDY_WORKER = new URL('./study-worker', import.meta.url);

/** A study by its name, from which a thread makes the plan. Its tasks are the numbers of the plan's parts. */
export interface StudyWork {
  readonly name: StudyName;
  readonly inputs: StudyInputs;
}

/**
 * Runs the parts of a study on threads. The result is that of `performed`.
 *
 * @param plan of the work
 */
export async function* studyOnThreads<Run, Result>(
  { parts, result }: StudyPlan<Run, Result>,
  work: StudyWork,
  threads: number,
): AsyncGenerator<RunProgress, Result> {
  const runs: Run[] = [];
  const pool = new TaskPool<number, readonly Run[]>(STUDY_WORKER, Math.min(threads, parts.length), work);
  const steps = pool.all([...parts.keys()], (some) => void runs.push(...some));
  for await (const { task, part } of steps) yield { what: parts[task].what, part };
  return result(runs);
}
