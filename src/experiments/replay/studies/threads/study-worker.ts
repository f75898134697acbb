import { serveTasks } from '../../../../platform/threads/serve-tasks.ts';
import { STUDIES } from '../standard-studies.ts';
import type { StudyWork } from './study-on-threads.ts';

serveTasks(({ name, inputs }: StudyWork) => {
  const plan = STUDIES[name](inputs);
  return async function* run(part: number): AsyncGenerator<number, readonly object[]> {
    const { parts } = await plan;
    return yield* parts[part].run();
  };
});
