import type { Design } from '../../../rtl-model/design/design.ts';
import { TaskPool } from '../../platform/threads/task-pool.ts';
import { checkResults, type ResultsCheck } from '../closest/check-results.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import type { Progress } from '../rule.ts';
import type { LaneVerdicts, RequestRange, Standard, WrongLane } from '../judge/judge-lanes.ts';

const LANES_WORKER = new URL('./lanes-worker', import.meta.url);
/** The least requests of a block, and the most blocks. Some requests take a thousand times as long as others. */
const BLOCK_REQUESTS = 64;
const MOST_BLOCKS = 256;

/** The data that all blocks of a trace share. A block is a RequestRange. */
export interface MeasuredRun {
  readonly trace: MeasuredTrace;
  readonly standard: Standard;
}

/** Judges results on threads, block by block, each of which has a copy of the trace. The check is that of `checkResults`. */
export async function* checkResultsOnThreads(
  trace: MeasuredTrace,
  standard: Standard,
  threads: number,
  named?: Design,
): AsyncGenerator<Progress, ResultsCheck> {
  const { length } = trace.requests;
  if (trace.copies === 0) return yield* checkResults(trace, standard, null, named);
  const size = Math.max(BLOCK_REQUESTS, Math.ceil(length / MOST_BLOCKS));
  const blocks = Array.from({ length: Math.ceil(length / size) }, (_, n): RequestRange => {
    return { from: n * size, until: Math.min((n + 1) * size, length) };
  });
  const run: MeasuredRun = { trace, standard };
  const lanes = new Uint8Array(4 * length);
  const wrong: WrongLane[] = [];
  const pool = new TaskPool<RequestRange, LaneVerdicts>(
    LANES_WORKER,
    Math.min(threads, blocks.length, trace.copies),
    run,
  );
  const steps = pool.all(blocks, (verdicts, n) => {
    lanes.set(verdicts.lanes, 4 * blocks[n].from);
    for (const lane of verdicts.wrong) wrong.push(lane);
  });
  for await (const { part } of steps) yield part / 2;
  return yield* checkResults(trace, standard, { lanes, wrong }, named);
}
