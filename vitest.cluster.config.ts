import { defineConfig } from 'vitest/config';

// What needs redis-server, or slurmctld, slurmd and munged: .ci/install-tools cluster. Without them these tests fail.
export default defineConfig({
  test: {
    include: ['test/cluster/**/*.cluster.ts'],
    globalSetup: 'test/built-program.ts',
    testTimeout: 2 * 60_000,
    hookTimeout: 2 * 60_000,
    maxWorkers: 2,
  },
});
