import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { CASES, expectedOf, KILLED, REQUESTS, SIGNALS, StuckCommands } from '../src/cli/stuck-commands.ts';

const stuck = new StuckCommands([fileURLToPath(new URL('../../dist/program/main.js', import.meta.url))]);
afterAll(() => stuck.remove());

for (const name of Object.keys(CASES)) {
  it(`${name} is ended by every signal at once, in the midst of synchronous work`, async () => {
    const ended = SIGNALS.map((signal) => stuck.ended(name, signal));
    expect(await Promise.all(ended)).toEqual(SIGNALS.map((signal) => expectedOf(name, signal)));
  });
}

it.each([
  ['check', '--quick', '--cores', '2', '--json', 'check.json'],
  ['minimize', '--quick', '--cores', '2'],
  ['replay', REQUESTS, '--cores', '2', '--vary', 'cache.sets=16,64', '--json', 'replay.json'],
])('%s ends in one line, and leaves no file, when its threads are killed', (...words) => {
  expect(stuck.killedThread(words)).toEqual(KILLED);
});

it.each([
  ['sweep', ['../plan.json'], 'out', expect.stringMatching(/^[^\n]*rows: \d+\n$/)],
  ['study', ['igehy', '--quick'], 'out/igehy', ''],
])('%s gives up the designs whose threads are killed, and leaves their rows alone', (name, words, folder, counted) => {
  const { code, reported, left } = stuck.killedThread([name, ...words, '--cores', '2', '--out', 'out']);
  const files = left.filter((file) => file.includes('.'));
  expect({ code, reported, files }).toEqual({
    code: 1,
    reported: counted,
    files: ['rows.csv', 'rows.jsonl', 'rows.parquet'].map((file) => `${folder}/${file}`),
  });
});
