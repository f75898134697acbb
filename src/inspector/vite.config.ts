import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The inspector as a folder of static files, whose links are relative: any web server can offer it from any place. */
export default defineConfig({
  root: path('.'),
  base: './',
  resolve: { alias: { 'node:zlib': path('worker/page-zlib.ts') } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: path('../../dist/inspector'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 4096,
    assetsInlineLimit: 0,
  },
});
