import { serveTasks } from '../threads/serve-tasks.ts';
import { type Area, type Synthesis, SynthesisError, synthesize } from './synthesis.ts';

/** An area, or why there is none: the class of an error does not pass between threads. */
export type AreaResult = Area | { readonly refused: string };

serveTasks(
  () =>
    // oxlint-disable-next-line require-yield -- a synthesis tells nothing before its end
    async function* (synthesis: Synthesis): AsyncGenerator<number, AreaResult> {
      try {
        return await synthesize(synthesis);
      } catch (error) {
        if (error instanceof SynthesisError) return { refused: error.message };
        throw error;
      }
    },
);
