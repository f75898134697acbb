import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { texunit } from '../../../../../src/cli/program.ts';
import { PROGRAM } from '../../../../built-program.ts';
import { captureOutput } from '../../captured-output.ts';

/** A file with the words -----BEGIN CERTIFICATE----- in it. */
const THIS_FILE = fileURLToPath(import.meta.url);

captureOutput(() => {});
afterEach(() => vi.unstubAllEnvs());

/** A server that gives one reply to every command, and the first command that it has got. */
async function answering(reply: string) {
  const got: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      got.push(bytes.toString());
      // A line with an asterisk begins a command.
      for (const _ of bytes.toString().matchAll(/^\*/gm)) socket.write(reply);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `redis://:word@127.0.0.1:${port}/2`, port, got, close: () => server.close() };
}

describe('texunit worker', () => {
  it('ends in one line where no server listens, without the password', async () => {
    const { url, port, close } = await answering('');
    close();
    expect(await texunit(['worker', '--queue', url])).toEqual({
      code: 2,
      message: `texunit: redis://127.0.0.1:${port}/2: cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}); expected a Redis server`,
    });
  });

  it('ends in one line where the server refuses its password', async () => {
    const { url, port, got, close } = await answering('-WRONGPASS invalid\r\n');
    const { code, message } = await texunit(['worker', '--queue', url]);
    close();
    expect(code).toBe(2);
    expect(message).toBe(
      `texunit: redis://127.0.0.1:${port}/2: refuses (WRONGPASS invalid); expected a user, a password and a database that it has`,
    );
    expect(got[0]).toContain('\r\nword\r\n');
  });

  it('ends in one line where bullmq is not installed', () => {
    const without = fileURLToPath(new URL('../../without-bullmq.js', import.meta.url));
    const words = ['--import', without, PROGRAM, 'worker', '--queue', 'redis://127.0.0.1:1'];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      2,
      'texunit: bullmq or ioredis, optional dependencies, are missing; expected them beside texunit: npm install bullmq ioredis\n',
    ]);
  });

  it('takes the password of redis-cli where the URL has none', async () => {
    vi.stubEnv('REDISCLI_AUTH', 'other');
    const { url, got, close } = await answering('-WRONGPASS invalid\r\n');
    await texunit(['worker', '--queue', url.replace(':word@', '')]);
    close();
    expect(got[0]).toContain('other');
  });

  it.each([
    [['--queue', 'http://:word@queue'], '--queue: expected redis://HOST:PORT/DATABASE'],
    [['--queue', 'redis://queue', '--threads', '0'], "argument '0' is invalid"],
    [['--queue', 'redis://queue', '--exit-when-idle', 'x'], "argument 'x' is invalid"],
    [['--queue', 'redis://queue', '--queue-ca', THIS_FILE], 'or rediss:// with TLS, which --queue-ca is for'],
    [['--queue', 'rediss://queue', '--queue-ca', '/no/ca.pem'], '/no/ca.pem: no such file'],
    [['--queue', 'rediss://queue', '--queue-ca', PROGRAM], `--queue-ca: ${PROGRAM}: has no certificate; expected PEM`],
    [[], "required option '--queue <url>' not specified"],
  ])('refuses %j', async (words, line) => {
    const { code, message } = await texunit(['worker', ...words]);
    expect([code, message]).toEqual([2, expect.stringContaining(line)]);
    expect(message).not.toContain('word');
  });
});
