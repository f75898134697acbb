import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of what the tests build. */
export const BUILDS = fileURLToPath(new URL('../../out/rtl', import.meta.url));
const version = execFileSync('verilator', ['--version'], { encoding: 'utf8' });
const verilatorRoot = execFileSync('verilator', ['--getenv', 'VERILATOR_ROOT'], { encoding: 'utf8' }).trim();

/**
 * Verilator without its wrapper in Perl, which takes as long as the translation of a small module. Blocks of memory that it
 * frees are kept for its next ones: glibc's malloc takes a third of its time to join and divide them.
 */
const VERILATOR = `ulimit -s unlimited 2>/dev/null; export VERILATOR_ROOT='${verilatorRoot}'
  GLIBC_TUNABLES=glibc.malloc.tcache_count=65535 exec verilator_bin "$@"`;

/** Options for a program with threads and for the headers of Verilator's library. */
const OPTIONS = ['-w', '-pthread', ...['include', 'include/vltstd'].map((path) => `-I${join(verilatorRoot, path)}`)];

/** Headers that programs include. A header that is compiled in advance costs nothing; these cost most of the time. */
const HEADERS = ['verilated.h', 'fstream', 'iterator', 'sstream', 'string', 'vector'].map(include).join('');

/** Sources of the library that programs need. */
const UNITS = ['verilated', 'verilated_threads'];
const objects = join(BUILDS, `objects-${hashOf({})}`);

/** Optimized, or built quickly. */
export type Level = '-O0' | '-O1';

/** The compiler of each level: without optimization, clang takes less than half of the time that g++ takes. */
const COMPILERS: Readonly<Record<Level, string>> = {
  '-O0': spawnSync('clang++', ['--version']).status === 0 ? 'clang++' : 'g++',
  '-O1': 'g++',
};

/** Builds the library before all tests: its object files, and its headers for each level of optimization. */
export default async function buildLibrary(): Promise<void> {
  await Promise.all([buildObjects(), buildHeaders('-O0'), buildHeaders('-O1')]);
}

async function buildObjects(): Promise<void> {
  if (existsSync(objects)) return;
  const made = newFolder({});
  const source = (unit: string) => join(verilatorRoot, 'include', `${unit}.cpp`);
  const steps = UNITS.map((unit) => ['-O1', '-c', source(unit), '-o', `${unit}.o`]);
  await Promise.all(steps.map((step) => run('g++', [...OPTIONS, ...step], { cwd: made })));
  moveTo(objects, made);
}

/** Builds the headers in their own folder: what clang makes of a header names the header's path. */
async function buildHeaders(level: Level): Promise<void> {
  const folder = headersOf(level);
  const path = (file: string) => join(folder, file);
  if (existsSync(path('library.h.gch'))) return;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path('library.h'))) writeFileSync(path('library.h'), HEADERS);
  const made = `library-${process.pid}.gch`;
  await run(COMPILERS[level], [...OPTIONS, level, '-x', 'c++-header', 'library.h', '-o', made], { cwd: folder });
  renameSync(path(made), path('library.h.gch'));
}

function headersOf(level: Level): string {
  return join(BUILDS, `headers-${COMPILERS[level]}${level}-${hashOf({ 'library.h': HEADERS })}`);
}

/** Translates modules to C++ in a folder. */
export function verilate(args: readonly string[], folder: string): void {
  execute('sh', ['-c', VERILATOR, 'verilator', ...args], folder);
}

/** Compiles a source in a folder to `bench`. */
export function compile(source: string, level: Level, folder: string): void {
  const headers = ['-include', join(headersOf(level), 'library.h'), '-Imade', '-I.'];
  const files = [source, ...UNITS.map((unit) => join(objects, `${unit}.o`))];
  execute(COMPILERS[level], [...OPTIONS, level, ...headers, ...files, '-o', 'bench'], folder);
}

/** Twenty digits for texts, for what else is different, and for this version of Verilator. */
export function hashOf(texts: Readonly<Record<string, string>>, ...more: readonly (string | boolean)[]): string {
  const hash = createHash('sha256').update(JSON.stringify([version, texts, ...more]));
  return hash.digest('hex').slice(0, 20);
}

/** @returns a new folder in out/rtl that has the texts */
export function newFolder(texts: Readonly<Record<string, string>>): string {
  mkdirSync(BUILDS, { recursive: true });
  const made = mkdtempSync(join(BUILDS, 'build-'));
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(made, file), text);
  return made;
}

/** Gives a folder its name, unless another process has made the same in the meantime. */
export function moveTo(folder: string, made: string): void {
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true });
  }
}

function execute(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} in ${cwd} ended with ${status}\n${stdout}${stderr}`);
}

export function include(path: string): string {
  return `#include "${path}"\n`;
}
