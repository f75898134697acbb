import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, text } from './pages.ts';

function filesIn(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
}

const FOLDERS = ['rtl-model', 'pipeline'];

/** The rows of docs/rtl.md: a module under the heading of its folder, and the path of its source. */
const ROWS = text('docs/rtl.md')
  .split(/^### /m)
  .slice(1)
  .flatMap((part) => {
    const [folder] = part.split('\n');
    return Array.from(part.matchAll(/^\| `(\w+)` /gm), ([, module]) => ({ module, source: `${folder}/${module}.sv` }));
  });

it('docs/rtl.md has a row for each module in SystemVerilog', () => {
  const sources = FOLDERS.flatMap((folder) => filesIn(folder, '.sv').map((name) => join(folder, name)));
  const modules = sources.filter((name) => !name.endsWith('_pkg.sv'));
  expect(ROWS.map(({ source }) => source).toSorted()).toEqual(modules.toSorted());
});

it.each(ROWS)('docs/rtl.md names $module as its source does, and tests use it', ({ module, source }) => {
  expect(text(source)).toMatch(new RegExp(`^module ${module}\\b`, 'm'));
  const tests = filesIn('test/rtl', '.rtl.ts').map((name) => text(join('test/rtl', name)));
  expect(tests.filter((test) => new RegExp(`\\b${module}\\b`).test(test))).not.toEqual([]);
});
