import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { SAVE_CODE } from '../../platform/pages/figure.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The modules of Node that libraries name; the page calls `inflateSync` alone. */
const NODE = path('worker/page-node.ts');

/** The code of the buttons that save figures, as a module: the page's server allows no script in the page itself. */
const SAVE_FIGURES = 'virtual:save-figures';

/** The inspector as a folder of static files, whose links are relative: any web server can offer it from any place. */
export default defineConfig({
  root: path('.'),
  base: './',
  resolve: { alias: { 'node:zlib': NODE, 'node:fs': NODE, 'node:path': NODE, fs: NODE, path: NODE } },
  // Schemas are not compiled: the page's policy allows no eval, and Firefox reports each attempt as an error.
  define: { 'globalThis.__zod_globalConfig': '{ jitless: true }' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [
    {
      name: SAVE_FIGURES,
      resolveId: (id) => (id === SAVE_FIGURES ? id : null),
      load: (id) => (id === SAVE_FIGURES ? `export default () => {${SAVE_CODE}};` : null),
    },
  ],
  worker: { format: 'es' },
  build: {
    outDir: path('../../../dist/inspector'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 4096,
    assetsInlineLimit: 0,
  },
});
