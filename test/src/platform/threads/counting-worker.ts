import { serveTasks } from '../../../../src/platform/threads/serve-tasks.ts';

/** A task of the tests: a number, and what happens instead of its result. */
export interface CountingTask {
  readonly number: number;
  readonly instead?: 'error' | 'exit' | 'for ever' | 'silence' | 'grow';
}

/** Adds the number of a task to the shared one, in some milliseconds. */
serveTasks(
  (shared: number) =>
    function* ({ number, instead }: CountingTask): Generator<number, number> {
      if (instead === 'error') throw new RangeError(`task ${number} is wrong`);
      if (instead === 'exit') process.exit(3);
      const end = instead === 'for ever' ? Infinity : performance.now() + 100;
      while (performance.now() < end) yield 0.5;
      if (instead === 'silence') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      // In small steps: a large one can pass the limit by more than Node allows for, which ends the process.
      if (instead === 'grow') for (let list: unknown = null; ;) list = [list];
      return shared + number;
    },
);
