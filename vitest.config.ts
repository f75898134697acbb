import { defineConfig } from 'vitest/config';
import { BUILT, BUILT_MODULES } from './test/built-modules.ts';
import { LongestFirst } from './test/longest-first.ts';

/**
 * Tests that replace a module by another or load one anew, let all reads of files fail, or start threads with programs
 * from test/: they run the sources. All other files share modules, so that each is imported once: they leave what they
 * change as they found it.
 */
const FROM_SOURCES = [
  'src/cli/outputs',
  'src/cli/commands/sweep/sweep-given-up',
  'src/experiments/sweep/failed-rules',
  'src/cli/surroundings',
  'src/platform/threads/*',
  'fuzz/*',
  'hostile/parquet',
].map((file) => `test/${file}.test.ts`);

export default defineConfig({
  test: {
    // A net for tests that never end: the machine may be busy with other work.
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/built-program.ts',
    setupFiles: 'test/built-threads.ts',
    tags: [{ name: 'exhaustive', description: 'Runs for a second or more. Mutation testing leaves it out.' }],
    server: { deps: { external: [BUILT] } },
    projects: [
      {
        extends: true,
        plugins: [BUILT_MODULES],
        test: {
          name: 'built',
          include: ['test/**/*.test.ts'],
          exclude: FROM_SOURCES,
          isolate: false,
          // Two workers keep two cores busy: threads that collect garbage would take them from each other. Modules that
          // all files share keep their bytecode, and a larger young generation is collected less often. None of this is
          // for the sources: in one thread, Node 24 ends the process when a thread passes its limit of memory.
          execArgv: ['--single-threaded-gc', '--max-semi-space-size=64', '--no-flush-bytecode'],
        },
      },
      { extends: true, test: { name: 'sources', include: FROM_SOURCES } },
    ],
  },
});
