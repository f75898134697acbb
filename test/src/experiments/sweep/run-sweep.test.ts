import { expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { ChosenDesigns } from '../../../../src/experiments/sweep/chosen-designs.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { FinishedRows } from '../../../../src/experiments/sweep/rows/finished-rows.ts';
import { runSweep } from '../../../../src/experiments/sweep/run-sweep.ts';
import type { DesignTask, Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import type { Workload } from '../../../../src/experiments/sweep/runs/workload.ts';
import type { TakeRows } from '../../../../src/experiments/sweep/threads/sweep-threads.ts';

const WORKLOADS = ['a', 'b'].map((name) => ({ name, trace: name }));
const FILE = {
  designs: ['full-quality'],
  vary: { 'cache.ways': [1, 2, 3, 4, 5] },
  constraints: ['cache.ways != 2'],
  workloads: WORKLOADS,
};

/** Runs a sweep whose pool makes the rows that are let through. @returns its designs */
async function sweptDesigns(isMade: (design: number, workload: string) => boolean): Promise<number> {
  const { plan } = parsePlan(JSON.stringify(FILE), 'p.json', loadDesign);
  const taking = { how: 'all', count: null, seed: 1 } as const;
  const finished = new FinishedRows(WORKLOADS);
  finished.add({ design: 3, workload: 'a' } as Row);
  const pool = {
    most: 1,
    run: async (tasks: readonly DesignTask[], take: TakeRows) => {
      const rows = tasks.flatMap(({ number: design, workloads }) =>
        workloads.map((w) => ({ design, workload: WORKLOADS[w].name }) as Row),
      );
      take(rows.filter(({ design, workload }) => isMade(design, workload)));
    },
    stop: async () => {},
  };
  const steps = runSweep({
    plan,
    workloads: WORKLOADS as unknown as readonly Workload[],
    taking,
    chosen: new ChosenDesigns(plan, taking, { index: 0, of: 1 }),
    designs: 5,
    pool,
    finished,
    append: (rows) => rows.forEach((row) => finished.add(row)),
    onEstimate: () => {},
  });
  let step = await steps.next();
  while (!step.done) step = await steps.next();
  return step.value;
}

it('a sweep ends with a row for each of its designs and workloads, or with an error', async () => {
  expect(await sweptDesigns(() => true)).toBe(4);
  await expect(sweptDesigns((design, workload) => design !== 4 || workload !== 'b')).rejects.toThrow(
    'p: has 7 rows at its end; expected 8, of 4 designs',
  );
});
