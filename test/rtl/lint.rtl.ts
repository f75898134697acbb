import { readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['rtl-model', 'pipeline'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sv'))
    .map((file) => join(folder, file)),
);
const packages = sources.filter((file) => file.endsWith('_pkg.sv'));
const folders = [...new Set(sources.map((file) => `-I${join(file, '..')}`))];

describe('every module in SystemVerilog', () => {
  const modules = sources.filter((file) => !packages.includes(file));
  it.each(modules)('%s is clean under verilator --lint-only -Wall', (file) => {
    const top = basename(file, '.sv');
    const args = ['--lint-only', '-Wall', ...folders, ...packages, file, '--top-module', top];
    const { stdout, stderr } = spawnSync('verilator', args, { cwd: root, encoding: 'utf8' });
    expect(stdout + stderr).toBe('');
  });
});
