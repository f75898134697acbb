import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { KnownAreas, type Known } from './known-areas.ts';
import { type Synthesis, SynthesisError, synthesize, synthesizeGates } from './synthesis/synthesis.ts';
import type { TimedSynthesis } from './synthesis/module-registers.ts';
import { placeModule } from './synthesis/placement.ts';
import { timeModule } from './synthesis/timing.ts';

/** A synthesis for all technologies, for gates alone, for its time, or for its place on an FPGA. */
export type AreaTask = (
  | { readonly result: 'area' | 'gates'; readonly synthesis: Synthesis }
  | { readonly result: 'timing' | 'placement'; readonly synthesis: TimedSynthesis }
) & {
  /** Folder of the areas that are known, to which this one is added, and the version of Yosys, or of all programs for a time or a place. */
  readonly cache: string;
  readonly version: string;
};

/** The reason why there is no area: the class of an error does not pass between threads. */
export interface Refused {
  readonly refused: string;
}

serveTasks(
  () =>
    // oxlint-disable-next-line require-yield -- a synthesis reports nothing before its end
    async function* (task: AreaTask): AsyncGenerator<number, Known | Refused> {
      try {
        const found = await run(task);
        // Each area is kept at once: an interrupted run loses no work.
        new KnownAreas(task.cache, task.version).put(task.synthesis, found);
        return found;
      } catch (error) {
        if (error instanceof SynthesisError) return { refused: error.message };
        throw error;
      }
    },
);

function run(task: AreaTask): Promise<Known> {
  if (task.result === 'placement') return placeModule(task.synthesis);
  if (task.result === 'timing') return timeModule(task.synthesis);
  return task.result === 'gates' ? synthesizeGates(task.synthesis) : synthesize(task.synthesis);
}
