import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const benches = fileURLToPath(new URL('../../traces/examples/verilog/', import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-verilog-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Golden vectors of a small scene. @returns their folder */
function simulate(name: string, ...args: string[]): string {
  const out = join(folder, name);
  execFileSync(process.execPath, [
    '--import',
    'tsx',
    main,
    'simulate',
    '--size',
    '64x48',
    '--golden',
    '--out',
    out,
    ...args,
  ]);
  return join(out, 'golden');
}

/** The output of a test bench on the vectors. */
function runBench(bench: string, golden: string): string {
  const program = join(folder, `${bench}.vvp`);
  const source = join(benches, `${bench}_tb.v`);
  const warnings = execFileSync('iverilog', ['-g2005', '-Wall', '-Wno-timescale', '-I', golden, '-o', program, source]);
  expect(warnings.toString()).toBe('');
  return execFileSync('vvp', [program], { cwd: golden, encoding: 'utf8' });
}

/** Lines of a file of vectors. */
function vectorsOf(golden: string, unit: string): number {
  return readFileSync(join(golden, `${unit}.mem`), 'utf8').split('\n').length - 1;
}

const SCENES = [
  ['globe', 'trilinear'],
  ['tunnel', 'anisotropic'],
  ['plane', 'nearest'],
];

describe('the example test benches', () => {
  it.each(SCENES)('reproduce every vector of the filter and the tags (%s, %s)', (scene, filter) => {
    const golden = simulate(scene, '--scene', scene, '--filter', filter);
    for (const unit of ['filter', 'tag']) {
      const vectors = vectorsOf(golden, unit);
      expect(vectors).toBeGreaterThan(500);
      expect(runBench(unit, golden)).toContain(`${unit}: ${vectors} vectors, 0 failures\n`);
    }
  });

  it('can read the vectors of every operation', () => {
    const out = join(folder, 'operations');
    const trace = fileURLToPath(new URL('../../traces/examples/operations.jsonl', import.meta.url));
    execFileSync(process.execPath, ['--import', 'tsx', main, 'replay', trace, '--golden', '--out', out]);
    const golden = join(out, 'golden');
    const source = join(folder, 'operations.v');
    const units = ['front_end', 'lod', 'address', 'decode', 'filter', 'result'];
    const bench = units.map((unit) => {
      const name = unit.toUpperCase();
      const state = `${unit}[${name}_VECTORS-1][${name}_STATE_LSB +: ${name}_STATE_WIDTH]`;
      return [
        `reg [${name}_WIDTH-1:0] ${unit} [0:${name}_VECTORS-1];`,
        `initial begin $readmemh("${unit}.mem", ${unit}); $display("${unit} %0d", ${state}); end`,
      ].join('\n');
    });
    writeFileSync(source, `module operations;\n\`include "golden.vh"\n${bench.join('\n')}\nendmodule\n`);
    const program = join(folder, 'operations.vvp');
    const warnings = execFileSync('iverilog', [
      '-g2005',
      '-Wall',
      '-Wno-timescale',
      '-I',
      golden,
      '-o',
      program,
      source,
    ]);
    expect(warnings.toString()).toBe('');
    const said = execFileSync('vvp', [program], { cwd: golden, encoding: 'utf8' });
    for (const unit of units) expect(said).toMatch(new RegExp(`^${unit} \\d+$`, 'm'));
  });

  it('notice a vector that is wrong', () => {
    const golden = simulate('wrong', '--scene', 'plane');
    for (const unit of ['filter', 'tag']) {
      const file = join(golden, `${unit}.mem`);
      const lines = readFileSync(file, 'utf8').split('\n');
      // The lowest bit: of the filter's sum of alpha, of the tags the hit.
      const last = parseInt(lines[7].slice(-1), 16) ^ 1;
      lines[7] = lines[7].slice(0, -1) + last.toString(16);
      writeFileSync(file, lines.join('\n'));
      expect(runBench(unit, golden)).toMatch(new RegExp(`${unit}: \\d+ vectors, [1-9]\\d* failures\\n`));
    }
  });
});
