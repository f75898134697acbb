import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';

const root = new URL('..', import.meta.url).href;
const { Worker: AnyWorker } = threads;

/** The program of a thread, which runs as it is built: its sources take a second more to load in each thread. */
class BuiltWorker extends AnyWorker {
  constructor(program: string | URL, options: WorkerOptions = {}) {
    const [source] = (options.argv ?? []) as (string | undefined)[];
    const built = source && new URL(source.replace(root, `${root}dist/`).replace(/\.ts$/, '.js'));
    if (built && String(program).endsWith('/from-sources.js') && existsSync(fileURLToPath(built))) {
      super(built, { ...options, argv: [] });
    } else {
      super(program, options);
    }
  }
}

threads.Worker = BuiltWorker;
syncBuiltinESMExports();
