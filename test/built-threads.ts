import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { buildSync } from 'esbuild';

const programs = new URL('../dist/program/', import.meta.url);
const { Worker: AnyWorker } = threads;

/** The programs of tests, each in one text. */
const own = new Map<string, URL>();

/** A program that is no part of the built ones: it comes from test/. */
function ownProgram(source: string): URL {
  const known = own.get(source);
  if (known !== undefined) return known;
  const entryPoints = [fileURLToPath(source)];
  const options = { bundle: true, platform: 'node', format: 'esm', write: false } as const;
  const [{ text }] = buildSync({ entryPoints, ...options }).outputFiles;
  const program = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
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
