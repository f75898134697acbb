import { describe, expect, it } from 'vitest';
import { texunit } from '../../src/cli/program.ts';
import { commands, PAGES, text } from './pages.ts';
import { captureOutput } from '../src/cli/captured-output.ts';

describe('the commands of texunit on the pages', () => {
  let output = '';
  captureOutput((text) => (output += text));

  const uses = PAGES.flatMap((page) =>
    commands(page).flatMap((command) => {
      const [, words] = /^(?:node texunit\.js |texunit )(.*)$/.exec(command) ?? [];
      return words === undefined ? [] : [words.split(' ')];
    }),
  );

  it('write nothing to standard output but their own, as npm would', () => {
    const banners = PAGES.filter((page) => /npm run texunit|npx texunit/.test(text(page)));
    expect(banners).toEqual([]);
    const { scripts } = JSON.parse(text('package.json'));
    expect(scripts).not.toHaveProperty('texunit');
  });

  it('are found', () => {
    expect(uses.length).toBeGreaterThan(40);
  });

  it('exist, with their options', async () => {
    const unknown: string[] = [];
    for (const [name, ...words] of uses) {
      output = '';
      const below = /^(study|sweep)$/.test(name) ? words.slice(0, 1).filter((word) => /^[a-z-]+$/.test(word)) : [];
      const { code } = await texunit([name, ...below, '--help']);
      const options = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=\]].*/, ''));
      if (name === '--help' || name === '') continue;
      if (code !== 0) unknown.push(`${name}: exit code ${code}`);
      for (const option of options) if (!output.includes(option)) unknown.push(`${name} ${option}`);
    }
    expect(unknown).toEqual([]);
  });
});
