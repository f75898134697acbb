import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage } from '../../../../src/cli/commands/inspect-command.ts';
import { texunit } from '../../../../src/cli/program.ts';
import { pageInOneFile } from '../../../../src/platform/files/one-file-page.ts';

interface Response {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

const folder = mkdtempSync(join(tmpdir(), 'texunit-inspect-'));
let server: Server;
let url = '';

beforeAll(async () => {
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page', 'index.html'), '<p>page');
  writeFileSync(join(folder, 'page', 'assets', 'a-1.js'), 'script');
  ({ server, url } = await servePage(pathToFileURL(`${folder}/page/`), 0));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function ask(path: string, host?: string, method = 'GET'): Promise<Response> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (text: Buffer) => (body += text.toString()));
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], body }));
    })
      .on('error', reject)
      .end();
  });
}

describe('the server of texunit inspect', () => {
  it('listens on this machine alone, and gives the page with its scripts', async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await ask('/')).toEqual({ status: 200, type: 'text/html; charset=utf-8', body: '<p>page' });
    const script = await ask('/assets/a-1.js?v=2');
    expect(script).toEqual({ status: 200, type: 'text/javascript; charset=utf-8', body: 'script' });
    expect(await ask('/', undefined, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('compresses text for a browser that takes gzip, and sends nothing again that has not changed', async () => {
    const script = 'const texel = 1;\n'.repeat(500);
    const file = join(folder, 'page', 'assets', 'large.js');
    writeFileSync(file, script);
    const get = (headers: Record<string, string>) => fetch(`${url}assets/large.js`, { headers });
    const packed = await get({ 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.text()).toBe(script);
    const plain = await get({ 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBe(null);
    expect(await plain.text()).toBe(script);
    const tag = plain.headers.get('etag')!;
    expect(packed.headers.get('etag')).toBe(tag);
    const same = await get({ 'if-none-match': tag });
    expect([same.status, await same.text()]).toEqual([304, '']);
    writeFileSync(file, `${script}// changed\n`);
    const changed = await get({ 'if-none-match': tag });
    expect([changed.status, await changed.text()]).toEqual([200, `${script}// changed\n`]);
  });

  it('forbids every other page to have it in a frame, whatever the answer', async () => {
    for (const path of ['', 'assets/a-1.js', 'none']) {
      const { headers } = await fetch(url + path);
      expect(headers.get('content-security-policy')!.split('; ')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('refuses a name that is not its own, which a page elsewhere may have rebound', async () => {
    const { port } = new URL(url);
    expect(await ask('/', `localhost:${port}`)).toMatchObject({ status: 200 });
    for (const host of [`evil.example:${port}`, `127.0.0.1.evil.example:${port}`, 'evil.example']) {
      expect(await ask('/', host)).toMatchObject({ status: 403 });
    }
  });

  it('gives no file outside of its folder, and takes nothing', async () => {
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/../../secret.txt', '//secret.txt', '/none']) {
      expect(await ask(path)).toMatchObject({ status: 404, body: 'There is no such file.\n' });
    }
    expect(await ask('/', undefined, 'POST')).toMatchObject({ status: 405 });
  });

  it('says in one line that a port is taken, or is none', async () => {
    const { port } = new URL(url);
    const taken = await texunit(['inspect', '--no-open', '--port', port]);
    expect(taken).toEqual({
      code: 2,
      message: `texunit: --port ${port}: cannot be had (EADDRINUSE), expected one that is free`,
    });
    const none = await texunit(['inspect', '--no-open', '--port', '70000']);
    expect(none.code).toBe(2);
  });
});

describe('texunit inspect --save', () => {
  it('has the page in one file, whose scripts, workers and pictures name no file beside it', () => {
    const built = join(folder, 'built');
    mkdirSync(join(built, 'assets'), { recursive: true });
    writeFileSync(
      join(built, 'index.html'),
      `<head><meta charset="utf-8" />
<script type="module" crossorigin src="./assets/main-1.js"></script>
<link rel="stylesheet" crossorigin href="./assets/main-2.css"></head>`,
    );
    const files = {
      'main-1.js': 'new Worker(new URL(`work-3.js`,import.meta.url));import"./part-4.js"',
      'main-2.css': 'p { color: red }',
      'work-3.js': 'fetch(new URL(`earth-5.jpg`,import.meta.url))',
      'part-4.js': 'export {}',
      'earth-5.jpg': 'picture',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(built, 'assets', name), text);
    const page = pageInOneFile(pathToFileURL(`${built}/`));
    expect(page).not.toMatch(/ (?:src|href)=/);
    expect(page).toContain('<style>p { color: red }</style>');
    const [, packed, entry] = /await start\((.*), '(.*)'\);<\/script>/.exec(page)!;
    expect(entry).toBe('main-1.js');
    const texts = Object.entries(JSON.parse(packed) as Record<string, [string, string, string[]]>).map(
      ([name, [type, bytes, uses]]) => [name, type, gunzipSync(Buffer.from(bytes, 'base64')).toString(), uses],
    );
    expect(texts).toEqual([
      ['earth-5.jpg', 'image/jpeg', 'picture', []],
      ['main-1.js', 'text/javascript', files['main-1.js'].replace('work-3', 'worker:work-3'), ['./part-4.js']],
      ['part-4.js', 'text/javascript', 'export {}', []],
      ['work-3.js', 'text/javascript', files['work-3.js'], ['earth-5.jpg']],
    ]);
  });

  it.each([
    [['.'], ': is a folder, expected the name of a file'],
    [['page/index.html/one.html'], 'index.html is a file, expected a folder'],
    [['one.html', '--port', '80'], "'--save <file>' cannot be used with option '--port <n>'"],
    [['one.html', '--no-open'], "'--save <file>' cannot be used with option '--no-open'"],
  ])('refuses %s in one line, and writes nothing', async ([name, ...more], why) => {
    const before = readdirSync(folder, { recursive: true });
    const { code, message } = await texunit(['inspect', '--save', join(folder, name), ...more]);
    expect(code).toBe(2);
    expect(message).toContain(why);
    expect(message).not.toContain('\n');
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});
