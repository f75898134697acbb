import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../src/designs/presets.ts';
import { browserSamples } from './browser-samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A program that imports from `texunit`, as one minified module of the built files, which the package has. */
async function bundled(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
    alias: { texunit: join(root, 'dist', 'src', 'index.js') },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0].contents;
}

/** The text of a page's body after it has run a module under a content policy. */
async function textInBrowser(module: Uint8Array, policy: string): Promise<string> {
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript');
    response.setHeader('Content-Security-Policy', policy);
    response.end(isPage ? '<!doctype html><body><script type="module" src="/module.js"></script>' : module);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const profile = mkdtempSync(join(tmpdir(), 'texunit-browser-'));
  try {
    const { port } = server.address() as AddressInfo;
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
    const more = ['--disable-quic', '--disable-component-update', '--disable-sync', `--user-data-dir=${profile}`];
    const args = [...flags, ...more, '--dump-dom', `http://127.0.0.1:${port}/`];
    const { stdout } = await promisify(execFile)('chromium', args, { maxBuffer: 2 ** 28 });
    return /<pre>([^]*)<\/pre>/.exec(stdout)?.[1] ?? stdout;
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The module prints whether the page may have WebAssembly, and the results. */
const PROGRAM = `
import { PRESETS } from '../../src/designs/presets.ts';
import { browserSamples } from './browser-samples.ts';
let assembly = 'with WebAssembly';
try {
  new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
} catch {
  assembly = 'without WebAssembly';
}
const text = document.createElement('pre');
text.textContent = assembly + '\\n' + browserSamples();
document.body.append(text);
`;

describe('the library in a browser', () => {
  it('takes less than 87 KB, compressed, for the first sample of the README', async () => {
    const [, sample] = /## As a library\n[^]*?```ts\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;
    const bundle = await bundled(sample);
    expect(gzipSync(bundle, { level: 9 }).length).toBeLessThan(87_000);
    const folder = mkdtempSync(join(tmpdir(), 'texunit-bundle-'));
    const program = join(folder, 'sample.mjs');
    writeFileSync(program, bundle);
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    rmSync(folder, { recursive: true });
    const shown = /^console\.log\(.*\); \/\/ (.*)$/m.exec(sample)![1];
    expect(stdout.trim().replace(/\s+/g, ' ')).toBe(shown);
  });

  it.each([
    ["default-src 'none'; script-src 'self'", 'without WebAssembly'],
    ["default-src 'none'; script-src 'self' 'wasm-unsafe-eval'", 'with WebAssembly'],
  ])('samples under the policy "%s" %s, and gives the bits that Node gives', async (policy, assembly) => {
    const [first, ...results] = (await textInBrowser(await bundled(PROGRAM), policy)).split('\n');
    expect(first).toBe(assembly);
    expect(results.join('\n') === browserSamples()).toBe(true);
    expect(results).toHaveLength(12 * PRESETS.size);
  });
});
