import { defineConfig } from 'vitest/config';

// What takes longer than `npm test` may: the same comparisons over many more cases. SEED chooses others.
export default defineConfig({
  test: {
    include: ['test/deep/**/*.deep.ts'],
    testTimeout: 30 * 60_000,
    maxWorkers: 2,
    disableConsoleIntercept: true,
  },
});
