import { expect, test } from 'vitest';
import { minimize, type Minimum, NotConforming, searchMinimum } from '../../../../src/checker/minimize/minimize.ts';
import { D3D11_3 } from '../../../../src/checker/profiles.ts';
import { ALL_RULES } from '../../../../src/checker/rules/all-rules.ts';
import { searchOnThreads } from '../../../../src/checker/threads/search-on-threads.ts';
import { preset } from '../../../pipeline/random-work.ts';
import { narrowStart } from '../minimize/short-search.ts';
import { resultOf } from '../../platform/threads/steps.ts';

/** Rules that take some milliseconds: some stop a width, the last is indifferent to all. */
const RULES = ALL_RULES.filter(({ id }) => /7\.18\.16\.1\/|lod-bias-sum$/.test(id));

/** A minimum without functions. */
function plain({ design, alone, together }: Minimum) {
  const narrowings = [alone, together].map((all) => all.map(({ parameter, ...rest }) => [parameter.field, rest]));
  return { design, narrowings };
}

test('two threads find the minimum that one finds, with the same trials', async () => {
  const start = narrowStart();
  const alone = await resultOf(minimize(start, D3D11_3, RULES, 'quick'));
  const together = await resultOf(searchOnThreads(searchMinimum(start, D3D11_3, RULES, 'quick'), D3D11_3, 2));
  expect(alone.alone.some(({ obstacle }) => obstacle !== null && obstacle.verdict !== null)).toBe(true);
  expect(alone.alone.some(({ start: from, narrowest }) => narrowest < from)).toBe(true);
  expect(plain(together)).toEqual(plain(alone));
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});

test('a start that does not conform is reported as without threads', async () => {
  const start = preset('vulkan-1.0-minimum');
  const steps = searchOnThreads(searchMinimum(start, D3D11_3, RULES, 'quick'), D3D11_3, 2);
  await expect(resultOf(steps)).rejects.toBeInstanceOf(NotConforming);
});
