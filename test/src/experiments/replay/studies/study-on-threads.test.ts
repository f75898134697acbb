import { expect, test } from 'vitest';
import { PRESETS } from '../../../../../src/designs/presets.ts';
import { STUDIES, type StudyName } from '../../../../../src/experiments/replay/studies/standard-studies.ts';
import { performed, type StudyPlan } from '../../../../../src/experiments/replay/studies/study-plan.ts';
import { studyOnThreads } from '../../../../../src/experiments/replay/studies/threads/study-on-threads.ts';
import { resultOf } from '../../../platform/threads/steps.ts';

const INPUTS = { designs: [PRESETS.get('full-quality')!], quick: true, scenes: [], traces: [], seeds: [] };

test.each(Object.keys(STUDIES) as StudyName[])('two threads find in the study %s what one finds', async (name) => {
  const whole = (await STUDIES[name](INPUTS)) as StudyPlan<unknown, { readonly runs: readonly unknown[] }>;
  const plan = { ...whole, parts: whole.parts.slice(0, 3) };
  const alone = await resultOf(performed(plan));
  const together = await resultOf(studyOnThreads(plan, { name, inputs: INPUTS }, 2));
  expect(alone.runs.length).toBeGreaterThanOrEqual(plan.parts.length);
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});
