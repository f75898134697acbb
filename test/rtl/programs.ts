import { existsSync, linkSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { BUILDS, compile, hashOf, include, type Level, moveTo, newFolder, verilate } from './library.ts';
import { readSources, runScript } from './yosys.ts';

/** True for the long run: `DEEP=1 npm run test:rtl`. */
export const DEEP = process.env['DEEP'] === '1';

/** A C++ program around a module in SystemVerilog. */
export interface Program {
  readonly top: string;
  /** Texts by file name: modules in the order in which Verilator reads them, then what they and the program read. */
  readonly modules: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** The name in `files` of the program's source: one with `main`, or driver.cpp. */
  readonly main: string;
  /** False for a mutant, which need not be clean under -Wall. */
  readonly lint: boolean;
  /** The netlist that Yosys makes of the modules stands in their place. */
  readonly netlist?: boolean;
  /** True for a program that is built in about half of the time, and runs as much slower. */
  readonly isShort?: boolean;
}

/** A program that is built: the folder in out/rtl with `bench`, and the first word that `bench` takes there. */
export interface Built {
  readonly folder: string;
  readonly model: string;
}

/** Source of a program that is compiled together with others. */
const DRIVER = 'driver.cpp';

/** Steps of Verilator that take long, or make much text for the compiler, and a faster program. */
const COSTLY_STEPS = ['inline', 'gate', 'expand', 'reorder', 'split'].map((step) => `-fno-${step}`);

/** Bytes of C++ from which on an optimized program pays only in a long run, and is compiled alone. */
const LARGE = 1e6;

/** A program that is being built: where it is, and where it is made. */
interface Building extends Built {
  readonly program: Program;
  readonly made: string;
}

/** A building whose C++ is written. */
interface Verilated extends Building {
  /** Paths of its C++. */
  readonly sources: readonly string[];
  readonly bytes: number;
  readonly level: Level;
}

/** The programs of this process by their folders, so that each is built once. */
const programs = new Map<string, Promise<Built>>();
/** Programs that wait to be built together: the headers take most of the time that a small one is compiled. */
let waiting: { readonly buildings: Building[]; readonly end: Promise<ReadonlyMap<string, unknown>> } | null = null;

/** @returns the program, which is built if no earlier run has left it in out/rtl */
export function built(name: string, program: Program): Promise<Built> {
  const { modules, files, isShort = false } = program;
  const hash = hashOf({ ...modules, ...files }, name, isShort);
  const folder = join(BUILDS, `${name}-${hash}`);
  const model = program.main === DRIVER ? `V${hash}` : `V${program.top}`;
  const found = programs.get(folder) ?? builtInTime({ folder, model, program });
  programs.set(folder, found);
  return found;
}

async function builtInTime({ folder, model, program }: Built & { readonly program: Program }): Promise<Built> {
  if (!existsSync(folder)) {
    waiting ??= laterBuilt();
    waiting.buildings.push({ folder, model, program, made: newFolder({ ...program.modules, ...program.files }) });
    const errors = await waiting.end;
    if (errors.has(folder)) throw errors.get(folder);
  }
  return { folder, model };
}

/** Gathers the programs that are asked for until all tests that run at the same time wait, and builds them. */
function laterBuilt() {
  const buildings: Building[] = [];
  const build = async () => {
    await after(0);
    waiting = null;
    const errors = new Map<string, unknown>();
    const verilated: Verilated[] = [];
    for (const building of buildings) {
      try {
        verilated.push(await translated(building));
      } catch (error) {
        errors.set(building.folder, error);
      }
    }
    for (const group of groupsOf(verilated)) {
      try {
        compileGroup(group);
      } catch (error) {
        for (const { folder } of group) errors.set(folder, error);
      }
    }
    return errors;
  };
  return { buildings, end: build() };
}

async function translated(building: Building): Promise<Verilated> {
  const { made, model, program } = building;
  const { top, modules, files, lint, netlist = false, isShort = false } = program;
  const order = Object.keys(modules);
  if (netlist) {
    // A vector that joins bits of one step and the next is a loop to Verilator, and its values may be wrong: it is split.
    const lowered = 'proc; flatten; opt; splitnets -driver';
    const script = `${readSources(order)}; hierarchy -check -top ${top}; ${lowered}; write_verilog netlist.v`;
    const [text] = await runScript(script, { ...modules, ...files }, ['netlist.v']);
    writeFileSync(join(made, 'netlist.v'), text);
  }
  const steps = isShort ? COSTLY_STEPS : [];
  const options = [
    '--cc',
    '--assert',
    lint ? '-Wall' : '-Wno-lint',
    '-O3',
    ...steps,
    '--x-assign',
    '0',
    '--Mdir',
    'made',
  ];
  const names = ['--prefix', model, '--top-module', top];
  verilate([...options, ...names, ...(netlist ? ['netlist.v'] : order)], made);
  const sources = readdirSync(join(made, 'made'))
    .filter((file) => file.endsWith('.cpp'))
    .map((file) => join(made, 'made', file));
  const bytes = sources.reduce((sum, file) => sum + statSync(file).size, 0);
  // A large program runs for less time than it would be optimized.
  const level = !isShort && (DEEP || bytes <= LARGE) ? '-O1' : '-O0';
  return { ...building, sources, bytes, level };
}

/** Groups that are compiled together: of one level of optimization, and not large. */
function groupsOf(verilated: readonly Verilated[]): readonly (readonly Verilated[])[] {
  const groups: Verilated[][] = [];
  const open = new Map<string, { readonly group: Verilated[]; bytes: number }>();
  for (const one of verilated) {
    const last = one.program.main === DRIVER ? open.get(one.level) : undefined;
    if (last !== undefined && last.bytes + one.bytes <= LARGE) {
      last.group.push(one);
      last.bytes += one.bytes;
      continue;
    }
    const group = [one];
    groups.push(group);
    if (one.program.main === DRIVER) open.set(one.level, { group, bytes: one.bytes });
  }
  return groups;
}

/** Compiles programs into one file, which each of their folders has. */
function compileGroup(group: readonly Verilated[]): void {
  const [{ made, level, program }] = group;
  const text = program.main === DRIVER ? joined(group) : [...group[0].sources, program.main].map(include).join('');
  writeFileSync(join(made, 'all.cpp'), text);
  compile('all.cpp', level, made);
  for (const { made: other } of group.slice(1)) linkSync(join(made, 'bench'), join(other, 'bench'));
  for (const { made: from, folder } of group) moveTo(folder, from);
}

/** The source of several programs, the first argument of which selects one. */
function joined(group: readonly Verilated[]): string {
  const programs = group.map(({ made, model, sources }) => {
    const driver = [join(made, 'ports.h'), join(made, DRIVER)].map(include).join('');
    return `${sources.map(include).join('')}#define MODEL ${model}\n${driver}`;
  });
  const cases = group.map(({ model }) => `  if (name == "${model}") return run<${model}>();\n`);
  return `${programs.join('')}
int main(int, char** words) {
  const std::string name = words[1];
${cases.join('')}  return 2;
}
`;
}
