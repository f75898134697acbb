// Installs the npm packages when node_modules is missing or older than package-lock.json, and compiles the kernels, so
// that `npm start`, `npm test` and `node texunit.js` are the only commands a fresh clone needs. Standard output is left
// to the command.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const installed = new URL('node_modules/.package-lock.json', import.meta.url);
const wanted = new URL('package-lock.json', import.meta.url);

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(wanted).mtimeMs) {
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
    cwd: new URL('.', import.meta.url),
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
}
await import('./compile-kernels.js');
