import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RedisServer } from './redis-server.ts';
import { ROWS, Swept } from './swept.ts';

const swept = new Swept();
let redis: RedisServer;
let queue: readonly string[];
beforeAll(async () => {
  redis = await RedisServer.start();
  queue = ['--queue', redis.url];
  expect(await swept.sweep('local').end).toBe(0);
});
afterEach(() => swept.rest());
afterAll(async () => {
  await redis.remove();
  swept.remove();
});

describe('texunit sweep --queue', () => {
  it('gives the bytes of a local run on two workers, and leaves nothing on the server', async () => {
    const sweep = swept.sweep('shared', ...queue);
    await sweep.says('waits for workers');
    const workers = [
      swept.worker(redis.url, '--exit-when-idle', '1'),
      swept.worker(redis.url, '--exit-when-idle', '1'),
    ];
    await swept.expectSame(sweep, 'shared', 'local');
    expect(sweep.said).toContain('plan: 2 cores of 2 workers\n');
    expect(await Promise.all(workers.map(({ end }) => end))).toEqual([0, 0]);
    const done = workers.map(({ said }) => Number(/plan: (\d+) designs done/.exec(said)?.[1]));
    expect(done.every((designs) => designs > 0)).toBe(true);
    expect(2 * (done[0] + done[1])).toBe(ROWS);
    await redis.isEmpty();
  });

  it('loses and doubles nothing when workers are killed in the midst of designs', async () => {
    const sweep = swept.sweep('killed-workers', ...queue);
    const workers = [swept.worker(redis.url), swept.worker(redis.url)];
    for (const worker of workers) {
      await swept.grows('killed-workers');
      await worker.kill();
    }
    expect(swept.keys('killed-workers').length).toBeLessThan(ROWS);
    swept.worker(redis.url);
    await swept.expectSame(sweep, 'killed-workers', 'local');
  });

  it('goes on after the producer was killed, with the rows that the workers have made since', async () => {
    const killed = swept.sweep('killed-producer', ...queue);
    const worker = swept.worker(redis.url);
    await swept.grows('killed-producer');
    await killed.kill();
    const stood = swept.keys('killed-producer').length;
    expect(stood).toBeLessThan(ROWS);
    const resumed = swept.sweep('killed-producer', '--resume', ...queue);
    await swept.expectSame(resumed, 'killed-producer', 'local');
    expect(resumed.said).toContain(`of which ${stood} are there`);
    expect(worker.runs).toBe(true);
    await redis.isEmpty();
  });

  it('refuses a second producer of a sweep, and the first one goes on', async () => {
    const first = swept.sweep('twice', ...queue);
    await first.says('waits for workers');
    const others = [swept.sweep('twice', '--resume', ...queue), swept.sweep('other-folder', ...queue)];
    for (const other of others) {
      expect(await other.end).toBe(2);
      expect(other.said).toMatch(/texunit: redis:\S+: .+, process \d+, runs this sweep already; expected one producer/);
    }
    swept.worker(redis.url);
    await swept.expectSame(first, 'twice', 'local');
  });

  it('ends by Ctrl-C at once, and the next producer goes on', async () => {
    const sweep = swept.sweep('ended-producer', ...queue);
    swept.worker(redis.url);
    await swept.grows('ended-producer');
    sweep.signal('SIGINT');
    expect(await sweep.end).toBe(130);
    await redis.isEmpty();
    const resumed = swept.sweep('ended-producer', '--resume', ...queue);
    await swept.expectSame(resumed, 'ended-producer', 'local');
    expect(resumed.said).not.toContain('which has run this sweep');
  });

  it('finds the same designs by a search', async () => {
    const search = ['--search', '24', '--seed', '2'];
    const local = swept.sweep('local-search', ...search);
    expect(await local.end).toBe(0);
    swept.worker(redis.url);
    const shared = swept.sweep('shared-search', ...search, ...queue);
    expect([await shared.end, shared.said]).toEqual([0, expect.stringContaining('none is better than')]);
    expect(swept.bytes('shared-search')).toEqual(swept.bytes('local-search'));
  });
});

describe('texunit worker', () => {
  it('gives back its designs when it ends by Ctrl-C or SIGTERM', async () => {
    const sweep = swept.sweep('ended-workers', ...queue);
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      // Nobody would take the designs of a worker that has only been killed.
      const worker = swept.worker(redis.url, '--stalled-after', '600');
      await swept.grows('ended-workers');
      worker.signal(signal);
      expect(await worker.end).toBe(code);
    }
    swept.worker(redis.url);
    await swept.expectSame(sweep, 'ended-workers', 'local');
  });

  it('takes no part where a trace is another one, and tells the producer', async () => {
    const folder = join(swept.folder, 'elsewhere');
    mkdirSync(folder);
    const trace = readFileSync(join(swept.folder, 'requests.jsonl'), 'utf8').trim().split('\n');
    writeFileSync(join(folder, 'requests.jsonl'), `${trace.slice(0, -1).join('\n')}\n`);
    const sweep = swept.sweep('other-trace', ...queue);
    await sweep.says('waits for workers');
    const wrong = swept.worker(redis.url, '--plan-folder', folder, '--exit-when-idle', '1');
    const line = /its workload "requests" was [0-9a-f]{16} and is [0-9a-f]{16} now; expected the same trace/;
    expect(await wrong.end).toBe(2);
    expect(wrong.said).toMatch(line);
    await sweep.says('takes no part: its workload "requests"');
    expect(sweep.said).toMatch(line);
    expect(swept.keys('other-trace')).toEqual([]);
    copyFileSync(join(swept.folder, 'requests.jsonl'), join(folder, 'requests.jsonl'));
    swept.worker(redis.url, '--plan-folder', folder);
    await swept.expectSame(sweep, 'other-trace', 'local');
  });
});
