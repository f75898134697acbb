import { expect, test, vi } from 'vitest';
import { TaskPool, type TaskProgress } from '../../../../src/platform/threads/task-pool.ts';
import type { CountingTask } from './counting-worker.ts';

const PROGRAM = new URL('./counting-worker', import.meta.url);

async function run(tasks: readonly CountingTask[], threads: number) {
  const told: TaskProgress[] = [];
  const results: (readonly [number, number])[] = [];
  const take = (result: number, task: number) => void results.push([task, result]);
  for await (const step of new TaskPool<CountingTask, number>(PROGRAM, threads, 100).all(tasks, take)) told.push(step);
  return { results, told };
}

const numbered = (count: number) => Array.from({ length: count }, (_, number): CountingTask => ({ number }));

test.each([1, 2, 3])('the results are in the order of the tasks on %i threads', async (threads) => {
  const { results, told } = await run(numbered(threads + 1), threads);
  expect(results).toEqual(numbered(threads + 1).map(({ number }) => [number, 100 + number]));
  expect(told.map(({ part }) => part)).toEqual(told.map(({ part }) => part).toSorted((a, b) => a - b));
});

test('tasks report their progress before they are done', async () => {
  const { told } = await run(numbered(1), 1);
  expect(told).toContainEqual({ task: 0, part: 0.5 });
});

test('no tasks have no results', async () => {
  expect(await run([], 2)).toEqual({ results: [], told: [] });
});

test('the error of a task is the error of all', async () => {
  const tasks = numbered(4).map((task) => (task.number === 2 ? ({ ...task, instead: 'error' } as const) : task));
  await expect(run(tasks, 2)).rejects.toThrow(new RangeError('task 2 is wrong'));
});

test('a thread that ends before its work is done is an error of one line', async () => {
  const tasks: readonly CountingTask[] = [
    { number: 0, instead: 'for ever' },
    { number: 1, instead: 'exit' },
  ];
  await expect(run(tasks, 2)).rejects.toThrow(/^a thread ended before its work was done \(exit code 3\)$/);
});

test('threads stop at once, whatever they do', async () => {
  const pool = new TaskPool<CountingTask, number>(PROGRAM, 2, 0);
  let never: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    never = expect(pool.run({ number: 0, instead: 'for ever' }, () => resolve())).rejects.toThrow('a thread ended');
  });
  await pool.stop();
  await never;
  await expect(pool.run({ number: 1 })).rejects.toThrow('the threads were stopped');
});

test('another thread takes the place of one that has ended', async () => {
  const pool = new TaskPool<CountingTask, number>(PROGRAM, 1, 100);
  const ended = expect(pool.run({ number: 0, instead: 'exit' })).rejects.toThrow('a thread ended');
  const results = [pool.run({ number: 1 }), pool.run({ number: 2 })];
  await ended;
  expect(await Promise.all(results)).toEqual([101, 102]);
  await pool.stop();
});

test.each([
  ['silence', 'a thread takes more than 0.1 s', 100],
  ['grow', 'a thread: Worker terminated due to reaching memory limit', 1e6],
] as const)('a task that goes beyond a limit by %s fails with its thread', async (instead, message, silence) => {
  const pool = new TaskPool<CountingTask, number>(PROGRAM, 1, 100, { memory: 64, silence });
  await expect(pool.run({ number: 0, instead })).rejects.toThrow(message);
  await pool.stop();
});

test('every report gives a task its time again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pool = new TaskPool<CountingTask, number>(PROGRAM, 1, 100, { memory: 1024, silence: 1000 });
  let [reports, ended] = [0, Promise.resolve<unknown>(null)];
  await new Promise<void>((resolve, reject) => {
    const told = () => {
      vi.advanceTimersByTime(999);
      if (++reports === 5) resolve();
    };
    ended = pool.run({ number: 0, instead: 'for ever' }, told).catch(reject);
  });
  vi.useRealTimers();
  await pool.stop();
  await ended;
});
