import { Pipeline } from '../../../../../pipeline/pipeline.ts';
import type { Account } from '../../../../../pipeline/stages/account.ts';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../../../rtl-model/memory/lay-out-images.ts';
import { RunLog } from '../../../../../src/apps/inspector/state/run-log.ts';
import type { RepeatableRequests } from '../../../../../src/apps/inspector/state/time-window.ts';
import { recordedRun } from '../../../../../src/apps/inspector/worker/run-recorder.ts';

/** The log of a whole run. @param detail the cycles that are kept one by one; all if left out */
export function drawnLog(requests: RepeatableRequests, design: Design, detail = { from: 0, to: Infinity }): RunLog {
  const log = new RunLog();
  for (const pieces of recordedRun(requests, design, detail)) pieces.forEach((piece) => log.take(piece));
  log.ended = true;
  return log;
}

/** The account of the clock that works times out quad by quad. */
export function accountOf({ images, states, batches }: RepeatableRequests, design: Design): Account {
  const pipeline = new Pipeline(design, texelMemory(design, images), states, () => {});
  for (const batch of batches()) pipeline.run(batch);
  return pipeline.finish();
}
