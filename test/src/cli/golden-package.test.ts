import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GoldenVectors } from '../../../src/forms/golden/golden-vectors.ts';
import { randomRun } from '../../traces/stages/random-run.ts';
import { constantOf } from '../forms/golden/golden-reader.ts';

const benches = fileURLToPath(new URL('../../../traces/examples/test-benches/', import.meta.url));
const example = fileURLToPath(new URL('../../../traces/examples/reference-model/', import.meta.url));
const UNITS = ['front_end', 'lod', 'address', 'tag', 'decode', 'filter', 'result'];
const verilator = spawnSync('verilator', ['--version']).status === 0;
if (!verilator) console.warn('verilator is missing: the golden package and the example benches are not linted');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-package-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that Verilator has to say about a source. */
function lint(...args: string[]): string {
  return verilator ? spawnSync('verilator', ['--lint-only', '-Wall', '--timing', ...args]).stderr.toString() : '';
}

/** The package of a random run, in a file. */
function packageOf(seed: number): string {
  const file = join(folder, `golden_pkg.sv`);
  randomRun(seed, ({ design, memory, states, batch }) => {
    const ignore = () => {};
    const write = (text: string) => writeFileSync(file, text);
    const golden = new GoldenVectors(design, memory, states, (name) => (name === 'golden_pkg.sv' ? write : ignore));
    golden.take(batch);
    return golden;
  });
  return file;
}

describe('the package of golden vectors', () => {
  it('has no warnings from Verilator, whatever the states', () => {
    for (const seed of [1, 2, 3, 4, 5]) expect(lint(packageOf(seed)), `seed ${seed}`).toBe('');
  });

  it('has a struct and a number of vectors for every file of a unit', () => {
    const text = readFileSync(packageOf(1), 'utf8');
    for (const unit of UNITS) {
      expect(text).toContain(`} ${unit}_vector_t;`);
      expect(constantOf(text, `${unit.toUpperCase()}_VECTORS`)).toBeGreaterThan(0);
    }
  });
});

describe('the example benches', () => {
  it('have no warnings from Verilator', () => {
    const golden = packageOf(2);
    for (const unit of UNITS) {
      const sources = [golden, join(benches, 'bench_pkg.sv'), join(benches, `${unit}_tb.sv`)];
      expect(lint(`-I${benches}`, '--top-module', `${unit}_tb`, ...sources), unit).toBe('');
    }
    expect(lint(join(example, 'bilinear.sv'))).toBe('');
  });
});
