import { statSync } from 'node:fs';
import type { Account } from '../../../pipeline/account.ts';
import type { TraceError } from '../../../traces/encodings/trace-error.ts';
import { PipelineReplay } from '../../replay/pipeline-replay.ts';
import { AccessReplay, RequestAccessReplay } from '../../replay/replay-groups.ts';
import type { Findings, ReplayExtent } from '../../replay/replayer.ts';
import { refusing, type RequestWork } from '../../replay/request-work.ts';
import { type AccessOptions, openAccesses } from '../files/trace-files.ts';
import type { Standing } from '../../replay/standing.ts';
import { type Replayed, secondReading, survey, untilFault } from './request-readings.ts';
import type { Watching } from './stage-traces.ts';

/** The result of a trace, and the fault that ended it early. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly fault: TraceError | null;
}

type Steps<Result> = AsyncGenerator<Standing, Outcome<Result>>;

/** Texel accesses against caches and memory. */
export async function* replayAccesses(
  { file, designs, partial }: Replayed,
  options: AccessOptions,
  extent: ReplayExtent,
): Steps<Findings & { readonly unmoved: number }> {
  const input = await openAccesses(file, options);
  const size = file === '-' ? Infinity : statSync(file).size;
  const replay = refusing({ file, line: 1 }, 'images', () => new AccessReplay(designs, input.images, extent));
  try {
    const fault = yield* untilFault(partial, async function* () {
      for await (const batch of input.batches(replay.lender)) {
        await replay.take(batch);
        yield { what: file, part: Math.min(1, input.bytesRead() / size) };
      }
    });
    return { result: { ...(await replay.finish()), unmoved: replay.unmoved }, fault };
  } catch (error) {
    await replay.stop();
    throw error;
  }
}

/** Requests against caches and memory: the accesses are those of the functional units. */
export async function* replayRequestAccesses(
  replayed: Replayed,
  extent: ReplayExtent,
): Steps<Findings & { readonly unmoved: number }> {
  const { file, designs } = replayed;
  const { work, fault } = yield* survey(replayed);
  const place = { file, line: 1 };
  const replay = refusing(place, 'image', () => new RequestAccessReplay(designs, work, extent));
  try {
    yield* secondReading(file, work, (batch) => replay.take(batch));
    return { result: { ...(await replay.finish()), unmoved: 0 }, fault };
  } catch (error) {
    await replay.stop();
    throw error;
  }
}

/**
 * Requests through whole pipelines.
 *
 * @param watch who watches the run, which then has one design
 */
export async function* replayPipelines(
  replayed: Replayed,
  watch: (work: RequestWork) => Watching,
): Steps<{ accounts: readonly Account[]; requests: number }> {
  const { file, designs } = replayed;
  const { work, fault } = yield* survey(replayed);
  const place = { file, line: 1 };
  const { observer, onRequests } = watch(work);
  const replay = refusing(place, 'image', () => new PipelineReplay(designs, work, observer));
  yield* secondReading(file, work, (batch) => {
    onRequests?.(batch);
    replay.run(batch);
  });
  return { result: { accounts: replay.finish(), requests: work.requests }, fault };
}
