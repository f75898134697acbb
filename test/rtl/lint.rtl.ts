import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withValue } from '../../rtl-model/design/field.ts';
import { sourcesOf } from '../../src/forms/rtl/rtl-sources.ts';
import { PLAIN_SAMPLING } from '../../src/forms/parameters/unit-widths.ts';
import { unitPackage } from '../../src/forms/rtl/unit-package.ts';
import { readSources, runScript } from './yosys.ts';
import {
  BLOCK_SAMPLING,
  FLOAT32_SAMPLING,
  MIXED_SAMPLING,
  UNIT_DESIGNS,
  UNIT_L2,
  WHOLE_SAMPLING,
  WIDE_SAMPLING,
} from './units/unit-designs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = ['rtl-model', 'pipeline'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sv'))
    .map((file) => join(folder, file)),
);
const packages = sources.filter((file) => file.endsWith('_pkg.sv'));
const modules = sources.filter((file) => !packages.includes(file));
const folders = [...new Set(sources.map((file) => `-I${join(file, '..')}`))];

/** The files of `texture_unit_pkg` for designs that differ in what the units have. */
const unitPackages = UNIT_DESIGNS.map((design, n) => packageFile(`${n}`, unitPackage(design, 16)));

/** A design with a prefetch buffer and an L2, and one with each of them. */
const CACHED = withValue(
  withValue(UNIT_DESIGNS[0], 'cache.prefetch', { next: 'line', sectors: 5 }),
  'cache.l2',
  UNIT_L2,
);
const cachedPackages = [
  withValue(CACHED, 'cache.prefetch', null),
  withValue(UNIT_DESIGNS[2], 'cache.prefetch', { next: 'line', sectors: 1 }),
].map((design, n) => packageFile(`cached${n}`, unitPackage(design, 16)));

/** Those of units with more than samples of the plain path, the first one with all of it. */
const mixedPackages = [
  WHOLE_SAMPLING,
  MIXED_SAMPLING,
  { gathers: true },
  { fetches: true },
  { comparison: true },
  { cubes: true },
  { volumes: true },
  BLOCK_SAMPLING,
  WIDE_SAMPLING,
  FLOAT32_SAMPLING,
].map((sampling, n) =>
  packageFile(`mixed${n}`, unitPackage(n === 0 ? CACHED : UNIT_DESIGNS[0], 16, { ...PLAIN_SAMPLING, ...sampling })),
);

function packageFile(name: string, text: string): string {
  const folder = join(root, 'out/rtl/packages', name);
  const file = join(folder, 'texture_unit_pkg.sv');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The outputs that inputs reach without a register, as Yosys selects them. */
const REACHED = '%co*:-$dff,$sdff,$dffe,$sdffe,$memwr_v2 o:* %i';

/** The unit as a whole: a table of structs would be one struct to Yosys, and no memory. */
const UNIT_ALONE = ['select -assert-count 1 m:states', 'flatten; opt_clean', `select -assert-none i:* ${REACHED}`];

// One after the other: each run of Yosys has a memory of its own.
describe.sequential('every module in SystemVerilog', () => {
  it.each(modules)('%s is clean under verilator --lint-only --assert -Wall', (file) => {
    const top = basename(file, '.sv');
    // All other modules that take a design are inside the texture unit.
    for (const design of top === 'texture_unit'
      ? [...unitPackages, ...cachedPackages, ...mixedPackages]
      : [unitPackages[0]]) {
      const args = ['--lint-only', '--assert', '-Wall', ...folders, ...packages, design, file, '--top-module', top];
      const { stdout, stderr } = spawnSync('verilator', args, { cwd: root, encoding: 'utf8' });
      expect(stdout + stderr).toBe('');
    }
  });

  it.each(sources)('%s declares every net', (file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n');
    expect([lines[0], lines.at(-1)]).toEqual(['`default_nettype none', '`default_nettype wire']);
  });

  const read = [
    ...modules.map((file) => [basename(file, '.sv'), 'plain', unitPackages[0]] as const),
    ['texture_unit', 'mixed', mixedPackages[0]] as const,
  ];
  it.each(read)('%s (%s) is read by Yosys and has neither latches, loops nor assertions', async (top, _, design) => {
    const packageTexts = [...packages, design].map((file): [string, string] => [
      basename(file),
      readFileSync(resolve(root, file), 'utf8'),
    ]);
    const texts = new Map([...packageTexts, ...sourcesOf(top)]);
    // ROMs of one word take the place of the files that modules read by default.
    const roms = [...texts.values()].flatMap((text) =>
      Array.from(text.matchAll(/"(\w+\.mem)"/g), ([, name]) => [name, '0\n'] as const),
    );
    const files = Object.fromEntries([...texts, ...roms]);
    const elaborate = `hierarchy -check -top ${top}; proc; check -assert`;
    const script = `${readSources([...texts.keys()])}; ${elaborate}; select -assert-none t:$dlatch t:$_DLATCH_* t:$assert t:$check`;
    await runScript(top === 'texture_unit' ? `${script}; ${UNIT_ALONE.join('; ')}` : script, files);
  });

  it('is found where it has a latch', async () => {
    const latch = 'module latch (input a, input open, output logic q); always_latch if (open) q = a; endmodule';
    const script = 'read_verilog -sv latch.sv; proc; select -assert-none t:$dlatch';
    await expect(runScript(script, { 'latch.sv': latch })).rejects.toThrow('selection is not empty');
  });
});
