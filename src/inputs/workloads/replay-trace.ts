import { statSync } from 'node:fs';
import type { Account } from '../../../pipeline/stages/account.ts';
import type { TraceError } from '../../../traces/encodings/trace-error.ts';
import { AccessPipelineReplay } from '../../experiments/replay/pipelines/access-pipelines.ts';
import { PipelineReplay } from '../../experiments/replay/pipelines/pipeline-replay.ts';
import { PipelinesOnThreads } from '../../experiments/replay/pipelines/threads/pipelines-on-threads.ts';
import { AccessReplay, type LaidOutAccesses, RequestAccessReplay } from '../../experiments/replay/replay-groups.ts';
import type { Findings, Replayer, ReplayExtent } from '../../experiments/replay/replayer.ts';
import type { RequestWork } from '../../experiments/replay/request-work.ts';
import { refusing } from '../../simulate/request-validity.ts';
import { type AccessInput, type AccessOptions, openAccesses } from '../files/trace-files.ts';
import type { RunProgress } from '../../platform/progress.ts';
import { type Replayed, secondReading, survey, untilFault } from './request-readings.ts';
import type { RunObservers } from '../captures/open-traces.ts';

/** The result of a trace, and the fault that ended it early. */
export interface ReplayOutcome<Result> {
  readonly result: Result;
  readonly fault: TraceError | null;
}

type Steps<Result> = AsyncGenerator<RunProgress, ReplayOutcome<Result>>;

/** Texel accesses against caches and memory. */
export async function* replayAccesses(
  replayed: Replayed,
  options: AccessOptions,
  extent: ReplayExtent,
): Steps<Findings & { readonly unmoved: number }> {
  const input = await openAccesses(replayed.file, options);
  const replay = refusing({ file: replayed.file, line: 1 }, 'images', () => {
    return new AccessReplay(replayed.designs, input.images, extent);
  });
  try {
    const { fault } = yield* takeAccesses(replayed, input, replay);
    return { result: { ...(await replay.finish()), unmoved: replay.unmoved }, fault };
  } catch (error) {
    await replay.stop();
    throw error;
  }
}

/** The accounts of pipelines, and the numbers of what went through them. */
type PipelineRuns<Counted extends string> = { readonly accounts: readonly Account[] } & Readonly<
  Record<Counted, number>
>;

/** Texel accesses through whole pipelines; no layout moves the `unmoved` ones. */
export async function* replayAccessPipelines(
  replayed: Replayed,
  options: AccessOptions,
): Steps<PipelineRuns<'accesses' | 'unmoved'>> {
  const { file, designs } = replayed;
  const named = designs.filter(({ pipeline }) => pipeline.units.distribution === 'trace');
  const units = Math.min(...named.map(({ pipeline }) => pipeline.units.count));
  const input = await openAccesses(file, named.length === 0 ? options : { ...options, units });
  const replay = refusing({ file, line: 1 }, 'images', () => new AccessPipelineReplay(designs, input.images));
  const { fault, accesses } = yield* takeAccesses(replayed, input, replay);
  return { result: { accounts: replay.finish(), accesses, unmoved: replay.unmoved }, fault };
}

/** Gives a replay the accesses of its trace. */
async function* takeAccesses(
  { file, partial }: Replayed,
  input: AccessInput,
  replay: LaidOutAccesses<Pick<Replayer, 'lender' | 'take'>>,
): AsyncGenerator<RunProgress, { readonly fault: TraceError | null; readonly accesses: number }> {
  const size = file === '-' ? Infinity : statSync(file).size;
  let accesses = 0;
  const fault = yield* untilFault(partial, async function* () {
    for await (const batch of input.batches(replay.lender)) {
      accesses += batch.count;
      await replay.take(batch);
      yield { what: file, part: Math.min(1, input.bytesRead() / size) };
    }
  });
  return { fault, accesses };
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
 * @param cores for the designs, some on each
 */
export async function* replayPipelines(
  replayed: Replayed,
  watch: (work: RequestWork) => RunObservers,
  cores: number,
): Steps<PipelineRuns<'requests'>> {
  const { file, designs } = replayed;
  const { work, fault } = yield* survey(replayed);
  const threads = Math.min(cores, designs.length);
  if (threads > 1) {
    const accounts = yield* pipelinesOnThreads(file, work, new PipelinesOnThreads(designs, work, threads));
    return { result: { accounts, requests: work.requests }, fault };
  }
  const { observer, onRequests } = watch(work);
  const replay = refusing({ file, line: 1 }, 'image', () => new PipelineReplay(designs, work, observer));
  yield* secondReading(file, work, (batch) => {
    onRequests?.(batch);
    replay.run(batch);
  });
  return { result: { accounts: replay.finish(), requests: work.requests }, fault };
}

async function* pipelinesOnThreads(file: string, work: RequestWork, replay: PipelinesOnThreads) {
  try {
    const refused = await replay.start().catch((error: unknown) => ({ error }));
    refusing({ file, line: 1 }, 'image', () => {
      if (refused) throw refused.error;
    });
    yield* secondReading(file, work, (batch) => replay.run(batch));
    return await replay.finish();
  } finally {
    await replay.stop();
  }
}
