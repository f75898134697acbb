import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { texunit } from '../../src/cli/program.ts';
import { captureOutput } from '../src/cli/captured-output.ts';
import { ROOT, text } from './pages.ts';

const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

let help = '';
captureOutput((piece) => (help += piece));

it('npm start ends with a page to open, commands to try and a page to read, which all exist', async () => {
  const [node, script] = scripts.poststart.split(' ');
  expect(node).toBe('node');
  const said = execFileSync(process.execPath, [join(ROOT, script)], { encoding: 'utf8' });
  expect(said).toContain('out/report.html');
  expect(scripts.start).toBe('node texunit.js simulate'); // which writes report.html into out/

  const pages = Array.from(said.matchAll(/\b(?:docs|traces)\/\S+/g), ([path]) => path);
  expect(pages).toContain('docs/tutorial.md');
  expect(pages.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);

  const commands = Array.from(said.matchAll(/node texunit\.js (.*?)(?: {2,}|$)/gm), ([, command]) => command);
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) {
    const [name, ...words] = command.split(' ');
    help = '';
    expect((await texunit([name, '--help'])).code, name).toBe(0);
    for (const option of words.filter((word) => word.startsWith('--'))) expect(help).toContain(option);
  }
});
