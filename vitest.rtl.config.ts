import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';

const installed = spawnSync('verilator', ['--version']).status === 0;
if (!installed) {
  process.stderr.write(
    'test:rtl: no program verilator: the SystemVerilog of rtl-model/ is not compared with the model\n',
  );
}

// The modules in SystemVerilog beside the model. They need Verilator and a C++ compiler; without Verilator nothing runs.
export default defineConfig({
  test: {
    include: installed ? ['test/rtl/**/*.rtl.ts'] : [],
    passWithNoTests: !installed,
    globalSetup: installed ? 'test/rtl/library.ts' : [],
    testTimeout: 120 * 60_000,
    maxWorkers: 2,
    // The tests of a file ask for their programs at the same time, so that these are compiled together.
    sequence: { concurrent: true },
    maxConcurrency: 1000,
    isolate: false,
  },
});
