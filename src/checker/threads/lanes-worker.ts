import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import type { MeasuredRun } from './check-results-on-threads.ts';
import { judgeLanes, oracleOf, type LaneVerdicts, type RequestRange } from '../judge/judge-lanes.ts';

serveTasks(({ trace, standard }: MeasuredRun) => {
  const oracle = oracleOf(trace, standard);
  return (range: RequestRange): Generator<number, LaneVerdicts> => judgeLanes(trace, oracle, range);
});
