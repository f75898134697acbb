import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { RedisServer } from './redis-server.ts';
import { Swept } from './swept.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-tls-'));
const at = (name: string) => join(folder, name);
const swept = new Swept();
let redis: RedisServer;

/** Makes a key, and a certificate that an authority, or the key itself, has signed. */
function certify(name: string, subject: string, authority: string | null): void {
  writeFileSync(at(`${name}.ext`), `subjectAltName=${subject}\n`);
  const steps = [
    `req -newkey rsa:2048 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`,
    authority === null
      ? `x509 -req -in ${name}.csr -signkey ${name}.key -out ${name}.pem`
      : `x509 -req -in ${name}.csr -CA ${authority}.pem -CAkey ${authority}.key -CAcreateserial -extfile ${name}.ext -out ${name}.pem`,
  ];
  for (const step of steps) {
    const { status, stderr } = spawnSync('openssl', step.split(' '), { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${step}: ${stderr}`);
  }
}

beforeAll(async () => {
  for (const authority of ['ours', 'other']) certify(authority, 'DNS:none', null);
  certify('server', 'IP:127.0.0.1', 'ours');
  redis = await RedisServer.start({
    'tls-cert-file': at('server.pem'),
    'tls-key-file': at('server.key'),
    'tls-ca-cert-file': at('ours.pem'),
    'tls-auth-clients': 'no',
  });
});
afterEach(() => swept.rest());
afterAll(async () => {
  await redis.remove();
  swept.remove();
  rmSync(folder, { recursive: true });
});

it('a sweep on a Redis server with TLS and a password, known by the file of its authority, gives the bytes of a local run', async () => {
  expect(await swept.sweep('local').end).toBe(0);
  const certificates = ['--queue-ca', at('ours.pem')];
  swept.worker(redis.url, ...certificates);
  await swept.expectSame(swept.sweep('tls', '--queue', redis.url, ...certificates), 'tls', 'local');
});

it.each([
  ['no file of an authority', (url: string) => [url], /certificate in certificate chain/],
  ['another authority', (url: string) => [url, '--queue-ca', at('other.pem')], /certificate/],
  ['another name', (url: string) => [url.replace('127.0.0.1', 'localhost'), '--queue-ca', at('ours.pem')], /altnames/],
  ['no TLS', (url: string) => [url.replace('rediss:', 'redis:')], /cannot be reached|refuses/],
  ['no password', (url: string) => [url.replace(/:\/\/.*@/, '://'), '--queue-ca', at('ours.pem')], /NOAUTH/],
])('a worker with %s ends in one line', async (_, words, problem) => {
  const [url, ...more] = words(redis.url);
  const worker = swept.worker(url, ...more);
  expect(await worker.end).toBe(2);
  expect(worker.said).toMatch(problem);
  expect(worker.said).toMatch(/^texunit: [^\n]+\n$/);
});
