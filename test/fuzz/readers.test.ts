import { afterAll, expect, it } from 'vitest';
import { captureOutput } from '../src/cli/captured-output.ts';
import { fuzz } from './fuzz.ts';
import { removeFolder, targets } from './targets.ts';

captureOutput(() => {});
afterAll(removeFolder);

it.each(await targets())('$name takes damaged inputs, or says what is wrong with them', async (target) => {
  expect((await fuzz(target, 1, 0, 40)).failures).toEqual([]);
});
