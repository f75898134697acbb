import { readFileSync } from 'node:fs';
import type { Design } from '../../../rtl-model/design/design.ts';
import { romTexts } from '../golden/roms.ts';
import { UNIT_PACKAGE, unitPackage } from './unit-package.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { plainText } from '../../platform/pages/markdown-list.ts';
import { type Sources, sourcesOf } from './rtl-sources.ts';

/** The folder of a run below that of the design: what the bench reads. */
export const RUN_FOLDER = 'run';

/** The list of sources. The Makefile has its name, and that of RUN_FOLDER. */
const FILE_LIST = 'texture_unit.f';
const BENCH = ['texture_unit_bench.sv', 'bench.cpp', 'Makefile'];

/**
 * The texture unit of a design in SystemVerilog, files by their names: the package, the tables, the modules and their
 * list in the order in which tools read them, and a bench for Verilator.
 *
 * @param design that has SystemVerilog (`fieldsWithoutRtl`)
 * @param states texture states that the unit holds
 */
export function rtlFiles(design: Design, states: number): Sources {
  const modules = [...sourcesOf('texture_unit', 'memory_port')];
  const firstModule = modules.findIndex(([name]) => !name.endsWith('_pkg.sv'));
  const sources = modules.toSpliced(firstModule, 0, [UNIT_PACKAGE, unitPackage(design, states)]);
  const read = sources.map(([, text]) => text).join('');
  return new Map([
    ...sources,
    ...[...romTexts(design)].filter(([name]) => read.includes(`"${name}"`)),
    [FILE_LIST, `${sources.map(([name]) => name).join('\n')}\n`],
    ...BENCH.map((name) => [name, exampleText(name)] as const),
    ['README.md', readme(design, states)],
  ]);
}

function exampleText(name: string): string {
  return readFileSync(new URL(`traces/examples/texture-unit/${name}`, packageFolder(import.meta.url)), 'utf8');
}

function readme({ name, description }: Design, states: number): string {
  return `# The texture unit of ${plainText(name)}

${plainText(description)}

- \`texture_unit.sv\` is the unit, \`${UNIT_PACKAGE}\` has the constants and registers of the design. The unit holds
  ${states} texture states.
- \`${FILE_LIST}\` lists the sources in the order in which Verilator and Yosys read them.
- The \`.mem\` files are the tables, which simulators read from the folder in which they run.
- \`texture_unit_bench.sv\` and \`bench.cpp\` are the bench, with a memory.

\`texunit rtl DESIGN --out FOLDER --requests TRACE\` writes the requests of a trace to \`${RUN_FOLDER}/\`, with the log of the
model's clock. With Verilator and a C++ compiler,

    make run

runs them, and compares every result, the cycle in which each stage takes an item, and each request to memory.
`;
}
