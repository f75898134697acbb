// Builds the parts that run in a browser, each when it is older than one of its sources: the inspector, and the script
// of a sweep's page. `npm run build` calls it, and texunit.js for the commands that need them.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** `config` is Vite's. `sources` are folders; `output` is a file that the build writes; `command` needs the page. */
const PAGES = [
  {
    command: 'inspect',
    config: 'src/apps/inspector/vite.config.ts',
    sources: ['src', 'traces', 'pipeline', 'rtl-model'],
    output: 'dist/inspector/index.html',
  },
  {
    command: 'sweep',
    config: 'src/apps/sweep-page/vite.config.ts',
    sources: ['src/apps/sweep-page', 'src/apps/components', 'src/platform/pages', 'src/designs', 'rtl-model/design'],
    output: 'dist/sweep-page/script.js',
  },
];

function newest(folder) {
  const files = readdirSync(path(folder), { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((file) => statSync(path(`${folder}/${file}`)).mtimeMs));
}

const [, , command] = process.argv;
const needed = PAGES.filter((page) => page.command === command);
for (const { config, sources, output } of needed.length > 0 ? needed : PAGES) {
  const built = existsSync(path(output)) ? statSync(path(output)).mtimeMs : 0;
  if (built > Math.max(statSync(path('package-lock.json')).mtimeMs, ...sources.map(newest))) continue;
  const { build } = await import('vite');
  await build({ configFile: path(config), logLevel: 'error' });
}
