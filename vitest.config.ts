import { defineConfig } from 'vitest/config';

/** Rooms whose tests change nothing that others see: their files share modules, so that each is compiled and imported once. */
const SHARED = ['rtl-model', 'pipeline', 'traces', 'src/!(cli|inputs|pictures)', 'src/pictures/!(scenes)'].map(
  (room) => `test/${room}/**`,
);

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    globalSetup: 'test/built-program.ts',
    setupFiles: 'test/built-threads.ts',
    tags: [{ name: 'exhaustive', description: 'Runs for a second or more. Mutation testing leaves it out.' }],
    projects: [
      { extends: true, test: { name: 'units', include: SHARED.map((room) => `${room}/*.test.ts`), isolate: false } },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['test/**/*.test.ts'],
          exclude: SHARED.map((room) => `${room}/*.test.ts`),
        },
      },
    ],
  },
});
