import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSources, runScript } from './yosys.ts';
import type { RoundingMode } from '../../rtl-model/fixed-point/rounding.ts';

/** True for the long run: `DEEP=1 npm run test:rtl`. */
export const DEEP = process.env['DEEP'] === '1';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'out/rtl');
const verilatorVersion = execFileSync('verilator', ['--version'], { encoding: 'utf8' });
const verilatorRoot = execFileSync('verilator', ['--getenv', 'VERILATOR_ROOT'], { encoding: 'utf8' }).trim();
const driver = readFileSync(new URL('driver.cpp', import.meta.url), 'utf8');

/** A port of a module: a value of 1 to 64 bits, those that are compared of at most 53; or a packed struct of values. */
export interface Port {
  readonly name: string;
  readonly width: number;
  readonly signed?: boolean;
  /** Elements of a packed array, which are values of their own, the first one first; 1 if it is absent. */
  readonly count?: number;
  /** True for an output that has no meaning in some vectors: NaN stands for any value. */
  readonly sometimes?: boolean;
  /** An input that is the number of an entry in a table; the module gets the entry. */
  readonly table?: Table;
  /** The members of a packed struct, which are values of their own, the first one first and most significant. */
  readonly members?: readonly Port[];
}

/** Entries of so many bits, in a file for `$readmemh`. */
export interface Table {
  readonly width: number;
  readonly entries: number;
  readonly file: string;
}

/** A module of rtl-model with the parameters of one design. */
export interface Leaf {
  readonly module: string;
  /** Paths from rtl-model/, packages first. */
  readonly sources: readonly string[];
  /** Numbers, or constants in SystemVerilog, such as 'fixed_point_pkg::FLOOR' or '"log2.mem"'. */
  readonly parameters?: Readonly<Record<string, number | string>>;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  /** The text of a package in front of the sources, which is made for a design. */
  readonly package?: string;
  /** Texts of the files that the module reads, such as ROMs, by the name that it reads them by. */
  readonly files?: Readonly<Record<string, string>>;
  /** A mutant: `replace[1]` stands in place of `replace[0]`, which the sources contain once. */
  readonly replace?: readonly [string, string];
  /** The netlist that Yosys makes of the module stands in its place. */
  readonly netlist?: boolean;
}

/** The constant of fixed_point_pkg for a rounding mode: NEAREST_EVEN for 'nearest-even'. */
export function roundingConstant(mode: RoundingMode): string {
  return `fixed_point_pkg::${mode.toUpperCase().replace('-', '_')}`;
}

/** Test vectors of a leaf. */
export interface Vectors {
  readonly count: number;
  /**
   * Vector n, 0 to count - 1.
   *
   * @param values receives an integer for each input, then the expected integer of each output, in the leaf's order.
   * Packed arrays and structs have one for each element.
   * Bits above a port's width are ignored, so that a signed port takes its value and a float32 port its pattern.
   */
  readonly fill: (n: number, values: Float64Array) => void;
}

/**
 * Runs vectors through the verilated module.
 *
 * @returns the first difference in words, or null if every output of every vector is as expected
 */
export async function firstDifference(leaf: Leaf, { count, fill }: Vectors): Promise<string | null> {
  const folder = await build(leaf);
  const child = spawn(join(folder, 'bench'), { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  // A program that has found a difference closes its input.
  child.stdin.on('error', () => {});
  const ports = [...leaf.inputs, ...leaf.outputs].flatMap(elements);
  const values = new Float64Array(ports.length);
  for (let first = 0; first < count && child.exitCode === null; first += CHUNK) {
    const vectors = Math.min(CHUNK, count - first);
    const words = new Uint32Array(vectors * wordsOf(ports));
    for (let n = 0, at = 0; n < vectors; n++) {
      fill(first + n, values);
      for (let port = 0; port < ports.length; port++) {
        words[at++] = values[port];
        if (ports[port].width > 32) words[at++] = Math.floor(values[port] / 2 ** 32);
        if (ports[port].sometimes) words[at++] = Number(!Number.isNaN(values[port]));
      }
    }
    await new Promise((resolve) => child.stdin.write(new Uint8Array(words.buffer), resolve));
  }
  child.stdin.end();
  const status = await ended;
  if (status !== 0) throw new Error(`the program of ${leaf.module} ended with ${status}`);
  if (report === `${count} vectors agree\n`) return null;
  if (!report.startsWith('vector ')) throw new Error(`${leaf.module} answered ${report} to ${count} vectors`);
  return `${leaf.module} ${JSON.stringify(leaf.parameters ?? {})}, ${report}`;
}

/** Vectors that are made at a time: a mutant is found in the first of them. */
const CHUNK = 1 << 12;

/** The ports of the bench: one for each element of an array or member of a struct. */
export function elements(port: Port): readonly Port[] {
  const { name, count, members } = port;
  if (members !== undefined) return membersOf(name, members).flatMap(elements);
  return count === undefined ? [port] : Array.from({ length: count }, (_, k) => ({ ...port, name: `${name}_${k}` }));
}

function membersOf(name: string, members: readonly Port[]): readonly Port[] {
  return members.map((member) => ({ ...member, name: `${name}_${member.name}` }));
}

function wordsOf(ports: readonly Port[]): number {
  return ports.reduce((words, { width, sometimes }) => words + (width > 32 ? 2 : 1) + (sometimes ? 1 : 0), 0);
}

/** A C++ program around a module in SystemVerilog. */
export interface Program {
  readonly top: string;
  /** Texts by file name: modules in the order in which Verilator reads them, then what they and the program read. */
  readonly modules: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** The name in `files` of the program's source. */
  readonly main: string;
  /** False for a mutant, which need not be clean under -Wall. */
  readonly lint: boolean;
  /** The netlist that Yosys makes of the modules stands in their place. */
  readonly netlist?: boolean;
  /** True for a program that is built in less than half of the time, and runs as much slower. */
  readonly isShort?: boolean;
}

/** Steps of Verilator that make much text for the compiler, and a faster program. */
const COSTLY_STEPS = ['-fno-inline', '-fno-gate', '-fno-expand'];

/** Bytes of C++ from which on an optimized program pays only in a long run. */
const LARGE = 1e6;

/** @returns the folder of the program `bench`, which is built if no earlier run has left it in out/rtl */
export function built(
  name: string,
  { top, modules, files, main, lint, netlist = false, isShort = false }: Program,
): Promise<string> {
  const texts = { ...modules, ...files };
  return cached(name, texts, async (folder) => {
    const order = Object.keys(modules);
    if (netlist) {
      // A vector that joins bits of one step and the next is a loop to Verilator, and its values may be wrong: it is split.
      const lowered = 'proc; flatten; opt; splitnets -driver';
      const script = `${readSources(order)}; hierarchy -check -top ${top}; ${lowered}; write_verilog netlist.v`;
      const [text] = await runScript(script, texts, ['netlist.v']);
      writeFileSync(join(folder, 'netlist.v'), text);
    }
    const steps = isShort ? COSTLY_STEPS : [];
    const options = ['--cc', lint ? '-Wall' : '-Wno-lint', '-O3', ...steps, '--x-assign', '0', '--Mdir', 'made'];
    execute('verilator', [...options, '--top-module', top, ...(netlist ? ['netlist.v'] : order)], folder);
    // One file of the compiler: most of its time goes into Verilator's headers.
    const made = readdirSync(join(folder, 'made')).filter((file) => file.endsWith('.cpp'));
    writeFileSync(join(folder, 'all.cpp'), [...made.map((file) => `made/${file}`), main].map(include).join(''));
    // A mutant stops early, at its first difference. A large program runs for less time than it would be optimized.
    const isLarge = made.reduce((sum, file) => sum + statSync(join(folder, 'made', file)).size, 0) > LARGE;
    const level = (lint || netlist) && !isShort && (DEEP || !isLarge) ? '-O1' : '-O0';
    const { headers, objects } = await runtime(level);
    compile([level, ...headers, '-Imade', '-I.', 'all.cpp', ...objects, '-o', 'bench'], folder);
  });
}

function build(leaf: Leaf): Promise<string> {
  const { module, sources, files, replace, netlist = false } = leaf;
  const texts = sources.map((path) => [basename(path), readFileSync(join(root, 'rtl-model', path), 'utf8')] as const);
  const ofDesign = leaf.package === undefined ? {} : { 'texture_unit_pkg.sv': leaf.package };
  return built(netlist ? `${module}-netlist` : module, {
    top: 'bench',
    modules: { ...ofDesign, ...mutated(texts, replace), 'bench.sv': benchOf(leaf) },
    files: { 'ports.h': portTable(leaf), 'driver.cpp': driver, ...files },
    main: 'driver.cpp',
    lint: replace === undefined && !netlist,
    netlist,
  });
}

/** Headers that programs include. A header that is compiled in advance costs nothing; these cost most of the time. */
const HEADERS = ['verilated.h', 'fstream', 'iterator', 'sstream', 'string', 'vector'];

/** Verilator's library: its object files, and the headers, compiled in advance for a level of optimization. */
async function runtime(level: string): Promise<{ headers: readonly string[]; objects: readonly string[] }> {
  const units = ['verilated', 'verilated_threads'];
  const includes = ['include', 'include/vltstd'].map((path) => `-I${join(verilatorRoot, path)}`);
  const folder = await cached(`library${level}`, { 'library.h': HEADERS.map(include).join('') }, async (made) => {
    compile([level, ...includes, '-x', 'c++-header', 'library.h', '-o', 'library.h.gch'], made);
    for (const unit of units)
      compile(['-O1', ...includes, '-c', join(verilatorRoot, 'include', `${unit}.cpp`), '-o', `${unit}.o`], made);
  });
  return {
    headers: [`-I${folder}`, ...includes, '-include', 'library.h'],
    objects: units.map((unit) => join(folder, `${unit}.o`)),
  };
}

function compile(args: readonly string[], folder: string): void {
  execute('g++', ['-w', '-pthread', ...args], folder);
}

/**
 * @param files texts by name, which are written into the folder before `make` adds what is built from them
 * @returns the folder in out/rtl, which is made once for these texts and this version of Verilator
 */
async function cached(
  name: string,
  files: Readonly<Record<string, string>>,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([verilatorVersion, files]));
  const folder = join(cache, `${name}-${hash.digest('hex').slice(0, 20)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'build-'));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(made, file), text);
  await make(made);
  // Another worker may have made the same folder in the meantime.
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
  return folder;
}

function execute(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} in ${cwd} ended with ${status}\n${stdout}${stderr}`);
}

/** @returns texts by file name, with the mutant's text in one of them */
export function mutated(
  sources: readonly (readonly [string, string])[],
  replace: Leaf['replace'],
): Readonly<Record<string, string>> {
  if (!replace) return Object.fromEntries(sources);
  const [from, to] = replace;
  const places = sources.reduce((sum, [, text]) => sum + text.split(from).length - 1, 0);
  if (places !== 1) throw new Error(`the text of a mutant stands ${places} times in the sources: ${from}`);
  return Object.fromEntries(sources.map(([name, text]) => [name, text.replace(from, () => to)]));
}

/** A module with the ports alone, because a top module's parameters can be no constants of a package. */
function benchOf({ module, parameters = {}, inputs, outputs }: Leaf): string {
  const declared = (direction: string) => (port: Port) => `  ${direction} logic [${port.width - 1}:0] ${port.name}`;
  const tables = inputs
    .flatMap(elements)
    .flatMap(({ name, table }) => (table === undefined ? [] : [{ name, ...table }]));
  const connected = (names: readonly (readonly [string, string | number])[]) =>
    names.map(([name, value]) => `.${name}(${value})`).join(', ');
  return `module bench (
${[...inputs.flatMap(elements).map(declared('input')), ...outputs.flatMap(elements).map(declared('output'))].join(',\n')}
);
${tables.map(({ name, width, entries }) => `  logic [${width - 1}:0] ${name}_table [0:${entries - 1}];\n`).join('')}${tables
    .map(({ name, file }) => `  initial $readmemh("${file}", ${name}_table);\n`)
    .join('')}  ${module} #(${connected(Object.entries(parameters))}) leaf (
    ${connected([...inputs, ...outputs].map((port) => [port.name, concatenated(port)]))}
  );
endmodule
`;
}

function concatenated(port: Port): string {
  if (port.members !== undefined) return `{${membersOf(port.name, port.members).map(concatenated).join(', ')}}`;
  if (port.table !== undefined) return `${port.name}_table[${port.name}]`;
  const names = elements(port).map(({ name }) => name);
  return port.count === undefined ? port.name : `{${names.toReversed().join(', ')}}`;
}

/** The ports as a table that driver.cpp expands. */
function portTable({ inputs, outputs }: Leaf): string {
  const rows = (ports: readonly Port[]) =>
    ports
      .flatMap(elements)
      .map(
        ({ name, width, signed, sometimes }) => ` PORT(${name}, ${width}, ${signed === true}, ${sometimes === true})`,
      )
      .join('');
  return `#define INPUTS(PORT)${rows(inputs)}
#define OUTPUTS(PORT)${rows(outputs)}
enum { WORDS = ${wordsOf([...inputs, ...outputs].flatMap(elements))} };
`;
}

function include(path: string): string {
  return `#include "${path}"\n`;
}
