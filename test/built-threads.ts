import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';

const programs = new URL('../dist/program/', import.meta.url);
const { Worker: AnyWorker } = threads;

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

/** The program of a thread, which runs as it is built: its sources take a second more to load in each thread. */
class BuiltWorker extends AnyWorker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    const [source] = (options.argv ?? []) as (string | undefined)[];
    if (source && String(program).endsWith('/from-sources.js')) {
      const built = new URL(source.replace(/^.*\/(.*)\.ts$/, '$1.js'), programs);
      super(existsSync(fileURLToPath(built)) ? built : ownProgram(source), { ...options, argv: [] });
    } else {
      super(program, options);
    }
  }
}

threads.Worker = BuiltWorker;
syncBuiltinESMExports();
