import { defineConfig } from 'vitest/config';

// What needs programs of the system: gtkwave (vcd2fst, fst2vcd), iverilog, and for vulkan-capture cmake, a C++ compiler,
// its libraries and llvmpipe. Without them these tests fail.
export default defineConfig({
  test: {
    include: ['test/tools/**/*.tools.ts'],
    testTimeout: 5 * 60_000,
    maxWorkers: 2,
  },
});
