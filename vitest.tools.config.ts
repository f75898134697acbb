import { defineConfig } from 'vitest/config';

// Tests that need programs of the system: gtkwave (vcd2fst, fst2vcd), verilator, chromium, firefox-esr, clang, python3, jq, opensta with
// the cells of OSU, and for Vulkan cmake, a C++ compiler, the libraries of vulkan-capture and llvmpipe, for WebGPU the npm
// package of webgpu-capture. Without them they fail.
export default defineConfig({
  test: {
    include: ['test/tools/**/*.tools.ts'],
    // Several programs one after the other, on a machine that may be busy.
    testTimeout: 15 * 60_000,
    hookTimeout: 15 * 60_000,
    maxWorkers: 2,
  },
});
