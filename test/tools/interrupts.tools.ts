import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { CASES, expectedOf, SIGNALS, StuckCommands } from '../src/cli/stuck-commands.ts';

const stuck = new StuckCommands([fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url))]);
afterAll(() => stuck.remove());

for (const name of Object.keys(CASES)) {
  it(`${name} ends within a second of every signal, in the midst of synchronous work`, async () => {
    const ended = SIGNALS.map((signal) => stuck.ended(name, signal));
    expect(await Promise.all(ended)).toEqual(SIGNALS.map((signal) => expectedOf(name, signal)));
  });
}
