import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { loadDesign } from '../../src/designs/load-design.ts';
import { DesignSpace } from '../../src/experiments/sweep/plan/design-space.ts';
import { parsePlan } from '../../src/experiments/sweep/plan/parse-plan.ts';
import { keyOf } from '../../src/experiments/sweep/queue/queued-sweeps.ts';
import { planOf, sweepHeader, type SweepHeader } from '../../src/experiments/sweep/rows/sweep-header.ts';
import { designRow, type DesignTask } from '../../src/experiments/sweep/runs/design-row.ts';
import { RedisServer } from './redis-server.ts';
import { until } from './started.ts';
import { ROWS, Swept } from './swept.ts';

const SWEEPS = 'texunit-sweeps';
/** The first line of a file that is nobody's business. */
const SECRET = 'root:x:0:0 the secret';

const swept = new Swept();
let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.url);
  expect(await swept.sweep('local').end).toBe(0);
});
afterEach(() => swept.rest());
afterAll(async () => {
  redis.disconnect();
  await server.remove();
  swept.remove();
});

/** The header of the sweep that a producer has announced, and its key. */
async function announced(): Promise<{ key: string; header: SweepHeader }> {
  const [key] = await redis.smembers(SWEEPS);
  return { key, header: JSON.parse((await redis.hget(`texunit-sweep:${key}`, 'sweep'))!) as SweepHeader };
}

/** Announces a sweep as everybody can who writes to the server. */
async function announce(key: string, text: string): Promise<void> {
  await redis.hset(`texunit-sweep:${key}`, 'producer', 'nobody', 'sweep', text);
  await redis.sadd(SWEEPS, key);
}

/** A sweep that is like another one but for its workload and its name. */
function withWorkload({ program, node }: SweepHeader, workload: object, mode = 'cycle'): SweepHeader {
  const file = { name: 'evil', designs: ['full-quality'], mode, workloads: [workload] };
  const { plan, source } = parsePlan(JSON.stringify(file), 'p', loadDesign);
  const workloads = plan.workloads.map(({ name, weight }) => ({ name, weight, hash: '0123456789abcdef' }));
  const run = { program, node, command: '\u001B[31mc', source, folder: '/' };
  return sweepHeader(plan, workloads, { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, run);
}

/** Everything that is on the server, as text. */
async function everything(): Promise<string> {
  const texts = (await redis.keys('*')).map(async (key) => {
    const type = await redis.type(key);
    if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
    return type === 'string' ? redis.get(key) : '';
  });
  return (await Promise.all(texts)).join('\n');
}

describe('a design that fails on every worker', () => {
  it('is given up alone, with the reason in its rows, and all others have theirs', async () => {
    const sweep = swept.sweep('failing', '--queue', server.url);
    await sweep.says('waits for workers');
    const { key, header } = await announced();
    const { plan } = planOf(header, 'plan')!;
    const space = new DesignSpace(plan);
    const connection = { url: server.url };
    const worker = new Worker(
      key,
      ({ data: { tasks } }: Job<{ tasks: readonly DesignTask[] }>) => {
        if (tasks.some(({ number }) => number === 40)) throw new Error('the design is \u001B[2J deadly');
        const rows = tasks.flatMap(({ number, workloads }) =>
          workloads.map((w) => {
            const design = space.designAt(number) as Design;
            const place = { number, design, workload: plan.workloads[w].name };
            return designRow({ plan, space }, place, [1, 2, 3, 4, null], null);
          }),
        );
        return Promise.resolve({ rows, seconds: 0.001 });
      },
      { connection, prefix: 'texunit', name: 'other/1/1' },
    );
    await sweep.end;
    await worker.close();
    expect([await sweep.end, sweep.said]).toEqual([1, expect.stringContaining('Written: ')]);
    const fault = 'given up: failed 3 times, the last time by: the design is \uFFFD[2J deadly';
    expect(sweep.said).toContain(`Rows of designs that were given up: 2, the first of them #40 with globe: ${fault}\n`);
    const lines = readFileSync(join(swept.folder, 'failing/rows.csv'), 'utf8').trim().split('\n').slice(1);
    expect(lines).toHaveLength(ROWS);
    expect(lines.filter((line) => line.includes(fault)).map((line) => line.split(',')[1])).toEqual(['40', '40']);
    await server.isEmpty();
  });
});

describe('a server to which others write', () => {
  it('gives a worker no message that ends it, opens a file, or controls the terminal; the sweep has its bytes', async () => {
    const outside = join(dirname(swept.folder), `${swept.folder.split('/').at(-1)}-secret`);
    writeFileSync(outside, `${SECRET}\n`);
    writeFileSync(join(swept.folder, 'secret.din'), `${SECRET}\n`);
    symlinkSync(outside, join(swept.folder, 'link.jsonl'));
    spawnSync('mkfifo', [join(swept.folder, 'fifo.jsonl')]);
    const sweep = swept.sweep('hostile', '--queue', server.url);
    await sweep.says('waits for workers');
    const { key, header } = await announced();

    const { bases: _, ...baseless } = header;
    const texts = ['{}', '5', 'null', '{"header":{}}', '[', '"\\u001b[2J"', JSON.stringify(baseless)];
    for (const [n, text] of texts.entries()) await announce(`00000000000000${10 + n}`, text);
    await announce('a:b \u001B[2J', '{}');
    await redis.sadd(SWEEPS, 'ffffffffffffffff');
    await redis.set('texunit-sweep:ffffffffffffffff', 'no hash');
    const workloads = [
      ...[outside, '/etc/passwd', '../../../../../../etc/passwd', '/proc/self/environ', '/dev/zero'].map((trace) => ({
        trace,
      })),
      ...['link.jsonl', 'secret.din', 'fifo.jsonl', '.', 'a\u0000b', 'no-such.jsonl'].map((trace) => ({ trace })),
      ...[outside, 'secret.din', 'fifo.jsonl'].map((texture) => ({ scene: 'plane', texture })),
      { scene: '/etc/passwd.glb' },
    ];
    const hostile = [
      ...workloads.map((workload) => withWorkload(header, workload)),
      ...['secret.din', 'fifo.jsonl', outside].map((trace) => withWorkload(header, { trace }, 'cache')),
    ];
    for (const one of hostile) await announce(keyOf(one), JSON.stringify(one));

    const queue = new Queue(key, { connection: { url: server.url }, prefix: 'texunit' });
    for (const data of [{}, 5, null, { tasks: [] }, { tasks: [{ number: 1e9, workloads: [0] }] }]) {
      await queue.add('designs', data, { priority: 0, lifo: true });
    }
    await redis.zadd(`texunit:${key}:completed`, 1, 'no-job', 2, 'no-json', 3, 'no-result');
    await redis.hset(`texunit:${key}:no-json`, 'data', '{', 'name', 'designs', 'opts', '{}');
    const tasks = [{ number: 40, workloads: [0, 1] }];
    const result = { rows: [{ design: 40, workload: '\u001B[2J', design_hash: '', base: '' }], seconds: 1 };
    const job = { name: 'designs', opts: '{}', data: JSON.stringify({ tasks }), returnvalue: JSON.stringify(result) };
    await redis.hset(`texunit:${key}:no-result`, job);
    await redis.zadd(`texunit:${key}:failed`, 1, 'none');

    const worker = swept.worker(server.url, '--exit-when-idle', '2');
    await swept.expectSame(sweep, 'hostile', 'local');
    // The producers of the others never end.
    const refusals = () => worker.said.match(/takes no part|refuses a message/g)?.length ?? 0;
    const expected = hostile.length + texts.length + 2;
    await until(
      () => refusals() === expected,
      () => `${expected} refusals: ${worker.said}`,
    );
    const kept = await everything();
    await redis.flushall();
    expect([await worker.end, worker.said]).toEqual([2, expect.stringContaining('took no part')]);

    for (const said of [worker.said, sweep.said]) expect(said.replaceAll('\n', '')).toMatch(/^[^\p{Cc}]*$/u);
    expect(kept).not.toContain('root:');
    expect(sweep.said).not.toContain('root:');
    for (const [n] of texts.entries()) expect(worker.said).toContain(`sweep 00000000000000${10 + n} is no sweep`);
    expect(worker.said).toContain('sweep ffffffffffffffff WRONGTYPE');
    expect(worker.said.match(/takes no part/g)).toHaveLength(hostile.length);
    // The worker's own user may see what is wrong with a file.
    expect(worker.said).toContain(SECRET.slice(0, 8));
    expect(worker.said).toContain('is outside of');
    expect(worker.said).toContain('is a pipe, expected a file');
    expect(worker.said).toContain('refuses a job, of 5');
    expect(sweep.said).toContain('job no-result is no result');
    expect(sweep.said).toContain('job no-json is no job');
    expect(readFileSync(outside, 'utf8')).toBe(`${SECRET}\n`);
    await queue.close();
  });
});
