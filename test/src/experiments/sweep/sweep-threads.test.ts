import { describe, expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import type { DesignTask, Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { SweepThreads } from '../../../../src/experiments/sweep/threads/sweep-threads.ts';
import { ThreadError } from '../../../../src/platform/threads/thread.ts';

const workloads = [
  { trace: 't', name: 'a' },
  { trace: 't', name: 'b' },
];
const file = { designs: ['full-quality'], vary: { 'cache.ways': [1, 2, 3, 4, 5, 6, 7, 8] }, measures: ['cycles'] };
const { plan } = parsePlan(JSON.stringify({ ...file, workloads }), 'p.json', loadDesign);

/** A design with a workload, and the number of times that it is run. */
type Run = (task: { readonly number: number; readonly workload: number }, times: number) => void;

/** Threads whose designs make rows in their order, or throw the errors of `run`. */
function threadsOf(run: Run) {
  const times = new Map<string, number>();
  const ran: string[] = [];
  let stopped = false;
  const pool = {
    most: 2,
    run: async (tasks: readonly DesignTask[], reported: (rows: readonly Row[]) => void = () => {}) => {
      ran.push(tasks.map(({ number, workloads: which }) => `${number}:${which.join('')}`).join(' '));
      for (const workload of [0, 1]) {
        for (const { number } of tasks.filter(({ workloads: which }) => which.includes(workload))) {
          await Promise.resolve();
          const name = `${number} ${workload}`;
          times.set(name, (times.get(name) ?? 0) + 1);
          run({ number, workload }, times.get(name)!);
          const { name: of } = workloads[workload];
          reported([{ design: number, workload: of, design_hash: '', base: '', cycles: 7, fault: null }]);
        }
      }
    },
    stop: async () => {
      stopped = true;
      await Promise.resolve();
    },
  };
  const rows: Row[] = [];
  const threads = new SweepThreads(pool, plan);
  const tasks = (...numbers: readonly number[]) => numbers.map((number) => ({ number, workloads: [0, 1] }));
  return {
    threads,
    ran,
    rows,
    stopped: () => stopped,
    run: (...numbers: readonly number[]) => threads.run(tasks(...numbers), (some) => rows.push(...some)),
    faults: () => rows.filter(({ fault }) => fault !== null).map((row) => [row.design, row.workload, row.fault]),
    keys: () => rows.map(({ design, workload }) => `${design}${workload}`).toSorted(),
  };
}

describe('the threads of a sweep', () => {
  it('run designs once, and hand their rows on as they end', async () => {
    const { run, ran, rows, keys } = threadsOf(() => {});
    await run(3, 5);
    expect(ran).toEqual(['3:01 5:01']);
    expect(keys()).toEqual(['3a', '3b', '5a', '5b']);
    expect(rows.every(({ cycles }) => cycles === 7)).toBe(true);
  });

  it('run those again that have no rows when a thread fails, each alone, and lose and double none', async () => {
    const { run, ran, keys, faults } = threadsOf(({ number, workload }, times) => {
      if (number === 5 && workload === 0 && times < 3) throw new Error('dies');
    });
    await run(3, 5, 6);
    expect(ran.slice(0, 1)).toEqual(['3:01 5:01 6:01']);
    expect(ran.slice(1).toSorted()).toEqual(['3:1', '5:0', '5:0', '5:1', '6:0', '6:1']);
    expect(keys()).toEqual(['3a', '3b', '5a', '5b', '6a', '6b']);
    expect(faults()).toEqual([]);
  });

  it('give up a design that fails three times alone, with the reason in its row, and go on', async () => {
    const { run, ran, rows, keys, faults } = threadsOf(({ number, workload }) => {
      if (number === 5 && workload === 1) throw new TypeError('x is undefined\n  at y');
    });
    await run(3, 5, 6);
    await run(7);
    expect(ran.filter((tasks) => tasks === '5:1')).toHaveLength(3);
    expect(keys()).toEqual(['3a', '3b', '5a', '5b', '6a', '6b', '7a', '7b']);
    expect(faults()).toEqual([[5, 'b', 'given up: failed 3 times: TypeError: x is undefined']]);
    const row = rows.find(({ fault }) => fault !== null)!;
    expect([row['cache.ways'], row.cycles, row.base]).toEqual([6, null, 'full-quality']);
    expect(row.design_hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('fail when one design after the other fails and none ends well', async () => {
    const { run } = threadsOf(() => {
      throw new Error('no memory for anything');
    });
    await expect(run(0, 1, 2, 3, 4, 5, 6, 7)).rejects.toThrow('no memory for anything');
  });

  it('fail once they are stopped, and give nothing up', async () => {
    const { threads, run, rows, stopped, ran } = threadsOf(({ number }) => {
      if (number === 1) void threads.stop();
      if (number === 1) throw new ThreadError('a thread ended');
    });
    await expect(run(0, 1)).rejects.toThrow('a thread ended');
    expect([stopped(), rows.map(({ design }) => design), ran]).toEqual([true, [0], ['0:01 1:01']]);
  });
});
