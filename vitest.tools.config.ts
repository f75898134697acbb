import { defineConfig } from 'vitest/config';

// What needs programs of the system: gtkwave (vcd2fst, fst2vcd), verilator, chromium, python3, jq, and for Vulkan cmake,
// a C++ compiler, the libraries of vulkan-capture and llvmpipe. Without them these tests fail.
export default defineConfig({
  test: {
    include: ['test/tools/**/*.tools.ts'],
    testTimeout: 5 * 60_000,
    maxWorkers: 2,
  },
});
