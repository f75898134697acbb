import { defineConfig } from 'vitest/config';

// Damaged inputs for every reader and command: docs/inputs.md has SEED, INPUTS, SECONDS and TARGET.
export default defineConfig({
  test: {
    include: ['test/fuzz/**/*.fuzz.ts'],
    testTimeout: 30 * 60_000,
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
});
