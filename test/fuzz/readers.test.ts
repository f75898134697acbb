import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fuzz } from './fuzz.ts';
import { removeFolder, targets } from './targets.ts';

beforeAll(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterAll(() => {
  vi.restoreAllMocks();
  removeFolder();
});

it.each(await targets())('$name takes damaged inputs, or says what is wrong with them', async (target) => {
  expect((await fuzz(target, 1, 0, 40)).failures).toEqual([]);
});
