import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RedisServer } from './redis-server.ts';
import { type Started, until } from './started.ts';
import { ROWS, Swept } from './swept.ts';

/** Milliseconds without the server: more than a worker's jobs stay its own. */
const AWAY = 2000;
/** The part of a core that a program at rest may take. */
const REST = 0.1;

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
    ['is busy with a script of others', () => redis.isBusy(AWAY)],
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

describe('a producer and its worker, while the server is away,', () => {
  it('take no processor time, and end by Ctrl-C', async () => {
    const out = 'ended-while-away';
    const sweep = swept.sweep(out, '--queue', redis.url);
    const worker = swept.worker(redis.url);
    await swept.grows(out);
    await redis.stop('SIGKILL');
    await Promise.all([sweep, worker].map((started) => started.says('is lost; the sweep goes on when it is back')));
    // The worker finishes what it has begun.
    await until(
      async () => (await processorShare(worker)) < REST,
      () => 'the end of the designs',
    );
    expect(Math.max(...(await Promise.all([sweep, worker].map(processorShare))))).toBeLessThan(REST);
    for (const started of [sweep, worker]) {
      started.signal('SIGINT');
      expect(await started.end).toBe(130);
    }
    await redis.start();
    swept.worker(redis.url);
    await swept.expectSame(swept.sweep(out, '--resume', '--queue', redis.url), out, 'local');
  });
});

/** The part of a core that a program takes in the next seconds. */
async function processorShare(started: Started): Promise<number> {
  const before = started.processorTime();
  await after(AWAY);
  return (1000 * (started.processorTime() - before)) / AWAY;
}
