import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The script of a sweep's page as one file, which `texunit sweep --html` writes into the page. */
export default defineConfig({
  root: path('.'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: path('../../../dist/sweep-page'),
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: path('main.tsx'), formats: ['iife'], name: 'sweepPage', fileName: () => 'script.js' },
  },
});
