import { defineConfig } from 'vitest/config';

// Damaged inputs for every reader. SEED chooses them, SECONDS how long each reader is tried, TARGET one of them.
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.fuzz.ts'],
    testTimeout: 30 * 60_000,
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
});
