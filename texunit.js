#!/usr/bin/env node
// The command line of a clone: installs the packages, builds what has changed since the last build, and runs.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

await import('./setup.js');
const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url));
const project = fileURLToPath(new URL('tsconfig.build.json', import.meta.url));

const { status } = spawnSync(process.execPath, [tsc, '-b', project], {
  stdio: ['ignore', 2, 2],
  cwd: new URL('.', import.meta.url),
});
// EX_SOFTWARE: 1 would mean that a check has found fault.
if (status !== 0) process.exit(70);
await import('./build-program.js');
await import('./build-schemas.js');
if (['inspect', 'sweep'].includes(process.argv[2])) await import('./build-pages.js');
await import('./dist/program/main.js');
