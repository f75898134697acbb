import { serveTasks } from '../threads/serve-tasks.ts';
import { type Area, type Gates, type Synthesis, SynthesisError, synthesize, synthesizeGates } from './synthesis.ts';

/** A synthesis for all technologies, or for gates alone. */
export interface AreaTask {
  readonly synthesis: Synthesis;
  readonly gatesOnly: boolean;
}

/** The reason why there is no area: the class of an error does not pass between threads. */
export interface Refused {
  readonly refused: string;
}

serveTasks(
  () =>
    // oxlint-disable-next-line require-yield -- a synthesis tells nothing before its end
    async function* ({ synthesis, gatesOnly }: AreaTask): AsyncGenerator<number, Area | Gates | Refused> {
      try {
        return await (gatesOnly ? synthesizeGates(synthesis) : synthesize(synthesis));
      } catch (error) {
        if (error instanceof SynthesisError) return { refused: error.message };
        throw error;
      }
    },
);
