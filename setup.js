// Installs the npm packages when node_modules is missing or older than package-lock.json, and compiles the kernels, so
// that `npm start`, `npm test` and `node texunit.js` are the only commands a fresh clone needs. Standard output is left
// to the command.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

/** EX_SOFTWARE: 1 would mean that a check has found fault. */
const UNBUILT = 70;
const installed = new URL('node_modules/.package-lock.json', import.meta.url);
const wanted = new URL('package-lock.json', import.meta.url);

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  // Standard error is for the messages of the command: that of npm is shown where it fails.
  if (process.stderr.isTTY) process.stderr.write('texunit: installing the npm packages\n');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    cwd: new URL('.', import.meta.url),
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    process.stderr.write(`${npm.stdout ?? ''}${npm.stderr ?? ''}${npm.error?.message ?? ''}\n`);
    process.exit(UNBUILT);
  }
}
await import('./compile-kernels.js');
