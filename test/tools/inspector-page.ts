import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { newPage, startChromium } from './chromium.ts';

const CONFIG = fileURLToPath(new URL('../../src/apps/inspector/vite.config.ts', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface View {
  readonly width: number;
  readonly height: number;
  readonly scheme?: 'light' | 'dark';
}

const DESKTOP: View = { width: 1400, height: 1000 };

/** The inspector, built into a folder of its own, offered by a plain server and opened in Chromium. */
export class InspectorPages {
  /** Errors that pages told. */
  readonly errors: string[] = [];
  private readonly folder: string;
  private readonly server: Server;
  private readonly browser: Browser;

  private constructor(folder: string, server: Server, browser: Browser) {
    this.folder = folder;
    this.server = server;
    this.browser = browser;
  }

  static async start(): Promise<InspectorPages> {
    const folder = mkdtempSync(join(tmpdir(), 'texunit-inspector-'));
    await build({ configFile: CONFIG, logLevel: 'error', build: { outDir: folder } });
    const server = createServer(({ url = '/' }, response) => {
      const path = join(folder, url === '/' ? 'index.html' : new URL(url, 'http://page').pathname);
      try {
        const bytes = readFileSync(path);
        response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream').end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new InspectorPages(folder, server, await startChromium());
  }

  /** Opens a link. @param state the part of the address behind # */
  async open(
    state: Readonly<Record<string, string>>,
    { width, height, scheme = 'light' }: View = DESKTOP,
  ): Promise<Page> {
    const { port } = this.server.address() as AddressInfo;
    const page = await newPage(this.browser, { viewport: { width, height }, colorScheme: scheme });
    page.on('pageerror', ({ message }) => this.errors.push(message));
    await page.goto(`http://127.0.0.1:${port}/#${new URLSearchParams(state).toString()}`);
    return page;
  }

  async end(): Promise<void> {
    await this.browser.close();
    this.server.close();
    rmSync(this.folder, { recursive: true });
  }
}

/** The state that the page's address holds. */
export async function addressOf(page: Page): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
}

/** What axe finds on the page, a line each: the rule and the place. */
export async function axeFinds(page: Page, within = 'body'): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found: unknown = await page.evaluate(`axe.run(${JSON.stringify(within)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`);
  return found as readonly string[];
}
