import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Files of `npm test` that have more random cases here: those that use test/oracle/draws.ts. */
const DRAWING = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file}`)
  .filter((file) => readFileSync(file, 'utf8').includes('/oracle/draws.ts'));

// What takes longer than `npm test` may: the same comparisons over many more cases. SEED chooses others.
export default defineConfig({
  test: {
    include: ['test/deep/**/*.deep.ts', ...DRAWING],
    env: { DEEP: '1' },
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
    maxWorkers: 2,
    disableConsoleIntercept: true,
  },
});
