import { afterAll, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { captureOutput } from '../src/cli/captured-output.ts';
import { removeFolder } from './commands.ts';
import { fuzz } from './fuzz.ts';
import { targets } from './targets.ts';

captureOutput(() => {});
afterAll(removeFolder);
const all = await targets();

// `npm run test:fuzz` goes on for longer.
it.each(all.readers)('$name takes damaged inputs, or says what is wrong with them', async (target) => {
  expect((await fuzz(target, 1, 0, 10)).failures).toEqual([]);
});

it.each(all.commands)('$name takes damaged inputs, or says what is wrong with them', async (target) => {
  expect((await fuzz(target, 1, 0, 5)).failures).toEqual([]);
});

it('there is a target for every command, or it reads no file', () => {
  const names = new Set(all.commands.map(({ name }) => /^texunit (\S+?),?(?: |$)/.exec(name)?.[1]));
  const without = COMMANDS.map(({ name }) => name).filter((name) => !names.has(name));
  expect(without).toEqual(['inspect', 'worker']);
});
