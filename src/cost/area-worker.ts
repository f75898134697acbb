import { serveTasks } from '../threads/serve-tasks.ts';
import { type Area, type Synthesis, synthesize } from './synthesis.ts';

serveTasks(
  () =>
    // oxlint-disable-next-line require-yield -- a synthesis tells nothing before its end
    async function* (synthesis: Synthesis): AsyncGenerator<number, Area> {
      return await synthesize(synthesis);
    },
);
