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
    testTimeout: 30 * 60_000,
    maxWorkers: 2,
  },
});
