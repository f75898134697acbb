import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { KnownAreas } from './known-areas.ts';
import { type Area, type Gates, type Synthesis, SynthesisError, synthesize, synthesizeGates } from './synthesis.ts';

/** A synthesis for all technologies, or for gates alone. */
export interface AreaTask {
  readonly synthesis: Synthesis;
  readonly gatesOnly: boolean;
  /** Folder of the areas that are known, to which this one is added, and the version of Yosys. */
  readonly cache: string;
  readonly yosys: string;
}

/** The reason why there is no area: the class of an error does not pass between threads. */
export interface Refused {
  readonly refused: string;
}

serveTasks(
  () =>
    // oxlint-disable-next-line require-yield -- a synthesis reports nothing before its end
    async function* ({ synthesis, gatesOnly, cache, yosys }: AreaTask): AsyncGenerator<number, Area | Gates | Refused> {
      try {
        const area = await (gatesOnly ? synthesizeGates(synthesis) : synthesize(synthesis));
        // Each area is kept at once: an interrupted run loses no work.
        new KnownAreas(cache, yosys).put(synthesis, area);
        return area;
      } catch (error) {
        if (error instanceof SynthesisError) return { refused: error.message };
        throw error;
      }
    },
);
