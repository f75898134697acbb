import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STUDIES, type StudyName } from '../../../../src/experiments/studies/studies.ts';
import { ChosenDesigns } from '../../../../src/experiments/sweep/chosen-designs.ts';
import { MEASURE_NAMES } from '../../../../src/experiments/sweep/measures/measure-table.ts';
import { ALL_DESIGNS } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import { studyPlan } from '../../../../src/inputs/workloads/study-plan.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-study-plan-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The designs of each study and its workloads, of the whole one and the quick one. */
const SIZES: Readonly<Record<StudyName, readonly string[]>> = {
  igehy: ['5 designs, 5 workloads', '1 designs, 5 workloads'],
  'hakura-gupta': ['4 designs, 9 workloads', '3 designs, 6 workloads'],
  warps: ['44 designs, 3 workloads', '12 designs, 3 workloads'],
  units: ['18 designs, 3 workloads', '8 designs, 3 workloads'],
};

describe.each(Object.keys(STUDIES) as StudyName[])('the plan of the study %s', (name) => {
  it.each([false, true])('has designs, workloads and the measures of its report (quick: %s)', (quick) => {
    const { plan } = studyPlan(name, { design: ['full-quality'], quick });
    const { designs } = new ChosenDesigns(plan, ALL_DESIGNS, { index: 0, of: 1 }).count();
    expect(`${designs} designs, ${plan.workloads.length} workloads`).toBe(SIZES[name][Number(quick)]);
    expect(plan.measures).toEqual(expect.arrayContaining([...STUDIES[name].measures]));
    expect(MEASURE_NAMES).toEqual(expect.arrayContaining([...plan.measures]));
  });
});

it('has the chosen scenes, each with each seed, and models and traces', () => {
  const choice = { design: ['full-quality'], scene: ['plane', 'm.glb'], trace: ['t.jsonl'], seed: [2, 1, 2] };
  const { plan } = studyPlan('hakura-gupta', { ...choice, quick: true });
  expect(plan.workloads.map(({ name, seed = null, width }) => [name, seed, width])).toEqual([
    ['plane seed 2, scanline', 2, 320],
    ['plane seed 1, scanline', 1, 320],
    ['plane seed 2, tiles', 2, 320],
    ['plane seed 1, tiles', 1, 320],
    ['m.glb', null, 640],
    ['t.jsonl', null, undefined],
  ]);
});

it('of units gives a design its own L2, or else that of the study; one of victims keeps what it misses', () => {
  const file = join(folder, 'own.json');
  const l2 = { lineBytes: 64, sets: 16, ways: 2, setIndex: 'modulo', replacement: 'lru', allocation: 'victim' };
  const own = { ...l2, latency: 20, bytesPerCycle: 32 };
  writeFileSync(file, JSON.stringify({ extends: 'full-quality', name: 'own', cache: { l2: own } }));
  const { plan } = studyPlan('units', { design: [file, 'full-quality'] });
  expect(plan.bases.map(({ cache }) => cache.l2)).toMatchObject([
    { sets: 16, allocation: 'on-miss' },
    { sets: 256, allocation: 'on-miss' },
  ]);
});
