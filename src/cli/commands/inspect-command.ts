import { spawn } from 'node:child_process';
import { type Command, Option } from 'commander';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { pageInOneFile } from '../../platform/files/one-file-page.ts';
import { conclude, print } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { valueReader } from '../../inputs/options/option-values.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { UsageError } from '../../inputs/files/usage-error.ts';

interface InspectOptions {
  readonly port: number;
  readonly open: boolean;
  readonly save?: string;
}

const MOST_PORT = 65_535;
const parsePort = valueReader(`a whole number from 0 to ${MOST_PORT}; 0 is one that is free`, (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT ? Number(text) : null,
);
/** The program that opens an address in the browser, by the system, and words before the address. */
const OPENERS: Readonly<Record<string, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };

export function inspectCommand(command: Command): Command {
  return command
    .addOption(new Option('--port <n>', 'the port of 127.0.0.1').argParser(parsePort).default(0, 'one that is free'))
    .option('--no-open', 'print the address alone')
    .addOption(
      new Option(
        '--save <file>',
        'the page as one HTML file that a browser opens from the disk, and no server',
      ).conflicts(['port', 'open']),
    )
    .addHelpText(
      'after',
      `
The page runs the model in the browser, and nothing leaves this machine. Ctrl-C ends it. npm run build makes the same
page as a folder of static files: dist/inspector. docs/inspector.md shows how to use it.

Examples:
  texunit inspect
  texunit inspect --port 8080 --no-open
  texunit inspect --save inspector.html`,
    )
    .action(run);
}

async function run({ port, open, save }: InspectOptions): Promise<void> {
  const folder = new URL('dist/inspector/', packageFolder(import.meta.url));
  if (save !== undefined) {
    return withOutputs({ inputs: [], outputs: [save] }, async (files) => {
      files.whole(save, pageInOneFile(folder));
      conclude(files, () => 'The inspector as one file: any browser opens it, and it loads nothing from elsewhere.');
    });
  }
  const { server, url } = await servePage(folder, port);
  print(`The inspector: ${url} (Ctrl-C ends it)\n`);
  if (open) openBrowser(url);
  await new Promise((resolve) => server.once('close', resolve));
}

/** Opens an address, if the system has a program for it; the address has been printed. */
function openBrowser(url: string): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...words, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

const HOST = '127.0.0.1';
/** Host names of requests from this machine; any other name is that of a page elsewhere that has rebound it. */
const NAMES: readonly string[] = [HOST, 'localhost'];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
};
/**
 * Scripts and data come from this server alone, and no page has this one in a frame. The decoder of Zstandard is
 * WebAssembly in a data URI.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');
/** Files of a folder: no step upwards, no name that begins with a dot. */
const FILE = /^(?:\/[\w-][\w.-]*)+$/;
/** The types of files that become smaller. */
const COMPRESSED = /^text|wasm$/;

/**
 * Serves a folder of static files to the browsers of this machine.
 *
 * @param port 0 for any that is free
 * @throws UsageError when the port cannot be had
 */
export async function servePage(folder: URL, port: number): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => void answer(folder, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new UsageError(`--port ${port}: cannot be had (${cause.code}), expected one that is free`, { cause }));
    });
    server.listen(port, HOST, resolve);
  });
  return { server, url: `http://${HOST}:${(server.address() as AddressInfo).port}/` };
}

async function answer(folder: URL, { method, url = '/', headers }: IncomingMessage, response: ServerResponse) {
  const end = (
    status: number,
    body: string | Uint8Array,
    type = 'text/plain; charset=utf-8',
    more: OutgoingHttpHeaders = {},
  ) => {
    response.writeHead(status, {
      ...more,
      'Content-Type': type,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    });
    response.end(method === 'HEAD' ? undefined : body);
  };
  if (!NAMES.includes((headers.host ?? '').replace(/:\d+$/, '')))
    return end(403, 'This server answers its own machine.\n');
  if (method !== 'GET' && method !== 'HEAD') return end(405, 'This server has files to read alone.\n');
  const [path] = url.split(/[?#]/);
  const name = path.endsWith('/') ? `${path}index.html` : path;
  try {
    if (!FILE.test(name)) throw new Error('no file');
    const bytes = await readFile(new URL(`.${name}`, folder));
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    // The same tag for both encodings, which is weak therefore.
    const tag = { ETag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`, Vary: 'Accept-Encoding' };
    if (headers['if-none-match'] === tag.ETag) return end(304, '', type, tag);
    const isSmaller = COMPRESSED.test(type) && /\bgzip\b/.test(String(headers['accept-encoding']));
    if (!isSmaller) return end(200, bytes, type, tag);
    end(200, await promisify(gzip)(bytes), type, { ...tag, 'Content-Encoding': 'gzip' });
  } catch {
    end(404, name === '/index.html' ? 'The page is not built: npm run build makes it.\n' : 'There is no such file.\n');
  }
}
