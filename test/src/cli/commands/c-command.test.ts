import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../../src/cli/program.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-c-'));
captureOutput(() => {});
afterAll(() => rmSync(folder, { recursive: true }));

describe('texunit c', () => {
  it('writes the model in C, its program, Python and SystemVerilog, whose names are those of the design', async () => {
    const out = join(folder, 'model');
    expect((await texunit(['c', 'd3d11.3-minimum', '--out', out])).code).toBe(0);
    const name = 'texunit_d3d11_3_minimum';
    const sources = [`${name}.c`, `${name}.h`, `${name}_steps.c`];
    const shared = ['arithmetic.h', 'constant.c', 'program.c', 'requests.h'];
    const own = ['Makefile', 'README.md', ...shared, 'texunit.py', ...sources];
    const dpi = ['Makefile', 'rtl_bench.sv', `${name}_dpi.c`, `${name}_pkg.sv`, `${name}_steps_pkg.sv`];
    expect(readdirSync(out).filter((file) => file !== 'dpi')).toEqual(own);
    expect(readdirSync(join(out, 'dpi'))).toEqual(dpi);
    const files = [...own, ...dpi.map((file) => join('dpi', file))];
    const left = files.filter((file) => /\{[A-Z_]+\}|undefined/.test(readFileSync(join(out, file), 'utf8')));
    expect(left).toEqual([]);
  });
});
