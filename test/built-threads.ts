import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

const programs = new URL('../dist/program/', import.meta.url);
const { Worker: AnyWorker } = threads;

/** The program of a thread, which runs as it is built: its sources take a second more to load in each thread. */
class BuiltWorker extends AnyWorker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    const [source] = (options.argv ?? []) as (string | undefined)[];
    const built = source && new URL(source.replace(/^.*\/(.*)\.ts$/, '$1.js'), programs);
    if (built && String(program).endsWith('/from-sources.js') && existsSync(fileURLToPath(built))) {
      super(built, { ...options, argv: [] });
    } else {
      super(program, options);
    }
  }
}

threads.Worker = BuiltWorker;
syncBuiltinESMExports();
