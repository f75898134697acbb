import { afterAll, expect, it } from 'vitest';
import { limitMemory } from '../../traces/encodings/memory-budget.ts';
import { captureOutput } from '../src/cli/captured-output.ts';
import { removeFolder } from './commands.ts';
import { BUDGET, figuresText, fuzz, HEADING } from './fuzz.ts';
import { targets } from './targets.ts';

// SEED chooses other inputs, INPUTS how many each reader gets, SECONDS how long each command is tried, TARGET some.
const { SEED = '1', INPUTS = '100000', SECONDS = '20', TARGET = '' } = process.env;
const seed = Number(SEED);
const all = await targets();
captureOutput(() => {});
afterAll(removeFolder);
process.stderr.write(`seed ${seed}\n${HEADING}\n`);

const chosen = [
  ...all.readers.map((target) => ({ target, seconds: 0, inputs: Number(INPUTS) })),
  ...all.commands.map((target) => ({ target, seconds: Number(SECONDS), inputs: 1 })),
].filter(({ target }) => new RegExp(TARGET).test(target.name));

it.each(chosen)('$target.name takes any input, or says what is wrong with it', async ({ target, seconds, inputs }) => {
  limitMemory(BUDGET);
  const found = await fuzz(target, seed, 1000 * seconds, inputs);
  process.stderr.write(`${figuresText(found)}\n`);
  expect(found.failures).toEqual([]);
});
