import { defineConfig } from 'vitest/config';

// What needs redis-server, or slurmctld, slurmd and munged: .ci/install-tools cluster. Without them these tests fail.
export default defineConfig({
  // Several processes one after the other, on a machine that may be busy.
  test: {
    include: ['test/cluster/**/*.cluster.ts'],
    globalSetup: 'test/built-program.ts',
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
    maxWorkers: 2,
  },
});
