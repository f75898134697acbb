import { readFileSync } from 'node:fs';
import type { Design } from '../../../rtl-model/design/design.ts';
import { romTexts } from '../golden/roms.ts';
import type { UnitSampling } from '../parameters/unit-widths.ts';
import { UNIT_PACKAGE, unitPackage } from './unit-package.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { plainText } from '../../platform/pages/markdown-list.ts';
import { type Sources, sourcesOf } from './rtl-sources.ts';

/** The folder of a run below that of the design: what the bench reads. */
export const RUN_FOLDER = 'run';

/** The list of sources. The Makefile and the README have its name, and that of RUN_FOLDER. */
const FILE_LIST = 'texture_unit.f';
const BENCH = ['texture_unit_bench.sv', 'axi4_memory.sv', 'bench.cpp', 'Makefile'];

/**
 * The texture unit of a design in SystemVerilog, files by their names: the package, the tables, the modules and their
 * list in the order in which tools read them, and a bench for Verilator.
 *
 * @param design that has SystemVerilog (`fieldsWithoutRtl`)
 * @param states texture states that the unit holds
 * @param sampling beside the plain path; none if it is left out
 */
export function rtlFiles(design: Design, states: number, sampling?: UnitSampling): Sources {
  const modules = [...sourcesOf('texture_unit', 'memory_port', 'axi4_read')];
  const firstModule = modules.findIndex(([name]) => !name.endsWith('_pkg.sv'));
  const constants = unitPackage(design, states, sampling);
  const sources = modules.toSpliced(firstModule, 0, [UNIT_PACKAGE, constants]);
  return new Map([
    ...sources,
    ...[...romTexts(design)].filter(([name]) => constants.includes(`"${name}"`)),
    [FILE_LIST, `${sources.map(([name]) => name).join('\n')}\n`],
    ...BENCH.map((name) => [name, exampleText(name)] as const),
    ['README.md', readme(design, states)],
  ]);
}

function exampleText(name: string): string {
  return readFileSync(new URL(`traces/examples/texture-unit/${name}`, packageFolder(import.meta.url)), 'utf8');
}

/** The README, whose names in braces are values of the design. */
function readme({ name, description }: Design, states: number): string {
  const values = { name: plainText(name), description: plainText(description), states: String(states) };
  return exampleText('README.md').replaceAll(/\{(\w+)\}/g, (_, key: keyof typeof values) => values[key]);
}
