import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RedisServer } from './redis-server.ts';
import { ROWS, Swept } from './swept.ts';

/** Milliseconds without the server: more than a worker's jobs stay its own. */
const AWAY = 2000;

const swept = new Swept();
let redis: RedisServer;
beforeAll(async () => {
  redis = await RedisServer.start();
  expect(await swept.sweep('local').end).toBe(0);
});
afterEach(() => swept.rest());
afterAll(async () => {
  await redis.remove();
  swept.remove();
});

describe('a sweep on workers loses and doubles nothing when the server', () => {
  it.each([
    [
      'is stopped and started',
      async () => {
        await redis.stop('SIGTERM');
        await after(AWAY);
        await redis.start();
      },
    ],
    [
      'is killed and started',
      async () => {
        await redis.stop('SIGKILL');
        await after(AWAY);
        await redis.start();
      },
    ],
    [
      'loses all its data',
      async () => {
        await redis.lose();
        await after(AWAY);
        await redis.start();
      },
    ],
    [
      'does not answer for a while',
      async () => {
        redis.signal('SIGSTOP');
        await after(AWAY);
        redis.signal('SIGCONT');
      },
    ],
  ])('%s', async (what, happens) => {
    const out = what.replaceAll(' ', '-');
    const sweep = swept.sweep(out, '--queue', redis.url);
    const workers = [swept.worker(redis.url), swept.worker(redis.url)];
    await swept.grows(out);
    await happens();
    expect(swept.keys(out).length).toBeLessThan(ROWS);
    await swept.expectSame(sweep, out, 'local');
    expect(workers.every(({ runs }) => runs)).toBe(true);
    await redis.isEmpty();
  });
});
