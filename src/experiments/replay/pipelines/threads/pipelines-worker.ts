import type { Account } from '../../../../../pipeline/stages/account.ts';
import { serveTasks } from '../../../../platform/threads/serve-tasks.ts';
import { PipelineReplay } from '../pipeline-replay.ts';
import type { PipelinesTask, PipelinesWork } from './pipelines-on-threads.ts';

serveTasks(({ designs, images, states }: PipelinesWork) => {
  const replay = new PipelineReplay(designs, { images, states });
  // oxlint-disable-next-line require-yield
  return function* (task: PipelinesTask): Generator<number, readonly Account[]> {
    if (task === 'finish') return replay.finish();
    if (task !== 'start') replay.run(task);
    return [];
  };
});
