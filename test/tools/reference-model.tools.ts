import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROGRAM } from '../built-program.ts';

const example = fileURLToPath(new URL('../../traces/examples/reference-model/', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-reference-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds the bench around a design under test, and runs it with texunit as the reference model. */
function runBench(dut: string) {
  const build = join(folder, 'build');
  // The objects of Verilator's library in the folder serve the next build, too.
  const kept = existsSync(build) ? ['-o verilated.o', '-o verilated_threads.o'] : [];
  const quick = ['-MAKEFLAGS', ['VM_PARALLEL_BUILDS=0', 'OPT_FAST=-O0', 'OPT_GLOBAL=-O0', ...kept].join(' ')];
  const flags = [
    '--cc',
    '--exe',
    '--build',
    '-Wall',
    ...quick,
    '-CFLAGS',
    `-I${example}`,
    '-Mdir',
    build,
    '-o',
    'bench',
  ];
  const made = spawnSync('verilator', [...flags, dut, join(example, 'bench.cpp')], { encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  const model = `${process.execPath} ${PROGRAM} sample -`;
  return spawnSync(join(build, 'bench'), [model, '300'], { encoding: 'utf8' });
}

it('the example bench asks texunit for every result, and agrees with it to the bit', () => {
  const { status, stdout, stderr } = runBench(join(example, 'bilinear.sv'));
  expect(stdout).toBe('300 requests, 0 failures\n');
  expect(stderr).toMatch(/^round trip: \d+ us$/m);
  expect(status).toBe(0);
});

it('it finds a design under test that swaps the rows, and shows the request', () => {
  const dut = join(folder, 'bilinear.sv');
  copyFileSync(join(example, 'bilinear.sv'), dut);
  writeFileSync(dut, readFileSync(dut, 'utf8').replace('lerp(top, bottom,', 'lerp(bottom, top,'));
  const { status, stdout } = runBench(dut);
  expect(stdout).toMatch(/^request 0: got [\d.e-]+, expected [\d.e-]+\n {2}\{"id":"0","image":"ramp"/m);
  expect(stdout).toMatch(/^300 requests, [1-9]\d* failures$/m);
  expect(status).toBe(1);
});
