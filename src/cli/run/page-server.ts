import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { UsageError } from '../../inputs/files/usage-error.ts';

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
  const end = (status: number, body: string | Uint8Array, type = 'text/plain; charset=utf-8') => {
    response.writeHead(status, {
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
    end(200, await readFile(new URL(`.${name}`, folder)), TYPES[extname(name)] ?? 'application/octet-stream');
  } catch {
    end(404, name === '/index.html' ? 'The page is not built: npm run build makes it.\n' : 'There is no such file.\n');
  }
}
