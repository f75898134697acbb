import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';

const programs = new URL('../dist/program/', import.meta.url);
const modules = new URL('../dist/src/', import.meta.url).href;
/** The class of Node, which a process that runs several test files has replaced before. */
const AnyWorker: typeof threads.Worker =
  threads.Worker.name === 'BuiltWorker' ? Object.getPrototypeOf(threads.Worker) : threads.Worker;

/** The programs of a test file that come from test/, each in one file. */
const own = new Map<string, URL>();
let folder = '';
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
  folder = '';
  own.clear();
});

function ownProgram(source: string): URL {
  const known = own.get(source);
  if (known !== undefined) return known;
  folder ||= mkdtempSync(join(tmpdir(), 'texunit-threads-'));
  const outfile = join(folder, `${own.size}.mjs`);
  buildSync({ entryPoints: [fileURLToPath(source)], bundle: true, platform: 'node', format: 'esm', outfile });
  const program = pathToFileURL(outfile);
  own.set(source, program);
  return program;
}

/** The program in one file of a thread whose program is a module in dist/src/ or a source. */
function inOneFile(program: string, [source]: readonly (string | undefined)[]): URL | null {
  const isSource = source !== undefined && program.endsWith('/from-sources.js');
  if (!isSource && !program.startsWith(modules)) return null;
  const name = (isSource ? source : program).replace(/^.*\/(.*)\.[jt]s$/, '$1.js');
  const built = new URL(name, programs);
  return existsSync(fileURLToPath(built)) ? built : isSource ? ownProgram(source) : null;
}

/** The program of a thread in one file: its modules take a second more to load in each thread. */
class BuiltWorker extends AnyWorker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    const file = inOneFile(String(program), (options.argv ?? []) as (string | undefined)[]);
    super(file ?? program, file === null ? options : { ...options, argv: [] });
  }
}

threads.Worker = BuiltWorker;
syncBuiltinESMExports();
