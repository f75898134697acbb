import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The compiled modules, which Node loads without transformation. */
export const BUILT = new RegExp(`^${ROOT}dist/`);

const ROOM = /^(?:rtl-model|pipeline|traces|src)\//;

/** The compiled modules in place of their sources: tests run what users run, as Node loads it, in two thirds of the time. */
export const BUILT_MODULES: Plugin = {
  name: 'built-modules',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null;
    const file = resolve(dirname(importer), source);
    const module = file.slice(ROOT.length);
    const built = `${ROOT}dist/${module.replace(/ts$/, 'js')}`;
    return ROOM.test(module) && existsSync(file) && existsSync(built) ? built : null;
  },
};
