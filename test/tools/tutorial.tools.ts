import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8');
const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));

/** Commands of the page, and the lines that it shows of their output. */
const steps = blocks.flatMap(({ language, text }, at) => {
  if (language !== 'sh') return [];
  const after = blocks[at + 1];
  const shown = after?.language === 'text' ? after.text.split('\n').filter((line) => !/^(\.\.\.)?$/.test(line)) : [];
  // `npm start` runs this command; npm's own lines are not on the page.
  return [{ commands: text.replaceAll('npm start', 'node texunit.js simulate'), shown }];
});

let folder: string;
/** A folder that has what the tutorial names: the command, the captured results, and the reader's design. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-tutorial-'));
  for (const name of ['texunit.js', 'traces']) symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'out'));
  writeFileSync(join(folder, 'out/narrow.json'), blocks.find(({ language }) => language === 'json')!.text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the tutorial has commands, and shows what most of them print', () => {
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.filter(({ shown }) => shown.length > 0).length).toBeGreaterThan(4);
});

it.each(steps)('the tutorial does what it says: $commands', ({ commands, shown }) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', `set -e\n${commands}`], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(status, stderr).toBe(commands.includes('texunit.js check') ? 1 : 0);
  const lines = stdout.split('\n').map((line) => line.trimEnd());
  expect(shown.filter((line) => !lines.includes(line.trimEnd()))).toEqual([]);
});
