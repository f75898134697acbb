import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { texunit } from '../../../../../src/cli/program.ts';
import { DesignRuns } from '../../../../../src/experiments/sweep/runs/design-runs.ts';
import type { DesignTask } from '../../../../../src/experiments/sweep/runs/design-row.ts';
import { SweepThreads, type TakeRows } from '../../../../../src/experiments/sweep/threads/sweep-threads.ts';
import { ThreadError } from '../../../../../src/platform/threads/thread.ts';
import { captureOutput } from '../../captured-output.ts';

const said: string[] = [];
const hear = (text: string) => void said.push(text);
captureOutput(hear, hear);

/** The design that kills its thread. */
let deadly = 2;

// Threads of the tests: designs run in this one, and one of them fails whenever it is run.
vi.mock(import('../../../../../src/experiments/sweep/threads/sweep-threads.ts'), async (original) => ({
  ...(await original()),
  sweepThreads: ({ plan, workloads, areaCache }, most) => {
    const runs = new DesignRuns(plan, workloads, areaCache);
    const run = async (tasks: readonly DesignTask[], take: TakeRows = () => {}) => {
      for await (const rows of runs.rows(tasks)) {
        if (rows.some(({ design }) => design === deadly)) throw new ThreadError('a thread ended');
        take(rows);
      }
    };
    return new SweepThreads({ run, most, stop: () => Promise.resolve() }, plan);
  },
}));

const folder = mkdtempSync(join(tmpdir(), 'texunit-given-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PLAN = {
  designs: ['full-quality'],
  vary: { 'cache.ways': [1, 2, 3, 4] },
  measures: ['quads'],
  workloads: [{ scene: 'plane', width: 16, height: 16 }],
};

it('a sweep goes on without a design that fails again and again, says so at its end, and exits with 1', async () => {
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify(PLAN));
  const lines = () => said.splice(0).join('');
  const csv = (out: string) =>
    readFileSync(join(folder, out, 'rows.csv'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  const fault = 'given up: failed 3 times: ThreadError: a thread ended';
  const line = `plan: 4 rows\nRows of designs that were given up: 1, the first of them #2 with plane: ${fault}\n`;

  expect(await texunit(['sweep', plan, '--out', join(folder, 'out')])).toEqual({ code: 1, message: null });
  expect(lines()).toContain(line);
  const [header, ...rows] = csv('out');
  const cells = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(cells('design')).toEqual(['0', '1', '2', '3']);
  expect(cells('cache.ways')).toEqual(['1', '2', '3', '4']);
  expect(cells('quads').map((cell) => cell === '')).toEqual([false, false, true, false]);
  expect(cells('fault')).toEqual(['', '', fault, '']);

  // What was given up has its row: it is not run again.
  expect(await texunit(['sweep', plan, '--out', join(folder, 'out'), '--resume'])).toEqual({ code: 1, message: null });
  expect(lines()).toMatch(/of which 4 are there[^]*given up: 1/);
  expect((await texunit(['sweep', 'merge', join(folder, 'out'), '--out', join(folder, 'joined')])).code).toBe(1);
  expect(lines()).toContain(line);
  expect(csv('joined')).toEqual(csv('out'));

  // It is a bad line, and a repair runs it again.
  expect((await texunit(['sweep', 'verify', join(folder, 'out')])).code).toBe(1);
  expect(lines()).toMatch(new RegExp(`rows\\.jsonl:\\d: ${fault}\n`));
  deadly = -1;
  const repair = ['sweep', 'verify', join(folder, 'out'), '--repair', '--design-time', '3600'];
  expect(await texunit(repair)).toEqual({ code: 0, message: null });
  const repaired = csv('out').map((row) => row[header.indexOf('fault')]);
  expect(repaired).toEqual(['fault', '', '', '', '']);
});
