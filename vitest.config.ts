import { defineConfig } from 'vitest/config';
import { BUILT, BUILT_MODULES } from './test/built-modules.ts';

/** Rooms whose tests change nothing that others see: their files share modules, so that each is imported once. */
const SHARED = ['rtl-model', 'pipeline', 'traces', 'src/!(cli|inputs|pictures)', 'src/pictures/!(scenes)'].map(
  (room) => `test/${room}/**/*.test.ts`,
);
/** Tests that replace a module by another, or start threads with programs from test/: they run the sources. */
const FROM_SOURCES = [
  'src/cli/outputs',
  'src/cli/commands/sweep-given-up',
  'src/experiments/sweep/failed-rules',
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
    globalSetup: 'test/built-program.ts',
    tags: [{ name: 'exhaustive', description: 'Runs for a second or more. Mutation testing leaves it out.' }],
    server: { deps: { external: [BUILT] } },
    projects: [
      {
        extends: true,
        plugins: [BUILT_MODULES],
        test: { name: 'units', include: SHARED, exclude: FROM_SOURCES, isolate: false },
      },
      {
        extends: true,
        plugins: [BUILT_MODULES],
        test: { name: 'programs', include: ['test/**/*.test.ts'], exclude: [...SHARED, ...FROM_SOURCES] },
      },
      { extends: true, test: { name: 'sources', include: FROM_SOURCES, setupFiles: 'test/built-threads.ts' } },
    ],
  },
});
