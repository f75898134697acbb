import { serveTasks } from '../../../threads/serve-tasks.ts';
import { STUDIES } from '../standard-studies.ts';
import type { StudyWork } from './study-on-threads.ts';

serveTasks(({ name, design, quick }: StudyWork) => {
  const { parts } = STUDIES[name](design, quick);
  return (part: number): Generator<number, readonly object[]> => parts[part].run();
});
