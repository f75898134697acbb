import { serveTasks } from '../../../platform/threads/serve-tasks.ts';
import { DesignRuns } from '../runs/design-runs.ts';
import type { DesignTask, Row } from '../runs/design-row.ts';
import type { Workload } from '../runs/workload.ts';
import type { Plan } from '../plan/parse-plan.ts';

/** What all designs of a sweep share. */
export interface SweepWork {
  readonly plan: Plan;
  readonly workloads: readonly Workload[];
  /** Folder of known areas. */
  readonly areaCache: string;
}

serveTasks(({ plan, workloads, areaCache }: SweepWork) => {
  const runs = new DesignRuns(plan, workloads, areaCache);
  return (tasks: readonly DesignTask[]): AsyncGenerator<readonly Row[], void> => runs.rows(tasks);
}, 0);
