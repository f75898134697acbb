import { afterAll, expect, it } from 'vitest';
import { captureOutput } from '../src/cli/captured-output.ts';
import { figuresText, fuzz, type Figures } from './fuzz.ts';
import { removeFolder, targets } from './targets.ts';

// SEED chooses other inputs, SECONDS how long each reader is tried, TARGET one reader.
const seed = Number(process.env.SEED ?? 1);
const seconds = Number(process.env.SECONDS ?? 20);
const all = (await targets()).filter(({ name }) => name.includes(process.env.TARGET ?? ''));
const figures: Figures[] = [];
captureOutput(() => {});
afterAll(() => {
  removeFolder();
  process.stderr.write(`seed ${seed}, ${seconds} s each\n${figuresText(figures)}\n`);
});

it.each(all)('$name takes any input, or says what is wrong with it', async (target) => {
  const found = await fuzz(target, seed, 1000 * seconds, 1);
  figures.push(found);
  expect(found.failures).toEqual([]);
});
