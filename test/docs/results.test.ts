import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { texunit } from '../../src/cli/program.ts';
import { text } from './pages.ts';
import { captureOutput } from '../src/cli/captured-output.ts';

let printed = '';
const folder = mkdtempSync(join(tmpdir(), 'texunit-page-'));
captureOutput((text) => (printed += text));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const PAGE = text('docs/results.md');

/** The blocks of a language within the example's list. */
function blocks(language: string): readonly string[] {
  const found = PAGE.matchAll(new RegExp(`^ {3}\`\`\`${language}\n(.*?)^ {3}\`\`\`$`, 'gms'));
  return Array.from(found, ([, block]) => block.replaceAll(/^ {3}/gm, ''));
}

it('the example of readback values in a CSV ends as the page says', async () => {
  writeFileSync(join(folder, 'shots.jsonl'), blocks('json')[0]);
  writeFileSync(join(folder, 'readback.csv'), blocks('csv')[0]);
  const [check, explain] = blocks('sh').map((command) => {
    const words = command.trim().split(' ').slice(1);
    return words.map((word) => (/\.(jsonl?|csv)$/.test(word) ? join(folder, word) : word));
  });
  expect(await texunit([...check, '--cores', '1'])).toEqual({ code: 1, message: null });
  const { results } = JSON.parse(readFileSync(join(folder, 'verdicts.json'), 'utf8')) as {
    readonly results: { readonly judged: number; readonly open: number; readonly wrong: readonly unknown[] };
  };
  expect([results.judged, results.open, results.wrong.length]).toEqual([6, 0, 1]);
  expect(results.wrong[0]).toMatchObject({ id: 'edge', lane: 3, channel: 'r', got: Math.fround(0.9) });
  printed = '';
  expect(await texunit(explain)).toEqual({ code: 0, message: null });
  expect(printed).toContain(String(Math.fround(0.9)));
});
