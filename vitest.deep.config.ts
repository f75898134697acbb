import { defineConfig } from 'vitest/config';

// What takes longer than `npm test` may: the same comparisons over many more cases. SEED chooses others.
export default defineConfig({
  test: {
    // Files of `npm test` whose random cases are more here: test/oracle/draws.ts.
    include: [
      'test/deep/**/*.deep.ts',
      'test/rtl-model/kernels-equal-units.test.ts',
      'test/rtl-model/simd/sample-kernel.test.ts',
    ],
    env: { DEEP: '1' },
    testTimeout: 30 * 60_000,
    maxWorkers: 2,
    disableConsoleIntercept: true,
  },
});
