import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutatedModule } from './mutation/mutants.ts';
import { built, type Built } from './programs.ts';
import type { RoundingMode } from '../../rtl-model/fixed-point/rounding.ts';
import type { WeightScale } from '../../rtl-model/steps/steps.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
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
  /** True for a module with mutants, of which a file selects one. */
  readonly selects?: boolean;
}

/** The constant of fixed_point_pkg for a rounding mode: NEAREST_EVEN for 'nearest-even'. */
export function roundingConstant(mode: RoundingMode): string {
  return `fixed_point_pkg::${mode.toUpperCase().replaceAll('-', '_')}`;
}

/** The constant of filter_widths_pkg for a scale of weights. */
export function weightScaleConstant(scale: WeightScale): string {
  return `filter_widths_pkg::${scale.toUpperCase().replaceAll('-', '_')}`;
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
 * @returns the first difference or the assertion that failed, in words; null if every output of every vector is as expected
 */
export async function firstDifference(leaf: Leaf, vectors: Vectors): Promise<string | null> {
  if (MOST_MUTANTS > 0 && leaf.replace === undefined && leaf.netlist !== true) return countMutants(leaf, vectors);
  const { folder, model } = await build(leaf, vectors.count);
  return difference(leaf, vectors.count, chunksOf(leaf, vectors), folder, folder, model);
}

/** The words of vectors for the program, some thousand vectors at a time. */
function* chunksOf(leaf: Leaf, { count, fill }: Vectors): Generator<Uint8Array> {
  const ports = [...leaf.inputs, ...leaf.outputs].flatMap(elements);
  const values = new Float64Array(ports.length);
  for (let first = 0; first < count; first += CHUNK) {
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
    yield new Uint8Array(words.buffer);
  }
}

/** @param cwd where the program finds the files that the module reads */
async function difference(
  leaf: Leaf,
  count: number,
  chunks: Iterable<Uint8Array>,
  folder: string,
  cwd: string,
  model: string,
): Promise<string | null> {
  const child = spawn(join(folder, 'bench'), [model], { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  // A program that has found a difference closes its input, which ends the vectors.
  child.stdin.on('error', () => {});
  for (const chunk of chunks) {
    if (child.stdin.destroyed) break;
    await new Promise((resolve) => child.stdin.write(chunk, resolve));
  }
  child.stdin.end();
  const status = await ended;
  const failed = failedAssertion(report);
  if (failed !== null) return failed;
  if (status !== 0) throw new Error(`the program of ${leaf.module} ended with ${status}`);
  if (report === `${count} vectors agree\n`) return null;
  if (!report.startsWith('vector ')) throw new Error(`${leaf.module} answered ${report} to ${count} vectors`);
  return `${leaf.module} ${JSON.stringify(leaf.parameters ?? {})}, ${report}`;
}

/** Mutants of each module: none but for a count of those that the vectors find (`npm run test:mutate-rtl`). */
const MOST_MUTANTS = Number(process.env['RTL_MUTANTS'] ?? 0);

/** The fate of a mutant under the vectors of a test, a line of MUTANTS_FOUND. */
export interface MutantFate {
  readonly module: string;
  readonly mutant: string;
  readonly found: boolean;
}

export const MUTANTS_FOUND = join(root, 'out/rtl/mutants.jsonl');

/**
 * Runs the vectors through each mutant of the module that a test is about, and notes which of them they find.
 *
 * @returns the first difference without a mutant
 */
async function countMutants(leaf: Leaf, vectors: Vectors): Promise<string | null> {
  const module = leaf.module.replace(/_bench$/, '');
  const path = leaf.sources.find((file) => basename(file) === `${module}.sv`)!;
  const text = readFileSync(join(root, 'rtl-model', path), 'utf8');
  // A module of a test is no part of the unit.
  const { text: changed, mutants } = mutatedModule(text, path.startsWith('../test/') ? 0 : MOST_MUTANTS);
  const { folder, model } = await build({ ...leaf, replace: [text, changed], selects: true }, vectors.count);
  const chunks = [...chunksOf(leaf, vectors)];
  const cwd = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const [name, content] of Object.entries(leaf.files ?? {})) writeFileSync(join(cwd, name), content);
  const differenceOf = (number: number) => {
    writeFileSync(join(cwd, MUTANT_FILE), `${number.toString(16)}\n`);
    return difference(leaf, vectors.count, chunks, folder, cwd, model);
  };
  const without = await differenceOf(0);
  for (const [n, mutant] of mutants.entries()) {
    const found = (await differenceOf(n + 1).catch((error: Error) => error.message)) !== null;
    appendFileSync(MUTANTS_FOUND, `${JSON.stringify({ module, mutant, found } satisfies MutantFate)}\n`);
  }
  rmSync(cwd, { recursive: true });
  return without;
}

/** The number of the mutant, which the bench reads. */
const MUTANT_FILE = 'mutant.mem';

/** The assertion that failed, as Verilator writes it to the output of a program: its file, line and name. Null without one. */
export function failedAssertion(output: string): string | null {
  return /\S+: Assertion failed in .*/.exec(output)?.[0] ?? null;
}

/** Vectors that are made at a time: a mutant is found in the first of them. */
const CHUNK = 1 << 12;

/** The most vectors that take longer to build an optimized program for than they run in another. */
const FEW = 1e5;

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

function build(leaf: Leaf, count: number): Promise<Built> {
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
    isShort: replace !== undefined || count <= FEW,
  });
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
function benchOf({ module, parameters = {}, inputs, outputs, selects = false }: Leaf): string {
  const declared = (direction: string) => (port: Port) => `  ${direction} logic [${port.width - 1}:0] ${port.name}`;
  const tables = inputs
    .flatMap(elements)
    .flatMap(({ name, table }) => (table === undefined ? [] : [{ name, ...table }]));
  const connected = (names: readonly (readonly [string, string | number])[]) =>
    names.map(([name, value]) => `.${name}(${value})`).join(', ');
  return `module bench (
${[...inputs.flatMap(elements).map(declared('input')), ...outputs.flatMap(elements).map(declared('output'))].join(',\n')}
);
${selects ? `  logic [31:0] mutants [1];\n  initial $readmemh("${MUTANT_FILE}", mutants);\n` : ''}${tables.map(({ name, width, entries }) => `  logic [${width - 1}:0] ${name}_table [0:${entries - 1}];\n`).join('')}${tables
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
#define WORDS ${wordsOf([...inputs, ...outputs].flatMap(elements))}
`;
}
